import { createElement, type Document, type Element, pageParts } from '@gleaner/markup'
import { guessPageType, type PageType } from '@gleaner/page-types'
import { blockModel } from './blocks/block-model.ts'
import { chooseBlocks } from './blocks/choose-blocks.ts'
import type { TreeModel } from './blocks/score-rows.ts'
import { manualRoot } from './choose-manual.ts'
import { broadRoot, focusedRoot, includeLead, namedArticle, threadRoot } from './choose-root.ts'
import { valueBesideCards } from './find-cards.ts'
import { findPosts, holdsPosts, type Posts } from './find-posts.ts'
import { includeSignIn } from './include-sign-in.ts'
import { isScattered } from './is-scattered.ts'
import { markBoilerplate } from './mark-boilerplate.ts'
import { markCaptions } from './mark-captions.ts'
import { markClutter } from './mark-clutter.ts'
import { markComments } from './mark-comments.ts'
import { isShortForm, markControls } from './mark-controls.ts'
import { markFrames } from './mark-frames.ts'
import { markLabels } from './mark-labels.ts'
import { markLoneLines } from './mark-lone-lines.ts'
import { markQuotes } from './mark-quotes.ts'
import { markRepeats } from './mark-repeats.ts'
import { markStoreTerms } from './mark-store-terms.ts'
import { markTeasers } from './mark-teasers.ts'
import type { Outline } from './outline.ts'
import { type PageHead, readHead } from './page-head.ts'
import { PRICE, readSigns } from './page-signs.ts'
import { plainTitle } from './plain-title.ts'
import { pruneOutline } from './prune-outline.ts'
import { measureVisible } from './reveal-content.ts'
import { shareLeftOut } from './share-left-out.ts'
import { type TextValue, valueText } from './text-value.ts'

export interface MainContent {
  /** The page's content, as a tree of its own. */
  root: Element
  /** The same without the headline, captions and credits. `root` itself when there are none. Made when asked for. */
  runningText(): Element
  pageType: PageType
  /** The page shows nothing but menus, footers and the like, and `root` is all of them. */
  isBoilerplate: boolean
  /** Why the choice is not sure; undefined when it is. */
  doubt: string | undefined
  /** Share of the sentences in the page's main part that are left out of its content. */
  leftOut(): number
}

const TEXT_CLUTTER = {
  isForum: false,
  isManual: false,
  keepAsides: false,
  keepParts: false,
  dropReviews: false,
}

/** What shows that a card is about something else: a shop's other products have prices, a firm's posts have dates. */
const TEASER_SIGNS: Readonly<Partial<Record<PageType, RegExp>>> = {
  product: PRICE,
  service: /\b\d{1,2},? (?:19|20)\d\d\b|\b(?:19|20)\d\d-\d\d-\d\d\b/,
}

/** Largest share of the page's text that teasers may make up together; more may be what the page is about. */
const MAX_TEASERS = 0.3
/** The same where the page declares what it sells: shops show more of other things than of one. */
const MAX_BESIDE_OFFER = 0.95

/** The page declares a product with its offer. Category pages declare products to show their stars in searches. */
function offersOne({ schemaTypes }: PageHead): boolean {
  return schemaTypes.has('Offer') && (schemaTypes.has('Product') || schemaTypes.has('ProductGroup'))
}

/** Types of page on which reviews are not content. A service page's testimonials say what the firm does. */
const SHOPS: ReadonlySet<PageType> = new Set(['product', 'collection'])

/** Types of page that are one text, under which readers may write. */
const TEXT_TYPES: ReadonlySet<PageType> = new Set(['article', 'documentation'])

interface Choice {
  root: number
  /** 1 for every element that is left out. */
  clutter: Uint8Array
  /** Nothing but boilerplate is there to be chosen. */
  isBoilerplate?: true
}

/** What a page is known to be before its content is chosen. */
interface Facts {
  type: PageType
  /** `<title>` and `og:title`, normalized by `plainTitle`. */
  title: string
  head: PageHead
  posts: Posts | undefined
  /** Share of the posts in the running text without clutter. */
  inPosts: number
}

/** Most characters of the title, since every heading is searched in it. */
const TITLE_CHARS = 2_000

type Choose = (outline: Outline, value: TextValue, draft: Choice, facts: Facts) => Choice

