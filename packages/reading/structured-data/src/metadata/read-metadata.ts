import { collapse, type Document, resolveUrl } from '@gleaner/markup'
import { normalizeLanguage } from '@gleaner/values'
import { type PageFacts, pageFacts } from '../page-facts.ts'
import { metaField } from '../syntaxes/opengraph.ts'
import { readAuthor } from './author.ts'
import { readDates } from './dates.ts'
import { readAlternates, readFavicon, readFeeds } from './links.ts'
import { readSiteName, readTitle } from './title.ts'

/** What a page says about itself. A field that the page does not give is absent. */
export interface PageMetadata {
  title?: string
  author?: string
  /** ISO 8601; `YYYY-MM-DD` when the page gives only a day. */
  published_at?: string
  modified_at?: string
  description?: string
  keywords?: string[]
  /** BCP 47. */
  language?: string
  canonical_url?: string
  site_name?: string
  image?: string
  favicon?: string
  /** `og:type`, else the schema.org type of the page's subject. */
  type?: string
  robots?: string
  feeds?: { url: string; type: string; title?: string }[]
  alternates?: { url: string; hreflang: string }[]
}

/** Title, author, dates and the other facts of a page, from its markup, its headers and, for what these leave out, the visible page. */
export function readMetadata(
  document: Document,
  page: { url: string; headers?: Record<string, string | undefined> },
): PageMetadata {
  const facts = pageFacts(document, page.url)
  const { metas, index, identity, base } = facts
  const siteName = readSiteName(facts)
  const dates = readDates(facts)
  const metadata: PageMetadata = {}
  put(metadata, 'title', readTitle(facts, siteName))
  put(metadata, 'author', readAuthor(facts, siteName))
  put(metadata, 'published_at', dates.published)
  put(metadata, 'modified_at', dates.modified)
  put(
    metadata,
    'description',
    clean(metaField(metas, 'description')[0] ?? text(facts.main?.item.description)),
  )
  put(metadata, 'keywords', readKeywords(facts))
  put(
    metadata,
    'language',
    index.language ??
      normalizeLanguage(metaField(metas, 'inLanguage')[0]) ??
      normalizeLanguage(header(page.headers, 'content-language')),
  )
  put(metadata, 'canonical_url', identity.canonical)
  put(metadata, 'site_name', siteName)
  put(metadata, 'image', readImage(facts))
  put(metadata, 'favicon', readFavicon(index.links, base))
  put(metadata, 'type', metas.get('og:type')?.[0] ?? text([facts.main?.item['@type']].flat()[0]))
  put(metadata, 'robots', metas.get('robots')?.[0] ?? header(page.headers, 'x-robots-tag'))
  put(metadata, 'feeds', readFeeds(index.links, base))
  put(metadata, 'alternates', readAlternates(index.links, base))
  return metadata
}

function put<K extends keyof PageMetadata>(
  metadata: PageMetadata,
  key: K,
  value: PageMetadata[K] | undefined,
): void {
  if (value !== undefined && value.length > 0) metadata[key] = value
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}

function clean(value: string | undefined): string | undefined {
  return value === undefined ? undefined : collapse(value).slice(0, 5_000)
}

function header(headers: Record<string, string | undefined> | undefined, name: string): string | undefined {
  return Object.entries(headers ?? {}).find(([key]) => key.toLowerCase() === name)?.[1]
}

function readKeywords({ metas, main }: PageFacts): string[] {
  const declared = metaField(metas, 'keywords')
  const own = main?.item.keywords
  const written =
    declared.length > 0
      ? declared
      : [own].flat().filter((entry): entry is string => typeof entry === 'string')
  const words = written.flatMap((list) => list.slice(0, 5_000).split(/[,;、，]/)).map(collapse)
  return [...new Set(words.filter((word) => word && word.length <= 100))].slice(0, 100)
}

function readImage({ metas, main, base }: PageFacts): string | undefined {
  const own = [main?.item.image].flat()[0]
  const address =
    metaField(metas, 'image')[0] ??
    (typeof own === 'object' && own !== null
      ? text((own as Record<string, unknown>).url ?? (own as Record<string, unknown>).contentUrl)
      : text(own))
  return address && resolveUrl(base, address)
}
