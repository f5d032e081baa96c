import type { Element, Text } from '@gleaner/markup'
import type { DateOptions } from '@gleaner/values'
import type { JudgedNames } from './judge-names.ts'

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
  /** How the page writes dates. */
  dates: DateOptions
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
  /** Roots of microformats, those within others too. */
  microformats: Element[]
  headings: Placed[]
  times: Placed[]
  /** Elements whose names say that they hold something (`product-price`, `byline`). */
  marked: Placed[]
  /** Short visible texts in document order, each with the number of its element. */
  texts: IndexedText[]
  /** Characters of the page's own text, and of its long pieces: sentences rather than labels. */
  chars: number
  prose: number
  buttons: Placed[]
  authorLinks: Placed[]
  body: Element | undefined
  /** What each distinct name of an element says; filled while the page is walked. */
  judgedNames: JudgedNames
}
