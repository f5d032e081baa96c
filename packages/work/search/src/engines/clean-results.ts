import { LIMITS } from '@gleaner/contracts/limits'
import { decodeHTML } from 'entities'
import type { EngineResult } from './engine.ts'

const MOST_TITLE_CHARS = 300
const MOST_SNIPPET_CHARS = 600

/** A result as an engine tells it. Each field may be anything. */
export interface RawResult {
  url: unknown
  title: unknown
  snippet: unknown
  publishedAt: unknown
}

/** Results that can be shown: an http(s) address, texts without markup, each address once. The others are dropped. */
export function cleanResults(raw: readonly RawResult[]): EngineResult[] {
  const known = new Set<string>()
  return raw.flatMap(({ url, title, snippet, publishedAt }) => {
    const address = cleanUrl(url)
    if (address === undefined || known.has(address)) return []
    known.add(address)
    return [
      {
        url: address,
        title: cleanText(title, MOST_TITLE_CHARS) || address,
        snippet: cleanText(snippet, MOST_SNIPPET_CHARS),
        publishedAt: cleanDate(publishedAt),
      },
    ]
  })
}

/** A text on one line without tags and entities, cut at a word. */
export function cleanText(value: unknown, mostChars: number): string {
  if (typeof value !== 'string') return ''
  const text = decodeHTML(value.slice(0, 8 * mostChars).replace(/<\/?[a-z][^<>]{0,300}>/gi, ''))
    .replace(/[\s\x00-\x1f\x7f-\x9f\u2028\u2029]+/g, ' ')
    .trim()
    .toWellFormed()
  if (text.length <= mostChars) return text
  const cut = text.slice(0, mostChars - 1)
  const end = cut.lastIndexOf(' ')
  return `${end > mostChars / 2 ? cut.slice(0, end) : cut.toWellFormed()}…`
}

/** What a link leads to, without a login; undefined for what is no page. */
function cleanUrl(value: unknown): string | undefined {
  if (typeof value !== 'string' || value.length > LIMITS.urlChars) return undefined
  const url = URL.parse(value.trim())
  if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:')) return undefined
  url.username = url.password = ''
  return url.href.length > LIMITS.urlChars ? undefined : url.href
}

function cleanDate(value: unknown): string | undefined {
  if (typeof value !== 'string' || value.length > 40) return undefined
  if (/^\d{4}-\d{2}-\d{2}$/.test(value)) return value
  const date = new Date(/^\d{4}-\d{2}-\d{2}T[\d:.]+$/.test(value) ? `${value}Z` : value)
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString()
}
