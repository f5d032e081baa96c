import type { BlockPageText } from './block-page-text.ts'

/** What the rules look at in a page, gathered in one bounded pass that no page can make slow. */
export interface PageFeatures {
  /** Tags and the ends of inline scripts, one after the other: where markers are searched. Quoted code is text. */
  markup: string
  /** The page was read to its end, or is rich. */
  isWhole: boolean
  title: string
  /** Text outside of scripts, styles, noscript and templates; cut at RICH_TEXT characters. */
  text: string
  /** The same, a line for each block of the page. */
  lines: string
  noscriptText: string
  /** Inline scripts, one after the other. */
  scriptText: string
  scriptSources: string[]
  /** The start of each inline script. */
  inlineScripts: string[]
  /** `type` of each input, select and textarea that a person could fill in. */
  fields: string[]
  links: number
  images: number
  headings: number
  /** What a reader sees of the page itself. */
  shown: ShownContent
  /** Elements with an id or a custom element's name that show nothing, as `#id` or `name`. */
  emptyElements: string[]
  /** What says that a script will put more there. */
  awaited: AwaitedParts
  refresh: { seconds: number; url: string } | undefined
  /** How far its text reads like a block page; set once a rule needs it. */
  blockText?: BlockPageText
  /** Its text and that of noscript without what is quoted; set once a rule needs it. */
  unquoted?: readonly string[]
  /** The page has a `body` or at least one tag. */
  isMarkup: boolean
  /** Nothing can be seen on the page: it has no text, and no element that shows anything without. */
  isEmpty: boolean
}

/**
 * What is seen of a page without its scripts: not what is hidden, waits for a script, or asks for consent, and not what
 * frames every page of a site (header, navigation, footer, links to skip them).
 */
export interface ShownContent {
  text: string
  links: number
  images: number
  headings: number
  fields: number
  iframes: number
  /** Characters of all visible text, what frames the page included. */
  length: number
  /** Some of it stands in what frames the page. */
  isFramed: boolean
}

/** Parts of the page itself that a script fills, by what stands there until it has. */
export interface AwaitedParts {
  /** Lines that say that something is being loaded. */
  loadingLines: number
  /** Elements that name what is put into them as soon as the page is open, and templates of lists. */
  requests: number
  /** Characters of shown text within custom elements, whose scripts may show more. */
  inCustomElements: number
  /** Elements that are put into a named slot of a custom element. */
  slotted: number
  /** Custom elements bring their content along as declared shadow roots. */
  hasDeclaredRoots: boolean
  /** Pieces of shown text, between one tag and the next, and those that are a pattern to be filled: `{{ boat.name }}`. */
  pieces: number
  patterns: number
  /** Patterns anywhere in the shown text, and whether a framework that fills them in the browser has its marks on the page. */
  spans: number
  isBound: boolean
  /** Elements with an id, a custom name or an address among their data that hold neither text nor pictures. */
  blankParts: number
}

/** A page with this much text is content, whatever scripts it carries. */
export const RICH_TEXT = 6_000
