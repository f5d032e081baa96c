import { looksLikeToken } from '../urls/dropped-parameters.ts'
import { siteHost } from '../urls/normalize-url.ts'

/** An address by its structure: what it has in common with others that the same program answers. */
export interface UrlPattern {
  /** `/item/{n}?name`, for people as well. */
  key: string
  /** The same without the query. */
  path: string
  /** The same as `key` in all sections of a site. */
  shape: string
  /** What one program of the site answers: the path of an address with a query, or the first segment of another one. */
  section: string
  hasQuery: boolean
  /** The last number of the address; undefined without one. */
  number: number | undefined
  /** The year of a date in it. */
  year: number | undefined
  /** It says the same thing again and again, or holds escapes of escapes. */
  repeats: boolean
  isDeep: boolean
}

/** Names by which first segments and hosts are told, so that there are no more than a few. */
export interface Names {
  sectionOf(segment: string): string
  hostOf(host: string): string
}

/** Segments that are kept one by one; those below are one. */
const KEPT_SEGMENTS = 5
const DEEP_SEGMENTS = 7
const KEPT_PARAMETERS = 2
const TEXT = '{text}'

export function patternOf(address: string, { sectionOf, hostOf }: Names): UrlPattern {
  const url = new URL(address)
  const { pathname, search, hash } = url
  const segments = pathname.split('/').filter(Boolean)
  const repeats = isRepeating(segments) || pathname.includes('%2525') || search.includes('%2525')
  const shapes = segments.map(shapeOf)
  const kept = shapes.length > KEPT_SEGMENTS ? [...shapes.slice(0, KEPT_SEGMENTS), '**'] : shapes
  const anywhere = repeats ? '{repeating}' : kept.join('/')
  if (segments.length > 1 && kept[0] === TEXT) kept[0] = sectionOf(segments[0]!)
  const path = `${hostOf(siteHost(url))}/${repeats ? '{repeating}' : kept.join('/')}`
  const names = [...new Set(parametersOf(search).map(([name]) => parameterShape(name)))].sort()
  const query = names.length > KEPT_PARAMETERS ? '{parameters}' : names.join('&')
  const rest = `${query && '?'}${query}${hash.length > 2 ? '#' : ''}`
  return {
    key: path + rest,
    path,
    shape: `/${anywhere}${rest}`,
    section: query ? `${path}?` : `${hostOf(siteHost(url))}/${kept[0] ?? ''}`,
    hasQuery: query !== '',
    number: lastNumber(pathname + search),
    year: yearIn(pathname) ?? yearIn(search),
    repeats,
    isDeep: segments.length >= DEEP_SEGMENTS,
  }
}

/** Names and values of a query's parameters, which stand between `&`, or between `;` as in HTML 4 (B.2.2). */
export function parametersOf(search: string): [name: string, value: string][] {
  return [...new URLSearchParams(search.replace(SEMICOLON, '&'))]
}

const SEMICOLON = /;(?=[\w.-]{1,40}=)/g

function shapeOf(segment: string): string {
  if (/^\d+$/.test(segment)) return '{n}'
  if (/^\d{4}[-_.]\d{1,2}(?:[-_.]\d{1,2})?$/.test(segment)) return '{date}'
  if (UUID.test(segment) || (looksLikeToken(segment) && !/[-_]/.test(segment))) return '{id}'
  return /^\D{1,20}\d+(?:\.[a-z]{1,5})?$/i.test(segment) ? '{text}{n}' : TEXT
}

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i

function parameterShape(name: string): string {
  return /^[a-z][a-z_.[\]-]{0,23}$/i.test(name) ? name : '{name}'
}

/** A segment of letters stands in it four times. */
function isRepeating(segments: readonly string[]): boolean {
  const counts = new Map<string, number>()
  for (const segment of segments) counts.set(segment, (counts.get(segment) ?? 0) + 1)
  return [...counts].some(([segment, count]) => count >= 4 && !/^\d+$/.test(segment))
}

function lastNumber(text: string): number | undefined {
  // Below zero in a parameter's value alone: elsewhere it is a hyphen. An escape is no number.
  const number = /((?:(?<==)-)?\d{1,15})\D*$/.exec(text.slice(-64).replace(/%[\da-f]{2}/gi, '_'))?.[1]
  return number === undefined ? undefined : Number(number)
}

/** A year with another number near by: `/2031/05`, `2031-05-06`, `month=5&year=2031`. */
function yearIn(text: string): number | undefined {
  const numbers = text.slice(0, 256).match(/\d+/g) ?? []
  const at = numbers.findIndex((number) => /^[12]\d{3}$/.test(number))
  const isDate = [numbers[at - 1], numbers[at + 1]].some((beside) => beside && Number(beside) <= 31)
  return at >= 0 && isDate ? Number(numbers[at]) : undefined
}