/** How the content of each kind of page is separated from its boilerplate. */
const CHOOSERS: Readonly<Record<PageType, Choose>> = {
  article: chooseText,
  documentation: chooseManual,
  forum: chooseThread,
  product: chooseParts,
  collection: chooseParts,
  listing: chooseParts,
  service: chooseParts,
}

/** What the readers of each kind of page choose, before its blocks are looked at one by one. */
export interface ContentDraft {
  outline: Outline
  value: TextValue
  choice: Choice
  facts: Facts
  /** The page is read as parts, although it calls itself an article, or its readers have found next to nothing. */
  isUnsure: boolean
}

/**
 * Chooses a page's main content, without boilerplate: navigation, advertising, consent, teasers of other pages.
 * `pageType` overrides the guess of what kind of page it is.
 */
export function chooseMainContent(document: Document, url: string, pageType?: PageType): MainContent {
  return readDraft(correctDraft(draftContent(document, url, pageType)))
}

export function draftContent(document: Document, url: string, pageType?: PageType): ContentDraft {
  const outline = measureVisible(pageParts(document).body ?? createElement('body'))
  const value = valueText(outline)
  const head = readHead(document)
  const title = plainTitle(`${head.title} ${head.metas.get('og:title') ?? ''}`.slice(0, TITLE_CHARS))

  const clutter = markClutter(outline, value, TEXT_CLUTTER)
  const own = valueBesideCards(outline, value.own)
  const draft = { root: focusedRoot(outline, own, clutter), clutter }
  const posts = findPosts(outline, value.good)
  const signs = readSigns(outline, value, draft.root, posts, clutter)
  const type = pageType ?? guessPageType(head, url, signs)
  if (TEXT_TYPES.has(type) && posts && markComments(outline, posts, value.good, clutter))
    draft.root = focusedRoot(outline, own, clutter)
  const scattered = type === 'article' && isScattered(outline, own, draft.root, clutter)
  const facts: Facts = { type, title, head, posts, inPosts: signs.inPosts }
  const chosen = (scattered ? chooseParts : CHOOSERS[type])(outline, value, draft, facts)
  const whole = fallBack(chosen, outline, value, type, head)
  const choice = { ...whole, root: includeSignIn(outline, whole.root, whole.clutter) }
  return { outline, value, choice, facts, isUnsure: scattered || whole !== chosen }
}

/** The draft without what the block model takes for no content. */
export function correctDraft(draft: ContentDraft, model: TreeModel = blockModel()): ContentDraft {
  const { outline, value, choice, facts } = draft
  if (choice.isBoilerplate) return draft
  const { type, posts } = facts
  const known = { ...choice, type, posts, exempt: captionsOf(draft) }
  return { ...draft, choice: { ...choice, clutter: chooseBlocks(outline, value, known, model) } }
}

/** Marks what the running text leaves out, beside the clutter. Undefined when there is nothing. */
export function captionsOf({
  outline,
  choice,
  facts: { type, title },
}: ContentDraft): Uint8Array | undefined {
  return markCaptions(outline, choice.root, choice.clutter, type === 'article' ? title : undefined)
}

export function readDraft(draft: ContentDraft): MainContent {
  const { outline, value, choice, facts, isUnsure } = draft
  const root = pruneOutline(outline, choice.root, choice.clutter)
  return {
    root,
    runningText() {
      const captions = captionsOf(draft)
      return captions ? pruneOutline(outline, choice.root, captions) : root
    },
    pageType: facts.type,
    isBoilerplate: choice.isBoilerplate === true,
    doubt: isUnsure
      ? 'No part of the page stands out as its content; all of it but menus, footers and the like is given.'
      : undefined,
    leftOut: () => shareLeftOut(outline, value.own, choice),
  }
}

/** Characters without spaces; less is a stray label of a page whose content was taken for boilerplate. */
const MIN_CONTENT = 20
/** Less than this is little, if it is also less than that share of what is on the page beside its boilerplate. */
const LITTLE = 500
const LITTLE_SHARE = 0.15

function hasContent(outline: Outline, choice: Choice): boolean {
  return lengthOf(outline, choice) >= MIN_CONTENT
}

