import { type ChildNode, parseFragment } from '@gleaner/markup'
import { element, page } from '../build-page.ts'
import type { ReadableDocument } from '../document-result.ts'

const MAX_ENTRIES = 1000

type Xml = Record<string, unknown>

interface Entry {
  title: string | undefined
  url: string | undefined
  published_at: string | undefined
  author: string | undefined
  categories: string[]
  /** HTML. */
  content: string | undefined
}

/** Reads parsed XML as RSS 2.0, RSS 1.0 (RDF) or Atom; undefined when it is none of them. */
export function readFeed(root: Xml, pageUrl: string): ReadableDocument | undefined {
  const rss = record(record(root.rss)?.channel)
  const rdf = record(root['rdf:RDF'])
  const atom = record(root.feed)
  const channel = rss ?? record(rdf?.channel) ?? atom
  if (!channel) return undefined
  const items = list(rss?.item ?? rdf?.item ?? atom?.entry).slice(0, MAX_ENTRIES)
  const entries = items.map((item) => readEntry(item, pageUrl))
  const title = text(channel.title)
  const description = text(channel.description) ?? text(channel.subtitle)
  const link = linkOf(channel, pageUrl)
  const heading = title ? [element('h1', {}, title)] : []
  const intro = description ? [element('p', {}, description)] : []
  return {
    ok: true,
    kind: 'other',
    document: page(title, [...heading, ...intro, ...entries.flatMap(entryElements)]),
    ...(title && { title }),
    metadata: {
      ...(description && { description }),
      ...(link && { site_url: link }),
      entries: entries.length,
    },
    data: { ...withoutEmpty({ title, description, url: link }), items: entries.map(withoutEmpty) },
    ocrUsed: false,
  }
}

function readEntry(item: Xml, pageUrl: string): Entry {
  return {
    title: text(item.title),
    url: linkOf(item, pageUrl),
    published_at: date(
      text(item.pubDate) ?? text(item['dc:date']) ?? text(item.published) ?? text(item.updated),
    ),
    author: text(record(item.author)?.name) ?? text(item['dc:creator']) ?? text(item.author),
    categories: all(item.category).flatMap((category) => {
      const name = text(category) ?? text(record(category)?.['@term'])
      return name ? [name] : []
    }),
    content:
      text(item['content:encoded']) ?? text(item.content) ?? text(item.description) ?? text(item.summary),
  }
}

function entryElements({ title, url, published_at, author, content }: Entry): ChildNode[] {
  const label = title ?? url
  const name = label === undefined ? [] : url ? [element('a', { href: url }, label)] : [label]
  const byline = [published_at, author].filter((part) => part !== undefined).join(' · ')
  return [
    ...(name.length > 0 ? [element('h2', {}, ...name)] : []),
    ...(byline ? [element('p', {}, byline)] : []),
    ...(content ? [element('div', {}, ...parseFragment(content).children)] : []),
  ]
}

/** RSS gives a link as text, Atom as `<link href rel>`; without one a permanent id serves. */
function linkOf(item: Xml, pageUrl: string): string | undefined {
  const links = all(item.link)
  const atom = links
    .map(record)
    .find((link) => link?.['@href'] && (link['@rel'] ?? 'alternate') === 'alternate')
  const guid = text(item.guid)
  const href =
    links.map((link) => (typeof link === 'string' ? link : undefined)).find(Boolean) ??
    text(atom?.['@href']) ??
    guid
  const url = href === undefined ? undefined : URL.parse(href, pageUrl)
  return url && /^https?:$/.test(url.protocol) ? url.href : undefined
}

function date(value: string | undefined): string | undefined {
  if (value === undefined) return undefined
  const time = Date.parse(value)
  return Number.isNaN(time) ? undefined : new Date(time).toISOString()
}

function text(value: unknown): string | undefined {
  if (typeof value === 'string') return value.trim() || undefined
  if (Array.isArray(value)) return text(value[0])
  return record(value) ? text(record(value)!['#text']) : undefined
}

function record(value: unknown): Xml | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Xml) : undefined
}

function all(value: unknown): unknown[] {
  return value === undefined ? [] : Array.isArray(value) ? value : [value]
}

function list(value: unknown): Xml[] {
  return all(value)
    .map(record)
    .filter((item) => item !== undefined)
}

function withoutEmpty(entry: object): object {
  return Object.fromEntries(
    Object.entries(entry).filter(
      ([, value]) => value !== undefined && !(Array.isArray(value) && value.length === 0),
    ),
  )
}
