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
import type { JudgedNames } from './judge-names.ts'
import { noteBody, noteHead, noteScript } from './note-element.ts'

/** A body element with its place: readers compare distances, and distrust what stands outside the page's own content. */
export interface Placed<T = Element> {
  node: T
  /** Number of the element in document order. */
  order: number
  /** Inside navigation, footer, sidebar, cart or a block of related things. */
  outside: boolean
  /** Names of the element: class, id, test ids; lower case. Empty for texts. */
  names: string
}

export interface IndexedText {
  node: Text
  value: string
  order: number
  outside: boolean
}

export interface Meta {
  /** `name`, `property`, `itemprop` or `http-equiv`, lower case. */
  key: string
  content: string
}

export interface InlineScript {
  type: string
  id: string
  text: string
}

/** Everything that the structured and metadata readers look at, collected in one walk over the page. */
export interface PageIndex {
  language: string | undefined
  /** `<base href>` as written. */
  base: string | undefined
  title: string | undefined
  metas: Meta[]
  links: Element[]
  jsonLd: string[]
  scripts: InlineScript[]
  /** Elements with `itemscope`. */
  items: Element[]
  hasItemref: boolean
  hasRdfa: boolean
  headings: Placed[]
  times: Placed[]
  /** Elements whose names say that they hold something (`product-price`, `byline`). */
  marked: Placed[]
  /** Short visible texts in document order, each with the number of its element. */
  texts: IndexedText[]
  buttons: Placed[]
  authorLinks: Placed[]
  body: Element | undefined
  /** What each distinct name of an element says; filled while the page is walked. */
  judgedNames: JudgedNames
}

/** Scripts of a page that are kept, in characters. */
const SCRIPTS_CHARS = 6_000_000
/** Longer texts are prose: nothing is read from them. */
const TEXT_CHARS = 250
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

/** Forums that draw themselves by script (Discourse, Flarum) keep the whole page, headline included, in a `noscript`. */
function holdsPage(element: Element): boolean {
  return element.children.length > 1 && findFirst(element, 'h1') !== undefined
}

function noteText(index: PageIndex, node: Text, order: number, outside: boolean): void {
  if (node.value.length > TEXT_CHARS * 2 || index.texts.length >= MOST_TEXTS) return
  const trimmed = node.value.trim()
  if (trimmed === '') return
  const value = RAGGED.test(trimmed) ? collapse(trimmed) : trimmed
  if (value.length <= TEXT_CHARS) index.texts.push({ node, value, order, outside })
}

/** White space that is not one plain space between words. */
const RAGGED = /[^\S ]|\s\s/

function emptyIndex(): PageIndex {
  return {
    language: undefined,
    base: undefined,
    title: undefined,
    metas: [],
    links: [],
    jsonLd: [],
    scripts: [],
    items: [],
    hasItemref: false,
    hasRdfa: false,
    headings: [],
    times: [],
    marked: [],
    texts: [],
    buttons: [],
    authorLinks: [],
    body: undefined,
    judgedNames: new Map(),
  }
}
