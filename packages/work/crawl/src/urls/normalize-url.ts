import { isRoute } from '@gleaner/extract/is-route'
import { isDroppedParameter } from './dropped-parameters.ts'

export interface NormalizeOptions {
  /** Keep `#/place` and `#!place`, which name pages where scripts run. */
  hashRoutes?: boolean
}

/**
 * The form in which addresses of one page are equal: `//example.com/a?b=1&c=2`, without the scheme, as http and https are one.
 * It tells duplicates and is never fetched. The table of rules, with their reasons, is in docs/decisions/0124-crawl-addresses.md.
 * Undefined for what is no web address.
 */
export function normalizeUrl(address: string, options?: NormalizeOptions): string | undefined {
  const url = URL.parse(address)
  return url && isWeb(url) ? normalizeParsed(url, options) : undefined
}

/** The same of a web address that is parsed already. */
export function normalizeParsed(url: URL, { hashRoutes = false }: NormalizeOptions = {}): string {
  const { search, hash } = url
  const path = normalizePath(url.pathname)
  const query = search.length > 1 ? normalizeQuery(search) : ''
  const route = hashRoutes && isRoute(hash) ? unescaped(hash) : ''
  return `//${siteHost(url)}${path}${query}${route}`
}

export function isWeb({ protocol }: URL): boolean {
  return protocol === 'https:' || protocol === 'http:'
}

/** Host and port, with what sites answer alike taken as one: `www.`, the root's dot, both schemes' default ports. */
export function siteHost({ hostname, port }: URL): string {
  const rooted = hostname.endsWith('.') ? hostname.slice(0, -1) : hostname
  const host = WWW.test(rooted) ? rooted.slice(4) : rooted
  return port === '' || DEFAULT_PORTS.has(port) ? host : `${host}:${port}`
}

/** `www.` before a name that is a host without it. */
const WWW = /^www\.[^.]+\./
const DEFAULT_PORTS: ReadonlySet<string> = new Set(['80', '443'])

function normalizePath(pathname: string): string {
  let path = pathname.includes('%') ? unescaped(pathname) : pathname
  if (path.includes(';')) path = path.replace(SESSION_PATH_PARAMETER, '')
  if (path.includes('(')) path = path.replace(SESSION_SEGMENT, '')
  if (path.includes('//')) path = path.replace(EMPTY_SEGMENTS, '/')
  path = path.replace(INDEX_FILE, '/')
  return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path
}

/** `;jsessionid=...` of Java servers, and its like. */
const SESSION_PATH_PARAMETER = /;(?:jsessionid|phpsessid|sessionid|session_id|sid)=[^/;]*/gi
/** `/(S(lit3py55t21z5v55vlm25s55))` of ASP.NET without cookies. */
const SESSION_SEGMENT = /\/\((?:[ASF]\([^()/]*\)){1,3}\)(?=\/|$)/g
/** Not behind a colon, where a path holds an address (`/web/https://example.com/`). */
const EMPTY_SEGMENTS = /(?<![:/])\/{2,}/g
/** What servers answer for a folder. */
const INDEX_FILE = /\/index\.(?:html?|xhtml|shtml|php|jsp|aspx?|cfm)$/i

function normalizeQuery(search: string): string {
  const kept = new Map<string, string>()
  for (const piece of search.slice(1).split('&')) {
    if (piece === '' || piece === '=') continue
    const pair = unescaped(piece.replaceAll('+', '%20'))
    const equals = pair.indexOf('=')
    const name = equals < 0 ? pair : pair.slice(0, equals)
    const value = equals < 0 ? '' : pair.slice(equals + 1)
    if (!isDroppedParameter(name, value)) kept.set(`${name}=${value}`, name)
  }
  if (kept.size === 0) return ''
  // By name alone: the values of a repeated parameter may be a list, and keep their order.
  const sorted = [...kept].sort(([, a], [, b]) => (a < b ? -1 : a > b ? 1 : 0))
  return `?${sorted.map(([pair]) => pair).join('&')}`
}

/** Escapes in upper case, and undone where RFC 3986 (2.3) says that they mean the same. */
function unescaped(text: string): string {
  return text.includes('%') ? text.replace(ESCAPE, simplestForm) : text
}

const ESCAPE = /%[0-9a-f]{2}/gi

function simplestForm(escaped: string): string {
  const character = String.fromCharCode(Number.parseInt(escaped.slice(1), 16))
  return /[\w.~-]/.test(character) ? character : escaped.toUpperCase()
}
