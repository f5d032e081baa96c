import { LIMITS } from '@gleaner/contracts'
import { badRequest, notServed } from '../door-error.ts'
import { type Draft, place } from '../translate/draft.ts'
import type { Field } from './field.ts'
import { CLIENT_FIELDS } from './scrape-fields.ts'

/** Words of a query that stand for a category. */
const CATEGORIES: Readonly<Record<string, string>> = {
  github: 'site:github.com',
  pdf: 'filetype:pdf',
  research: '(site:arxiv.org OR site:pubmed.ncbi.nlm.nih.gov OR site:nature.com OR site:science.org)',
}

const AGES: Readonly<Record<string, string>> = {
  'qdr:h': 'hour',
  'qdr:d': 'day',
  'qdr:w': 'week',
  'qdr:m': 'month',
  'qdr:y': 'year',
}

/** Body of POST /search. */
export const SEARCH_FIELDS: readonly Field[] = [
  { name: 'query', type: 'string', to: 'query' },
  ...CLIENT_FIELDS,
  {
    name: 'limit',
    type: 'number',
    min: 1,
    set: (limit: number, draft) => place(draft, 'num_results', Math.min(limit, LIMITS.searchResults.max)),
    does: `\`num_results\`, at most ${LIMITS.searchResults.max}`,
  },
  { name: 'tbs', type: 'string', set: setAge, does: '`time_range`: `qdr:h`, `d`, `w`, `m`, `y`' },
  { name: 'country', type: 'string', set: setCountry, does: '`country`' },
  { name: 'location', type: 'string', set: setCountry, does: '`country`, where it is the code of one' },
  { name: 'lang', type: 'string', in: ['v1'], to: 'language' },
  { name: 'filter', type: 'string', in: ['v1'], noEffect: 'write it into the query.' },
  {
    name: 'sources',
    type: 'list',
    in: ['v2'],
    set: setSources,
    does: '`web`; lists of `news` and `images` are empty, as engines here have none',
  },
  {
    name: 'categories',
    type: 'list',
    in: ['v2'],
    set: setCategories,
    does: 'words of the query: `site:`, `filetype:`',
  },
  {
    name: 'includeDomains',
    type: 'strings',
    in: ['v2'],
    set: (hosts: string[], draft) =>
      hosts.length > 0 && addWords(draft, hosts.map((host) => `site:${host}`).join(' OR ')),
    does: 'words of the query: `site:`',
  },
  {
    name: 'excludeDomains',
    type: 'strings',
    in: ['v2'],
    set: (hosts: string[], draft) =>
      hosts.length > 0 && addWords(draft, hosts.map((host) => `-site:${host}`).join(' ')),
    does: 'words of the query: `-site:`',
  },
  {
    name: 'timeout',
    type: 'number',
    min: 1000,
    set: () => undefined,
    does: 'how long results that are scraped are waited for',
  },
  {
    name: 'scrapeOptions',
    type: 'object',
    set: () => undefined,
    does: 'each result is scraped, as by a batch',
  },
  {
    name: 'ignoreInvalidURLs',
    type: 'boolean',
    set: () => undefined,
    idle: [true],
    does: 'results that cannot be scraped come without content',
  },
  {
    name: 'highlights',
    type: 'boolean',
    in: ['v2'],
    idle: [true],
    noEffect: 'descriptions are the engine’s.',
  },
  {
    name: 'asyncScraping',
    type: 'boolean',
    idle: [false],
    refused: {
      status: 501,
      instead: 'Search without scrapeOptions, and scrape what is found by POST /v2/batch/scrape.',
    },
  },
  {
    name: 'enterprise',
    type: 'strings',
    set: (modes: string[]) => {
      if (modes.some((mode) => mode !== 'default'))
        throw badRequest('enterprise: searches are neither anonymized nor forgotten at once', ['enterprise'])
    },
    does: '`default`; others are refused',
  },
  {
    name: 'threatProtection',
    type: 'object',
    in: ['v2'],
    refused: { status: 400, instead: 'Leave it out: ignoring it would break what it promises.' },
  },
  {
    name: 'domainTools',
    type: 'boolean',
    in: ['v2'],
    idle: [false],
    noEffect: 'there is no catalog of tools.',
  },
  { name: 'toolDetail', type: 'string', in: ['v2'], noEffect: 'there is no catalog of tools.' },
]

function addWords(draft: Draft, words: string): void {
  place(draft, 'query', `${String(draft.request.query)} ${words}`)
}

function setAge(tbs: string, draft: Draft): void {
  const range = tbs.split(',').flatMap((part) => AGES[part] ?? [])[0]
  if (range) place(draft, 'time_range', range)
  else draft.warnings.push('tbs has no effect but for qdr:h, qdr:d, qdr:w, qdr:m and qdr:y.')
}

function setCountry(text: string, draft: Draft): void {
  if (/^[a-z]{2}$/i.test(text)) place(draft, 'country', text.toUpperCase())
  else draft.warnings.push('location has no effect but for a country by its code, such as "DE".')
}

const NAMED = (entry: unknown): unknown => (typeof entry === 'string' ? entry : Object(entry).type)
const SOURCES: ReadonlySet<unknown> = new Set(['web', 'news', 'images', 'alexandria'])

/** Which lists a reply has. */
export function sourcesOf({ sources }: Readonly<Record<string, unknown>>): string[] {
  const names = Array.isArray(sources) && sources.length > 0 ? sources.map(NAMED) : ['web']
  return names as string[]
}

function setSources(list: readonly unknown[], draft: Draft): void {
  for (const [at, name] of list.map(NAMED).entries()) {
    if (!SOURCES.has(name))
      throw badRequest(`sources.${at}: there is no source ${JSON.stringify(name)}`, ['sources', at])
    if (name !== 'web')
      draft.warnings.push(`sources: ${name} is empty, as the search engine has web results alone.`)
  }
}

function setCategories(list: readonly unknown[], draft: Draft): void {
  const words = list.map((entry, at) => {
    const name = NAMED(entry)
    if (name === 'developer') throw notServed('The category developer', 'The category github is.')
    const found = CATEGORIES[String(name)]
    if (!found)
      throw badRequest(`categories.${at}: there is no category ${JSON.stringify(name)}`, ['categories', at])
    return found
  })
  if (words.length > 0) addWords(draft, words.join(' OR '))
}
