import {
  collapse,
  type Document,
  ELEMENT,
  type Element,
  findFirst,
  TEXT,
  type Text,
  walk,
} from '@gleaner/markup'
import type { PageIndex } from './entries.ts'
import { noteBody, noteHead, noteScript } from './note-element.ts'

export type { IndexedText, InlineScript, Meta, PageIndex, Placed } from './entries.ts'

/** Scripts of a page that are kept, in characters. */
const SCRIPTS_CHARS = 6_000_000
/** Longer texts are prose: nothing is read from them. */
const TEXT_CHARS = 250
/** Shorter pieces of text may be labels, titles and teasers. */
const PROSE_CHARS = 120
const MOST_TEXTS = 20_000

const indexes = new WeakMap<Document, PageIndex>()

/** The index of a parsed page; made once per document, which must not change between two calls. */
export function indexPage(document: Document): PageIndex {
  const known = indexes.get(document)
  if (known) return known
  const index = collect(document)
  indexes.set(document, index)
  return index
}

function collect(document: Document): PageIndex {
  const index = emptyIndex()
  let order = 0
  let scriptChars = 0
  /** The outermost element around the current one that is not the page's own content. */
  let outsideRoot: Element | undefined
  let isInNoscript = false

  walk(
    document,
    (node) => {
      if (node.type === TEXT) {
        noteText(index, node, order, outsideRoot !== undefined)
        return undefined
      }
      if (node.type !== ELEMENT) return undefined
      order += 1
      if (node.tag === 'script') {
        if (scriptChars < SCRIPTS_CHARS) scriptChars += noteScript(index, node)
        return 'skip'
      }
      if (noteHead(index, node)) return 'skip'
      if (SILENT_TAGS.has(node.tag)) {
        if (node.tag !== 'noscript') return 'skip'
        isInNoscript ||= holdsPage(node)
        if (!isInNoscript) return 'skip'
      }
      if (noteBody(index, node, order, outsideRoot !== undefined)) outsideRoot ??= node
      return undefined
    },
    (element) => {
      if (outsideRoot === element) outsideRoot = undefined
    },
  )
  return index
}

/** Elements without a visible text of their own. `noscript` mostly repeats what scripts show. */
const SILENT_TAGS: ReadonlySet<string> = new Set([
  'style',
  'template',
  'svg',
  'noscript',
  'iframe',
  'select',
  'textarea',
])

/** Forums that render by script (Discourse, Flarum) keep the whole page, headline included, in a `noscript`. */
function holdsPage(element: Element): boolean {
  return element.children.length > 1 && findFirst(element, 'h1') !== undefined
}

function noteText(index: PageIndex, node: Text, order: number, outside: boolean): void {
  const trimmed = node.value.trim()
  if (trimmed === '') return
  if (!outside) measureText(index, trimmed.length)
  if (trimmed.length > TEXT_CHARS * 2 || index.texts.length >= MOST_TEXTS) return
  const value = RAGGED.test(trimmed) ? collapse(trimmed) : trimmed
  if (value.length <= TEXT_CHARS) index.texts.push({ node, value, order, outside })
}

function measureText(index: PageIndex, length: number): void {
  index.chars += length
  if (length >= PROSE_CHARS) index.prose += length
}

/** White space that is not one plain space between words. */
const RAGGED = /[^\S ]|\s\s/

function emptyIndex(): PageIndex {
  return {
    language: undefined,
    dates: {},
    base: undefined,
    title: undefined,
    metas: [],
    links: [],
    jsonLd: [],
    scripts: [],
    items: [],
    hasItemref: false,
    hasRdfa: false,
    microformats: [],
    headings: [],
    times: [],
    marked: [],
    texts: [],
    chars: 0,
    prose: 0,
    buttons: [],
    authorLinks: [],
    body: undefined,
    judgedNames: new Map(),
  }
}
