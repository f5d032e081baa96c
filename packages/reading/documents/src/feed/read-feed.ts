import { type ChildNode, parseFragment } from '@gleaner/markup'
import type { parseFeed } from 'feedsmith'
import { element, page } from '../build-page.ts'
import type { ReadableDocument } from '../document-result.ts'

const MAX_ENTRIES = 1000

interface Entry {
  title: string | undefined
  url: string | undefined
  published_at: string | undefined
  author: string | undefined
  categories: string[]
  /** HTML. */
  content: string | undefined
}

interface Feed {
  title: string | undefined
  description: string | undefined
  url: string | undefined
  entries: Entry[]
}

/** Reads XML as RSS, RDF or Atom; undefined when it is none of them. */
export async function readFeed(xml: string, pageUrl: string): Promise<ReadableDocument | undefined> {
  const { parseFeed } = await import('feedsmith')
  let feed: Feed | undefined
  try {
    feed = feedOf(parseFeed<string>(xml, { maxItems: MAX_ENTRIES }), pageUrl)
  } catch {
    // It is no feed, or too broken to be read.
  }
  return feed && documentOf(feed)
}

type Parsed = ReturnType<typeof parseFeed<string>>
type Kind<Format extends Parsed['format']> = Extract<Parsed, { format: Format }>['feed']

function feedOf(parsed: Parsed, pageUrl: string): Feed | undefined {
  switch (parsed.format) {
    case 'rss':
      return rssFeed(parsed.feed, pageUrl)
    case 'rdf':
      return rssFeed(parsed.feed, pageUrl)
    case 'atom':
      return atomFeed(parsed.feed, pageUrl)
    default:
      return undefined
  }
}

/** RSS, and RDF, whose items have less. */
function rssFeed({ title, description, link, items = [] }: Kind<'rss'> | Kind<'rdf'>, pageUrl: string): Feed {
  const entries = items.map((item: NonNullable<Kind<'rss'>['items']>[number]): Entry => {
    const { guid, dc, authors = [], categories = [] } = item
    return {
      title: item.title,
      url: webUrl(item.link ?? guid?.value, pageUrl),
      published_at: isoDate(item.pubDate ?? dc?.dates?.[0]),
      author: dc?.creators?.[0] ?? authors[0]?.name ?? authors[0]?.email,
      categories: named(categories.map(({ name }) => name)),
      content: item.content?.encoded ?? item.description,
    }
  })
  return { title, description, url: webUrl(link, pageUrl), entries }
}

function atomFeed(feed: Kind<'atom'>, pageUrl: string): Feed {
  const entries = (feed.entries ?? []).map(
    (entry): Entry => ({
      title: entry.title?.value,
      url: webUrl(alternate(entry.links) ?? entry.id, pageUrl),
      published_at: isoDate(entry.published ?? entry.updated),
      author: entry.authors?.[0]?.name,
      categories: named((entry.categories ?? []).map(({ term, label }) => label ?? term)),
      content: entry.content?.value ?? entry.summary?.value,
    }),
  )
  const url = webUrl(alternate(feed.links), pageUrl)
  return { title: feed.title?.value, description: feed.subtitle?.value, url, entries }
}

function alternate(links: Kind<'atom'>['links'] = []): string | undefined {
  return links.find(({ rel = 'alternate' }) => rel === 'alternate')?.href
}

function named(names: readonly (string | undefined)[]): string[] {
  return names.filter((name) => name !== undefined)
}

function webUrl(href: string | undefined, pageUrl: string): string | undefined {
  const url = href === undefined ? undefined : URL.parse(href, pageUrl)
  return url && /^https?:$/.test(url.protocol) ? url.href : undefined
}

function isoDate(value: string | undefined): string | undefined {
  const time = Date.parse(value ?? '')
  return Number.isNaN(time) ? undefined : new Date(time).toISOString()
}

function documentOf({ title, description, url, entries }: Feed): ReadableDocument {
  const heading = title ? [element('h1', {}, title)] : []
  const intro = description ? [element('p', {}, description)] : []
  return {
    ok: true,
    kind: 'other',
    document: page(title, [...heading, ...intro, ...entries.flatMap(entryElements)]),
    ...(title && { title }),
    metadata: {
      ...(description && { description }),
      ...(url && { site_url: url }),
      entries: entries.length,
    },
    data: { ...withoutEmpty({ title, description, url }), items: entries.map(withoutEmpty) },
    ocrUsed: false,
  }
}

function entryElements({ title, url, published_at, author, content }: Entry): ChildNode[] {
  const label = title ?? url
  const name = label === undefined ? [] : url ? [element('a', { href: url }, label)] : [label]
  const byline = [published_at, author].filter((part) => part !== undefined).join(' · ')
  return [
    ...(name.length > 0 ? [element('h2', {}, name)] : []),
    ...(byline ? [element('p', {}, byline)] : []),
    ...(content ? [element('div', {}, parseFragment(content).children)] : []),
  ]
}

function withoutEmpty(entry: object): object {
  return Object.fromEntries(
    Object.entries(entry).filter(
      ([, value]) => value !== undefined && !(Array.isArray(value) && value.length === 0),
    ),
  )
}
