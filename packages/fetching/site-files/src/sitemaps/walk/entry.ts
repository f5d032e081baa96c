import type { RawEntry } from '../read/raw-entry.ts'

/** The address of a page, as a site announces it. */
export interface SitemapEntry {
  /** Absolute, http or https, as the URL standard writes it; without a fragment. */
  url: string
  source: 'sitemap' | 'feed'
  /** ISO-8601; `YYYY-MM-DD` where only a day is given. */
  lastModified?: string | undefined
  title?: string | undefined
}

/** The address of an item, relative to its file. Undefined for what is no address of the web, or holds a login. */
export function addressOf(raw: RawEntry, base: URL): URL | undefined {
  const url = URL.parse(raw.url, base.href)
  if (url === null || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '')
    return undefined
  url.hash = ''
  return url
}

export function toEntry({ kind, date, title }: RawEntry, url: URL): SitemapEntry {
  return {
    url: url.href,
    source: kind === 'feed' ? 'feed' : 'sitemap',
    lastModified: date === undefined ? undefined : isoDate(date),
    title,
  }
}

/** Undefined for what cannot be told for sure: days that no calendar has, `01/05/2024`, numbers. Without a zone it is UTC. */
function isoDate(text: string): string | undefined {
  if (text.length > MAX_DATE_LENGTH) return undefined
  const [, day, time, zone] = ISO.exec(text) ?? []
  if (day === undefined) return WITH_NAMED_MONTH.test(text) ? toIso(text) : undefined
  if (!isDay(day)) return undefined
  if (time === undefined) return day.length === 10 ? day : toIso(day)
  return toIso(`${day}T${time}${zone ?? 'Z'}`)
}

const MAX_DATE_LENGTH = 64
const ISO =
  /^(\d{4}(?:-(?:0[1-9]|1[0-2])(?:-(?:0[1-9]|[12]\d|3[01]))?)?)(?:[Tt ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?)\s?(?:UTC|([Zz]|[+-]\d\d:?\d\d))?)?$/
/** Of feeds: `Tue, 10 Jun 2003 04:00:00 GMT`. */
const WITH_NAMED_MONTH = /[a-z]{3}.*\b\d{4}\b/i

/** JavaScript takes the 30th of February for the 1st of March. */
function isDay(day: string): boolean {
  const date = Number(day.slice(8))
  return (
    date <= SHORTEST_MONTH ||
    date <= new Date(Date.UTC(Number(day.slice(0, 4)), Number(day.slice(5, 7)), 0)).getUTCDate()
  )
}

const SHORTEST_MONTH = 28

function toIso(text: string): string | undefined {
  const time = Date.parse(text)
  return Number.isNaN(time) ? undefined : new Date(time).toISOString()
}
