import { place } from '../translate/draft.ts'
import { withScheme } from '../translate/with-scheme.ts'
import { setScrapeOptions } from './crawl-fields.ts'
import type { Field } from './field.ts'
import { FETCH_FIELDS } from './scrape-fields.ts'

const ONE_BY_ONE = 'each address is read by itself.'

/** Body of POST /extract. */
export const EXTRACT_FIELDS: readonly Field[] = [
  {
    name: 'urls',
    type: 'strings',
    set: (urls: string[], draft) => place(draft, 'urls', urls.map(withScheme)),
    does: '`urls`',
  },
  ...FETCH_FIELDS,
  {
    name: 'scrapeOptions',
    type: 'object',
    set: setScrapeOptions as Field['set'] & {},
    does: 'the fields of a scrape, of each page; `formats` has none',
  },
  { name: 'schema', type: 'any', set: () => undefined, does: '`extraction_schema`' },
  { name: 'prompt', type: 'string', set: () => undefined, does: '`extraction_prompt`, by a model of yours' },
  { name: 'systemPrompt', type: 'string', set: () => undefined, does: 'goes before `prompt`' },
  {
    name: 'showSources',
    type: 'boolean',
    set: (shows: boolean, { marker }) => void (shows && marker.show.push('sources')),
    does: '`sources`: the addresses of each field',
  },
  { name: 'ignoreInvalidURLs', type: 'boolean', set: () => undefined, does: '`on_invalid`' },
  {
    name: 'enableWebSearch',
    type: 'boolean',
    idle: [false],
    noEffect: 'name the addresses, or ask POST /v2/search for them.',
  },
  { name: 'allowExternalLinks', type: 'boolean', idle: [false], noEffect: ONE_BY_ONE },
  { name: 'includeSubdomains', type: 'boolean', noEffect: ONE_BY_ONE },
  { name: 'ignoreSitemap', type: 'boolean', noEffect: ONE_BY_ONE },
  { name: 'limit', type: 'number', noEffect: ONE_BY_ONE },
  { name: 'agent', type: 'object', refused: { status: 501, instead: 'Name the addresses and a schema.' } },
  {
    name: 'webhook',
    type: 'any',
    refused: {
      status: 501,
      instead: 'Scrape with POST /v2/batch/scrape and the format json, which has webhooks.',
    },
  },
]
