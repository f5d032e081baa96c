import { LIMITS } from '@gleaner/contracts'
import { badRequest } from '../door-error.ts'
import { type Draft, place, placed } from '../translate/draft.ts'
import { globOf } from '../translate/glob-of.ts'
import { translate } from '../translate/translate.ts'
import { withScheme } from '../translate/with-scheme.ts'
import type { Field } from './field.ts'
import { FETCH_FIELDS, SCRAPE_OPTIONS, setUsual } from './scrape-fields.ts'
import { WEBHOOK_FIELD } from './webhook-field.ts'

const { max: mostPages } = LIMITS.crawlPages
const { max: mostDepth } = LIMITS.crawlDepth

/** Body of POST /crawl. */
export const CRAWL_FIELDS: readonly Field[] = [
  { name: 'url', type: 'string', set: (url, draft) => place(draft, 'url', withScheme(url)), does: '`url`' },
  ...FETCH_FIELDS,
  WEBHOOK_FIELD,
  {
    name: 'scrapeOptions',
    type: 'object',
    set: setScrapeOptions as Field['set'] & {},
    does: 'the fields of a scrape, of each page',
  },
  {
    name: 'prompt',
    type: 'string',
    in: ['v2'],
    noEffect: 'no model chooses the pages; POST /v2/crawl/params-preview proposes includePaths for it.',
  },
  {
    name: 'includePaths',
    type: 'strings',
    set: patterns('include_patterns'),
    does: '`include_patterns`, as globs',
  },
  {
    name: 'excludePaths',
    type: 'strings',
    set: patterns('exclude_patterns'),
    does: '`exclude_patterns`, as globs',
  },
  {
    name: 'limit',
    type: 'number',
    min: 1,
    set: (limit: number, draft) => place(draft, 'max_pages', Math.min(limit, mostPages)),
    does: `\`max_pages\`; 10,000 without it, at most ${mostPages.toLocaleString('en')}`,
  },
  {
    name: 'maxDiscoveryDepth',
    type: 'number',
    min: 0,
    set: setDepth,
    does: `\`max_depth\`, at most ${mostDepth}`,
  },
  {
    name: 'maxDepth',
    type: 'number',
    min: 0,
    in: ['v1'],
    set: setDepth,
    does: `\`max_depth\`, at most ${mostDepth}`,
  },
  { name: 'sitemap', type: 'string', in: ['v2'], oneOf: ['skip', 'include', 'only'], to: 'sitemap' },
  {
    name: 'ignoreSitemap',
    type: 'boolean',
    idle: [false],
    set: (_, draft) => place(draft, 'sitemap', 'skip'),
    does: '`sitemap: "skip"`',
  },
  { name: 'allowSubdomains', type: 'boolean', to: 'include_subdomains' },
  {
    name: 'ignoreRobotsTxt',
    type: 'boolean',
    set: (ignores: boolean, draft) => place(draft, 'respect_robots', !ignores),
    does: '`respect_robots`',
  },
  {
    name: 'robotsUserAgent',
    type: 'string',
    in: ['v2'],
    noEffect: 'robots.txt is read as the operator’s robot.',
  },
  {
    name: 'crawlEntireDomain',
    type: 'boolean',
    set: () => undefined,
    does: 'without it only paths below the start page’s',
  },
  {
    name: 'allowBackwardLinks',
    type: 'boolean',
    in: ['v1'],
    set: () => undefined,
    does: 'as `crawlEntireDomain`',
  },
  {
    name: 'allowExternalLinks',
    type: 'boolean',
    idle: [false],
    noEffect: 'a crawl stays on its site; crawl the other one as well.',
  },
  {
    name: 'ignoreQueryParameters',
    type: 'boolean',
    idle: [false],
    noEffect:
      'addresses that differ in their query are pages of their own; the same content is scraped once.',
  },
  {
    name: 'deduplicateSimilarURLs',
    type: 'boolean',
    idle: [true],
    noEffect: 'spellings of one address are always one page.',
  },
  {
    name: 'regexOnFullURL',
    type: 'boolean',
    idle: [false],
    refused: { status: 400, instead: 'Patterns are matched with the path.' },
  },
  {
    name: 'delay',
    type: 'number',
    min: 0,
    set: (seconds: number, draft) => place(draft, 'delay', Math.min(seconds, LIMITS.crawlDelaySeconds)),
    does: `\`delay\`, at most ${LIMITS.crawlDelaySeconds} s`,
  },
  {
    name: 'maxConcurrency',
    type: 'number',
    min: 1,
    set: (most: number, draft) =>
      place(draft, 'max_concurrency', Math.min(most, LIMITS.crawlConcurrency.max)),
    does: `\`max_concurrency\`, at most ${LIMITS.crawlConcurrency.max}`,
  },
]

const USUAL_PAGES = 10_000

/** Fills what a crawl has where nothing is said. */
export function settleCrawl(draft: Draft): void {
  setUsual(draft)
  if (placed(draft, 'max_pages') === undefined) place(draft, 'max_pages', USUAL_PAGES)
  if (placed(draft, 'max_depth') === undefined) place(draft, 'max_depth', mostDepth)
  const { url, crawlEntireDomain, allowBackwardLinks } = draft.given
  const path = URL.parse(String(url))?.pathname.replace(/\/+$/, '') ?? ''
  if (crawlEntireDomain || allowBackwardLinks || path === '') return
  if (placed(draft, 'include_patterns') === undefined)
    place(draft, 'include_patterns', [escaped(path), `${escaped(path)}/**`])
  else draft.warnings.push('Pages beside the start page’s path are crawled where includePaths has them.')
}

/** A path as a glob that matches it alone. */
function escaped(path: string): string {
  return path.replaceAll(/[*?{}]/g, '?')
}

export function setScrapeOptions(options: Record<string, unknown>, draft: Draft): void {
  const given = draft.given
  draft.given = options
  translate(SCRAPE_OPTIONS, options, draft, ['scrapeOptions'])
  draft.given = given
}

function setDepth(depth: number, draft: Draft): void {
  place(draft, 'max_depth', Math.min(depth, mostDepth))
}

function patterns(field: 'include_patterns' | 'exclude_patterns') {
  return (list: readonly string[], draft: Draft): void => {
    if (list.length === 0) return
    const name = field === 'include_patterns' ? 'includePaths' : 'excludePaths'
    const globs = list.map((pattern, at) => {
      const glob = globOf(pattern)
      if (glob !== undefined) return glob
      throw badRequest(
        `${name}.${at}: ${JSON.stringify(pattern)} has no glob of the same meaning; write it with .*, [^/]+ and (a|b), or crawl with POST /api/v1/crawl`,
        [name, at],
        'invalid_regex',
      )
    })
    place(draft, field, globs)
  }
}
