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

function isoDate(text: string): string | undefined {
  if (/^\d{4}-\d\d-\d\d$/.test(text)) return text
  const time = text.length > 64 ? Number.NaN : Date.parse(text)
  return Number.isNaN(time) ? undefined : new Date(time).toISOString()
}