/** Characters without spaces that the choice keeps. */
function lengthOf(outline: Outline, { root, clutter }: Choice): number {
  let length = 0
  for (let i = root; i < outline.end[root]!; i++) if (!clutter[i]) length += outline.ownText[i]!
  return length
}

/** All but the boilerplate where what was chosen is little of it; of a page that is all boilerplate everything. */
function fallBack(
  chosen: Choice,
  outline: Outline,
  value: TextValue,
  type: PageType,
  head: PageHead,
): Choice {
  const length = lengthOf(outline, chosen)
  if (length >= LITTLE) return chosen
  const withoutBoilerplate = { root: 0, clutter: markClutter(outline, value, TEXT_CLUTTER) }
  if (type === 'product') {
    markControls(outline, 0, withoutBoilerplate.clutter, { isOneThing: true })
    markTeasersOf(type, head, outline, withoutBoilerplate.clutter)
  }
  const most = lengthOf(outline, withoutBoilerplate)
  if (most >= MIN_CONTENT && length < LITTLE_SHARE * most) return withoutBoilerplate
  if (length >= MIN_CONTENT) return chosen
  const whole: Choice = { root: 0, clutter: new Uint8Array(chosen.clutter.length), isBoilerplate: true }
  return hasContent(outline, whole) ? whole : chosen
}

/** Running text in one place. */
function chooseText(
  outline: Outline,
  { own, good }: TextValue,
  { root, clutter }: Choice,
  { title }: Facts,
): Choice {
  const article = namedArticle(outline, root, good, title)
  const withLead = includeLead(outline, article, own, clutter)
  markBoilerplate(outline, withLead, clutter)
  markLoneLines(outline, withLead, clutter)
  return { root: withLead, clutter }
}

/** Prose, code, tables, signatures and lists of links under one headline. */
function chooseManual(outline: Outline, value: TextValue): Choice {
  const clutter = markClutter(outline, value, { ...TEXT_CLUTTER, keepAsides: true, isManual: true })
  return { root: manualRoot(outline, clutter), clutter }
}

/** Posts under each other. */
function chooseThread(
  outline: Outline,
  value: TextValue,
  _draft: Choice,
  { title, posts, inPosts }: Facts,
): Choice {
  const { own, good } = value
  const isThread = posts !== undefined && (posts.areSigned || Math.max(posts.share, inPosts) > MIN_POSTS)
  const isKept = isThread ? holdsPosts(outline, posts) : undefined
  const clutter = markClutter(outline, value, { ...TEXT_CLUTTER, isForum: true, ...(isKept && { isKept }) })
  for (let i = 1; i < clutter.length; i++) {
    if (isReplyForm(outline, good, i)) clutter.fill(1, i, outline.end[i])
  }
  const root = isThread ? markFrames(outline, posts, good, title, clutter) : threadRoot(outline, own, clutter)
  if (isThread) markQuotes(outline, posts.bodies, clutter)
  markBoilerplate(outline, root, clutter)
  return { root, clutter }
}

/** Share of the page's running text; with less, what was found is not the thread. */
const MIN_POSTS = 0.4

/** Old forum software wraps each post in a form; a form with sentences is a post. */
function isReplyForm(outline: Outline, good: Float64Array, i: number): boolean {
  return isShortForm(outline, i) && good[i] === 0
}

/** Many parts of equal weight: cards, rows, sections. */
function chooseParts(outline: Outline, value: TextValue, _draft: Choice, { type, head }: Facts): Choice {
  const clutter = markClutter(outline, value, {
    isForum: false,
    isManual: false,
    keepAsides: true,
    keepParts: type !== 'product',
    dropReviews: SHOPS.has(type),
  })
  const isOneThing = type === 'product'
  markControls(outline, 0, clutter, { isOneThing })
  if (isOneThing) markStoreTerms(outline, clutter)
  markRepeats(outline, clutter, { isOneThing })
  markLabels(outline, clutter)
  markTeasersOf(type, head, outline, clutter)
  return { root: broadRoot(outline, clutter), clutter }
}

function markTeasersOf(type: PageType, head: PageHead, outline: Outline, clutter: Uint8Array): void {
  const sign = TEASER_SIGNS[type]
  if (sign) markTeasers(outline, clutter, sign, offersOne(head) ? MAX_BESIDE_OFFER : MAX_TEASERS)
}
