import { DIALECTS, type Dialect } from '../../packages/api/firecrawl/src/dialect.ts'
import { DOOR_ENDPOINTS, type DoorEndpoint } from '../../packages/api/firecrawl/src/endpoints.ts'
import { TOLD_ERRORS } from '../../packages/api/firecrawl/src/errors.ts'
import { ACTIONS } from '../../packages/api/firecrawl/src/fields/actions.ts'
import type { Field } from '../../packages/api/firecrawl/src/fields/field.ts'
import { FORMATS } from '../../packages/api/firecrawl/src/fields/formats.ts'
import { SCRAPE_OPTIONS } from '../../packages/api/firecrawl/src/fields/scrape-fields.ts'
import { table } from './table.ts'
import { writtenBy } from './written-by.ts'

const NEWER: readonly Dialect[] = ['v1', 'v2']

/** docs/reference/firecrawl.md: what becomes of each request and field of Firecrawl's API. */
export function firecrawlPage(): string {
  const served = DOOR_ENDPOINTS.filter(({ handle }) => handle)
  const refused = DOOR_ENDPOINTS.filter(({ instead }) => instead !== undefined)
  return [
    '# Firecrawl’s API',
    '',
    writtenBy('packages/api/firecrawl/src'),
    '',
    'Clients of Firecrawl get the address of this server and a key of yours. They are answered at `/v2` and `/v1`, also below `/firecrawl`,',
    'and at `/api/v0`, by calls of the endpoints of this API: limits, prices, scopes and tenancy are theirs, ids are those of our jobs,',
    'batches and crawls. A credit is one of ours. What is known and has no effect is told in `warning`, what is unknown is a 400.',
    'WebSockets are at `/v2/crawl/{id}` and `/v2/batch/scrape/{id}`.',
    '',
    '## Requests',
    '',
    ...table(
      ['Request', 'Versions', 'Calls'],
      served.map((endpoint) => [nameOf(endpoint), versions(endpoint), endpoint.calls ?? '']),
    ),
    '',
    '## Not served (501)',
    '',
    ...table(
      ['Request', 'Versions', 'Instead'],
      refused.map((endpoint) => [nameOf(endpoint), versions(endpoint), endpoint.instead!]),
    ),
    '',
    '## Options of a page',
    '',
    'Of a scrape, of each page of a batch, and as `scrapeOptions`.',
    '',
    ...fieldTable(SCRAPE_OPTIONS),
    '',
    '## Formats',
    '',
    ...table(
      ['Format', 'Versions', 'Becomes'],
      FORMATS.map(({ name, does, instead, ...row }) => [
        `\`${name}\``,
        versions(row),
        instead === undefined ? does : `${does}. ${instead}`,
      ]),
    ),
    '',
    '## Actions',
    '',
    ...table(
      ['Action', 'Becomes', 'Without effect'],
      ACTIONS.map(({ name, does, idle = {} }) => [
        `\`${name}\``,
        does,
        Object.entries(idle)
          .map(([option, why]) => `\`${option}\`: ${why}`)
          .join('<br>'),
      ]),
    ),
    '',
    ...served.filter(({ fields }) => fields).flatMap(bodyOf),
    '## Errors',
    '',
    'As `{"success": false, "code", "error", "details"}`. A scrape that has failed for lack of time is a 408 `SCRAPE_TIMEOUT`.',
    '',
    ...table(
      ['Ours', 'Status', 'Code'],
      Object.entries(TOLD_ERRORS).map(([ours, { status, code }]) => [
        `\`${ours}\``,
        String(status),
        `\`${code}\``,
      ]),
    ),
    '',
  ].join('\n')
}

function bodyOf(endpoint: DoorEndpoint): string[] {
  const options = new Set<Field>(SCRAPE_OPTIONS)
  const fields = endpoint.fields!.filter((field) => !options.has(field))
  const takes = endpoint.fields!.some((field) => options.has(field)) ? ['And the options of a page.', ''] : []
  return [`## Fields of ${nameOf(endpoint)}`, '', ...fieldTable(fields), '', ...takes]
}

function fieldTable(fields: readonly Field[]): string[] {
  return table(
    ['Field', 'Versions', 'Becomes'],
    fields.map((field) => [`\`${field.name}\``, versions(field), meaningOf(field)]),
  )
}

function meaningOf({ to, per, does, noEffect, refused, browser }: Field): string {
  if (refused) return `Refused (${refused.status}). ${refused.instead}`
  if (noEffect !== undefined) return `No effect, which is told: ${noEffect}`
  const place = to === undefined ? does! : `\`${to}\`${per === undefined ? '' : ', in seconds'}`
  return browser ? `${place}; a browser, at its price` : place
}

function nameOf({ method, path }: Pick<DoorEndpoint, 'method' | 'path'>): string {
  return `\`${method} ${path
    .replace(/:(job|monitor)Id/, '{id}')
    .replace(':checkId', '{check}')
    .replace('*rest', '…')}\``
}

function versions({ in: dialects = NEWER }: { in?: readonly Dialect[] }): string {
  return DIALECTS.filter((dialect) => dialects.includes(dialect)).join(', ')
}
