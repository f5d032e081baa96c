import {
  BatchRequest,
  CrawlRequest,
  type Issue,
  invalidRequest,
  MapRequest,
  type ScheduleKind,
  SearchRequest,
} from '@gleaner/contracts'
import { parseValue } from '@gleaner/http-api'
import { isObject } from '@gleaner/runtime/is-object'
import { KIND_FIELDS, kindsOf, type Work } from '@gleaner/schedules'
import type { z } from 'zod'
import { withoutEffect } from '../searches/scrape-of.ts'

/** A request as its endpoint reads it. */
export type ReadWork =
  | { kind: 'batch'; request: BatchRequest }
  | { kind: 'crawl'; request: CrawlRequest }
  | { kind: 'map'; request: MapRequest }
  | { kind: 'search'; request: SearchRequest }

/** Reads what is to be done again and again as POST /batch, /crawl, /map or /search reads it. Throws INVALID_REQUEST that names the fields. */
export function readWork(work: Work): ReadWork {
  const [kind, ...others] = kindsOf(work)
  if (kind === undefined || others.length > 0)
    throw invalidRequest([{ path: kind ? KIND_FIELDS[others[0]!] : 'urls', message: ONE_OF }])
  checkFields(kind, work)
  const { urls, options, crawl, search, formats, session_id } = withScreenshots(work)
  const common = { ...(formats != null && { formats }), ...(session_id != null && { session_id }) }
  switch (kind) {
    case 'batch':
      return { kind, request: read(BatchRequest, { urls, ...within('options', options, common) }, 'options') }
    case 'crawl':
      return { kind, request: read(CrawlRequest, within('crawl', crawl, common), 'crawl') }
    case 'map':
      return { kind, request: read(MapRequest, work.map, 'map') }
    case 'search':
      return { kind, request: readSearch(within('search', search, common)) }
  }
}

const ONE_OF = `one of ${Object.values(KIND_FIELDS).join(', ')} must be there: what each run does`

/** A reply would warn of what has no effect; nobody reads that of a run. */
function readSearch(given: Record<string, unknown>): SearchRequest {
  const request = read(SearchRequest, given, 'search')
  const vain = withoutEffect(request)
  if (vain.length === 0) return request
  throw invalidRequest(
    vain.map((name) => ({ path: `search.${name}`, message: 'has no effect without scrape_results' })),
  )
}

/** What of `advanced` has pages fetched by a browser, and pictures made of them. An entry's own fields go before those of all. */
function withScreenshots({ screenshots, ...work }: Work): Work {
  if (screenshots === undefined) return work
  const wanted = { render_js: true, ...(screenshots && { screenshot: true }) }
  const pictured = (fields: unknown) =>
    isObject(fields)
      ? { ...fields, advanced: { ...(fields.advanced as object | undefined), ...wanted } }
      : fields
  if (work.crawl != null) return { ...work, crawl: pictured(work.crawl) }
  if (work.search != null) return { ...work, search: pictured(work.search) as Work['search'] }
  const options = pictured(work.options ?? {}) as NonNullable<Work['options']>
  return { ...work, urls: work.urls?.map(pictured), options }
}

/** Fields beside the work that a kind knows. */
const BESIDE: Record<ScheduleKind, readonly (keyof Work)[]> = {
  batch: ['options', 'formats', 'session_id'],
  crawl: ['formats', 'session_id'],
  map: [],
  search: ['formats'],
}

function checkFields(kind: ScheduleKind, work: Work): void {
  const issues = (['options', 'formats', 'session_id'] as const)
    .filter((field) => work[field] != null && !BESIDE[kind].includes(field))
    .map((path) => ({
      path,
      message: `has no effect on a ${kind}; leave it out, or set it in ${KIND_FIELDS[kind]}`,
    }))
  if (issues.length > 0) throw invalidRequest(issues)
}

/** What stands inside of a field and beside it, together. Throws for a field that is in both places with two values, or may not be inside. */
function within(field: string, inside: unknown, beside: Record<string, unknown>): Record<string, unknown> {
  const given = inside ?? {}
  if (!isObject(given)) throw invalidRequest([{ path: field, message: 'must be an object' }])
  const issues: Issue[] = []
  for (const [name, value] of Object.entries(given)) {
    if (value == null) continue
    if (name in beside && JSON.stringify(beside[name]) !== JSON.stringify(value))
      issues.push({
        path: `${field}.${name}`,
        message: `and ${name} are the same field, with different values`,
      })
    if (name === 'webhook_url' || name === 'urls')
      issues.push({ path: `${field}.${name}`, message: `stands beside ${field} only` })
    if (name === 'webhook_headers')
      issues.push({
        path: `${field}.${name}`,
        message: 'is of single requests; register an endpoint with headers (POST /webhooks)',
      })
  }
  if (issues.length > 0) throw invalidRequest(issues)
  return { ...given, ...beside }
}

function read<Read>(schema: z.ZodType<Read>, value: unknown, field: string): Read {
  const { data, issues } = parseValue(schema, value)
  if (issues)
    throw invalidRequest(issues.map(({ path, message }) => ({ path: placed(path, field), message })))
  return data as Read
}

/** `urls`, `formats` and `session_id` of a batch stand beside its options. */
function placed(path: string, field: string): string {
  if (field === 'options' && /^(urls|formats|session_id)\b/.test(path)) return path
  return path === '' ? field : `${field}.${path}`
}
