import { isRoute } from '@gleaner/extract/is-route'
import { fileType } from './file-types.ts'
import { isWeb, normalizeParsed, normalizeUrl, siteHost } from './normalize-url.ts'
import { keyOf } from './page-key.ts'
import { compilePatterns } from './patterns.ts'

export interface ScopeOptions {
  /** Where the crawl starts. */
  url: string
  /** Where the start page was found after redirects: its host belongs to the crawl as well. */
  startedAt?: string | undefined
  /** Deepest page; 0 is the start page. */
  maxDepth: number
  includeSubdomains?: boolean | undefined
  includePatterns?: readonly string[] | undefined
  excludePatterns?: readonly string[] | undefined
  /** Pages are rendered, so that `#/place` may name one. */
  hashRoutes?: boolean | undefined
}

/** Why an address is no page of a crawl (`skipped` of its status). */
export type ScopeSkip =
  /** No web address, or a longer one than sitemaps may hold. */
  | 'invalid_url'
  | 'other_host'
  /** An image, an archive, a style sheet. */
  | 'file_type'
  /** Matches an exclude pattern. */
  | 'excluded'
  /** Matches no include pattern. */
  | 'not_included'
  | 'max_depth'

/** `key`: see `pageKey`; `normalized`: see `normalizeUrl`. */
export type ScopeJudgement =
  | { accept: true; key: Buffer; normalized: string }
  | { accept: false; skip: ScopeSkip }

export interface Scope {
  /** Judges an address found at `depth`. The same address gives the same key, whatever it is spelt like. */
  judgeUrl(url: string, depth: number): ScopeJudgement
}

/** Longest address of a page in a crawl; sitemaps.org allows no longer ones either. */
const MOST_CHARS = 2_048

/** Pages of a site repeat their links: so many judgements are kept, of addresses of usual length. */
const CACHE = { entries: 20_000, chars: 512 }

/** Decides which addresses belong to a crawl: the start's whole host, narrowed by patterns. The start page itself always does. */
export function createScope(options: ScopeOptions): Scope {
  const starts = startAddresses(options)
  const judgeAnew = createJudge(options, starts)
  const known = new Map<string, ScopeJudgement>()
  return {
    judgeUrl(url, depth) {
      let judgement = known.get(url)
      if (!judgement) {
        judgement = judgeAnew(url)
        if (known.size >= CACHE.entries) known.clear()
        if (url.length <= CACHE.chars) known.set(url, judgement)
      }
      if (!judgement.accept || depth <= options.maxDepth || starts.has(judgement.normalized)) return judgement
      return { accept: false, skip: 'max_depth' }
    },
  }
}

function startAddresses(options: ScopeOptions): ReadonlySet<string | undefined> {
  return new Set([options.url, options.startedAt ?? options.url].map((url) => normalizeUrl(url, options)))
}

function createJudge(
  options: ScopeOptions,
  starts: ReadonlySet<string | undefined>,
): (address: string) => ScopeJudgement {
  const isOfSite = createSiteTest(options)
  const { includePatterns: include = [], excludePatterns: exclude = [] } = options
  const isIncluded = include.length > 0 ? compilePatterns(include) : () => true
  const isExcluded = compilePatterns(exclude)

  const skipOf = (address: string, url: URL, normalized: string): ScopeSkip | undefined => {
    if (address.length > MOST_CHARS) return 'invalid_url'
    if (!isOfSite(url)) return 'other_host'
    if (starts.has(normalized)) return undefined
    if (fileType(url.pathname) !== undefined) return 'file_type'
    const path = options.hashRoutes ? shownPath(url) : url.pathname
    if (isExcluded(path)) return 'excluded'
    return isIncluded(path) ? undefined : 'not_included'
  }

  return (address) => {
    const url = URL.parse(address)
    if (!url || !isWeb(url)) return { accept: false, skip: 'invalid_url' }
    const normalized = normalizeParsed(url, options)
    const skip = skipOf(address, url, normalized)
    return skip ? { accept: false, skip } : { accept: true, key: keyOf(normalized), normalized }
  }
}

/** The path that people read: of `/app#/guide?id=1` it is `/guide`. */
function shownPath({ hash, pathname }: URL): string {
  if (!isRoute(hash)) return pathname
  const [place = ''] = hash.replace(/^#!?/, '').split('?')
  return place.startsWith('/') ? place : `/${place}`
}

function createSiteTest({ url, startedAt, includeSubdomains }: ScopeOptions): (url: URL) => boolean {
  const starts = [url, startedAt ?? url].map((start) => URL.parse(start)).filter((start) => start !== null)
  const hosts = new Set(starts.map(siteHost))
  const parents = includeSubdomains ? [...hosts].filter(isName).map((host) => `.${host}`) : []
  return (candidate) => {
    const host = siteHost(candidate)
    return hosts.has(host) || parents.some((parent) => host.endsWith(parent))
  }
}

/** An address of numbers has no subdomains. */
function isName(host: string): boolean {
  return !/^[\d.]+(?::\d+)?$/.test(host) && !host.startsWith('[')
}
