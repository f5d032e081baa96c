import { isObject } from '@gleaner/runtime/is-object'
import { normalizeLanguage } from '@gleaner/values'
import { configOf, primaryOf } from '../terms/text-configs.ts'
import { wordsOf } from '../terms/words.ts'
import type { IndexedPage } from './indexed-page.ts'
import { readableText } from './readable-text.ts'

/** A page as the index knows it. */
export interface SearchDocument {
  url: string
  title: string
  description: string
  body: string
  /** As the page tells it. */
  publishedAt: string | undefined
  /** Postgres's name of what stems its words. */
  config: string
  /** Words of it, with blanks between them, by their weight: title, headings, address and site, and the rest. */
  words: { title: string; headings: string; place: string; body: string }
  /** Lexemes that no text has, by which it is filtered. */
  marks: string[]
}

const MOST_TITLE_CHARS = 500
const MOST_DESCRIPTION_CHARS = 1_000
/** Some 15,000 words: Postgres knows no more places than 16,383. */
const MOST_BODY_CHARS = 100_000

/** The address that a page came from, without its fragment and without a login; undefined where it tells none. */
export function indexedUrl(page: IndexedPage): string | undefined {
  return typeof page.final_url === 'string' ? parseUrl(page.final_url)?.href : undefined
}

/** Reads a page for the index; undefined for what no search should find: an error of the site, or a page without words. */
export function documentOf(page: IndexedPage): SearchDocument | undefined {
  const url = typeof page.final_url === 'string' ? parseUrl(page.final_url) : undefined
  if (!url || Number(page.status_code) >= 400) return undefined
  const metadata = isObject(page.metadata) ? page.metadata : {}
  const { text, headings } = readableText(page, MOST_BODY_CHARS)
  const title = clean(page.title, MOST_TITLE_CHARS) || headings[0] || ''
  const description = clean(metadata.description, MOST_DESCRIPTION_CHARS)
  if (!text && !title) return undefined
  const language = primaryOf(
    normalizeLanguage(typeof metadata.language === 'string' ? metadata.language : undefined),
  )
  const site = clean(metadata.site_name, MOST_TITLE_CHARS)
  return {
    url: url.href,
    title,
    description,
    body: text,
    publishedAt: clean(page.published_at, 40) || undefined,
    config: configOf(language),
    words: {
      title: wordsOf(title),
      headings: wordsOf(`${headings.join(' . ')} . ${description}`),
      place: wordsOf(`${url.hostname} ${readablePath(url)} ${site}`),
      body: wordsOf(text),
    },
    marks: [...siteMarks(url.hostname), ...(language ? [languageMark(language)] : [])],
  }
}

/** When a page says that it was published, as a moment; undefined where it does not say it in a way that can be read. */
export function momentOf(publishedAt: string | undefined): Date | undefined {
  const date = publishedAt === undefined ? Number.NaN : Date.parse(publishedAt)
  return Number.isNaN(date) || date > Date.now() ? undefined : new Date(date)
}

/** The lexeme of a page's account. */
export function accountMark(accountId: string): string {
  return `@a:${accountId}`
}

export function languageMark(language: string): string {
  return `@l:${language}`
}

export function siteMark(host: string): string {
  return `@s:${host.toLowerCase().replace(/\.$/, '')}`
}

/** Of a host and of each domain that it is below. */
function siteMarks(host: string): string[] {
  const labels = host.toLowerCase().replace(/\.$/, '').split('.')
  return labels.slice(0, Math.max(1, labels.length - 1)).map((_, at) => siteMark(labels.slice(at).join('.')))
}

function readablePath({ pathname }: URL): string {
  try {
    return decodeURIComponent(pathname)
  } catch {
    return pathname
  }
}

function parseUrl(text: string): URL | undefined {
  const url = URL.parse(text)
  if (!url) return undefined
  url.hash = ''
  url.username = url.password = ''
  return url
}

/** Text of a page on one line, without what Postgres does not store. */
function clean(value: unknown, mostChars: number): string {
  if (typeof value !== 'string') return ''
  return value
    .slice(0, 4 * mostChars)
    .replace(/[\s\x00-\x1f\x7f]+/g, ' ')
    .trim()
    .slice(0, mostChars)
    .toWellFormed()
}
