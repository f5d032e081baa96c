import { Parser } from 'htmlparser2'
import { MAX_URL_LENGTH } from '../limits.ts'
import { ReadProblem } from '../problem.ts'
import type { EntryReader, RawEntry } from './raw-entry.ts'
import { notASitemap } from './text-reader.ts'

const ROOTS: ReadonlySet<string> = new Set(['urlset', 'sitemapindex', 'rss', 'rdf', 'feed'])

/** What an item is, by the name of its element. */
const KINDS: Record<string, RawEntry['kind']> = {
  url: 'page',
  sitemap: 'sitemap',
  item: 'feed',
  entry: 'feed',
}

/** What is read of an item, by the names of the elements in it. A feed's `guid` is often its address. */
type Field = 'url' | 'date' | 'title' | 'guid'
const FIELDS: Record<string, Field> = {
  loc: 'url',
  lastmod: 'date',
  link: 'url',
  guid: 'guid',
  pubdate: 'date',
  updated: 'date',
  published: 'date',
  title: 'title',
}
/** Read with a prefix of their own as well. */
const FOREIGN_FIELDS: Record<string, Field> = { 'news:title': 'title', 'dc:date': 'date' }

/** What generators declare on single elements, without meaning anything by it. */
const OWN = /^$|\/sitemap\/0\./

const MAX_TITLE_LENGTH = 500
/** Nobody nests sitemaps or feeds so deep, but for what feeds carry as XHTML. */
const MAX_DEPTH = 256

/**
 * Reads sitemaps, index files, RSS and Atom in one go, by the names of elements without their prefixes. Declared entities
 * are not known here: the five of XML and numbers alone are replaced. Elements of other vocabularies (images, videos, other
 * languages) have other prefixes than their item, and are passed over.
 */
export function createXmlReader(): EntryReader {
  let found: RawEntry[] = []
  let root: string | undefined
  /** The root's own end has been seen. */
  let isWhole = false
  let isOver = false
  let depth = 0
  let item: { kind: RawEntry['kind']; name: string; prefix: string; depth: number } | undefined
  let values: Partial<Record<Field, string>> = {}
  let field: Field | undefined
  let text = ''
  let link: { isPage: boolean; href: string } | undefined
  let namespace = ''
  /** Depth of an element inside an item that has another vocabulary, with all that is in it. */
  let foreignFrom: number | undefined

  const parser = new Parser(
    {
      onopentagname: open,
      onattribute: attribute,
      ontext(data) {
        if (field !== undefined && text.length <= MAX_URL_LENGTH) text += data
      },
      onclosetag: close,
    },
    { xmlMode: true, decodeEntities: true, lowerCaseTags: true, lowerCaseAttributeNames: true },
  )

  function open(qualified: string): void {
    if (++depth > MAX_DEPTH) throw new ReadProblem('broken', 'Its elements are nested too deep')
    const { name, prefix } = split(qualified)
    if (root === undefined) {
      if (!ROOTS.has(name)) throw notASitemap()
      root = qualified
      return
    }
    endLink()
    if (foreignFrom !== undefined) return
    const kind = KINDS[name]
    // An item within another one: the end of that one is missing.
    if (kind !== undefined && (item === undefined || (item.name === name && item.prefix === prefix))) {
      endItem()
      item = { kind, name, prefix, depth }
      return
    }
    field = item && (prefix === item.prefix ? FIELDS[name] : FOREIGN_FIELDS[qualified])
    text = ''
    link = field === 'url' && name === 'link' ? { isPage: true, href: '' } : undefined
  }

  function attribute(name: string, value: string): void {
    if (name === 'xmlns') declare(value)
    // It is a name of the item, and no address of it.
    if (name === 'ispermalink' && field === 'guid' && value.trim().toLowerCase() === 'false')
      field = undefined
    if (link === undefined || value.length > MAX_URL_LENGTH) return
    if (name === 'href') link.href = value
    if (name === 'rel') link.isPage = value.trim().toLowerCase() === 'alternate'
  }

  /** A vocabulary without a prefix: in `<image xmlns="..."><loc>` is no address of a page. */
  function declare(value: string): void {
    if (depth === 1) namespace = value
    if (item === undefined || depth <= item.depth || value === namespace || OWN.test(value)) return
    foreignFrom ??= depth
    field = link = undefined
  }

  function close(qualified: string, isImplied: boolean): void {
    if (depth-- === foreignFrom) foreignFrom = undefined
    // What the end of the file cuts may be half an address.
    if (field !== undefined && !isOver) keep(field, text)
    field = undefined
    text = ''
    endLink()
    const { name, prefix } = split(qualified)
    if (item?.name === name && item.prefix === prefix) endItem()
    if (qualified === root && !isImplied) isWhole = true
  }

  /** The first value counts; Atom's is an attribute. */
  function endLink(): void {
    if (link?.isPage && link.href !== '') keep('url', link.href)
    link = undefined
  }

  function keep(name: Field, value: string): void {
    const trimmed = value.trim()
    if (trimmed !== '') values[name] ??= trimmed
  }

  function endItem(): void {
    const { url = values.guid, date, title } = values
    if (item !== undefined && url !== undefined && url.length <= MAX_URL_LENGTH)
      found.push({ kind: item.kind, url, date, title: title?.slice(0, MAX_TITLE_LENGTH) })
    item = undefined
    values = {}
  }

  function take(): RawEntry[] {
    const entries = found
    found = []
    return entries
  }

  return {
    read(piece) {
      parser.write(piece)
      return take()
    },
    end() {
      isOver = true
      parser.end()
      if (root === undefined) throw notASitemap()
      return { entries: take(), isWhole }
    },
  }
}

function split(qualified: string): { name: string; prefix: string } {
  const colon = qualified.indexOf(':')
  return { name: qualified.slice(colon + 1), prefix: colon < 0 ? '' : qualified.slice(0, colon) }
}
