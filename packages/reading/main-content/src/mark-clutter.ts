import {
  BLOCK_TAGS,
  calloutKind,
  ELEMENT,
  type Element,
  HEADINGS,
  isHiddenByClass,
  shownName,
  visibleText,
} from '@gleaner/markup'
import { goodOfConsent, MAX_SHARE, MAX_SHARE_BESIDE, SURE, trustedWords } from './clutter-words.ts'
import { isNear } from './is-near.ts'
import { CONSENT, HIDDEN, type NameVerdict, NOTHING, readNames } from './names.ts'
import { addToParents, holdsOneOf, lengthOfText, type Outline, placesOf } from './outline.ts'
import { repeatedParts } from './repeated-parts.ts'
import type { TextValue } from './text-value.ts'
import { weighNames } from './weigh-name.ts'

export interface ClutterOptions {
  /** A forum: comments are its content, and what surrounds each post is clutter. */
  isForum: boolean
  /** A manual: what is set off from its text belongs to it. */
  isManual: boolean
  /** Author boxes, tag lists, side notes are content (a shop, a directory). */
  keepAsides: boolean
  /** What the page has many of is its content, whatever it is called: teasers of a list, not those under a product. */
  keepParts: boolean
  /** The page sells something: reviews of it are not its content. */
  dropReviews: boolean
  /** Elements that are content whatever they are called: the posts of a thread, and what they stand in. */
  isKept?: (i: number) => boolean
}

/** 1 for every element of the outline that is not content, by its tag, its role or its name. */
export function markClutter(outline: Outline, { own, good }: TextValue, options: ClutterOptions): Uint8Array {
  const verdicts = readNames(outline)
  const anchors = placesOf(outline, isAnchor)
  const hasAnchor = holdsOneOf(outline, anchors)
  const { labels, panels } = outline.folds
  const labelText = textOfLabels(outline)
  const isAnchored = anchors.length > 0
  const trusted = trustedWords(outline, good, verdicts, hasAnchor)
  const parts = options.keepParts ? repeatedParts(outline, verdicts) : NO_PARTS
  const marks = new Uint8Array(outline.elements.length)
  const evidence = weighNames(outline, own, good)
  const scattered = new Map<string, boolean>()
  let foundInsets: ReadonlySet<number> | undefined
  const total = good[0]! - goodOfConsent(outline, good, verdicts, hasAnchor)

  for (let i = 1; i < marks.length; ) {
    const share = total > 0 ? good[i]! / total : 0
    if (isClutter(i, outline.elements[i]!, verdicts[i]!, share)) {
      marks.fill(1, i, outline.end[i])
      i = outline.end[i]!
    } else {
      i++
    }
  }
  return marks

  function isClutter(i: number, element: Element, name: NameVerdict, share: number): boolean {
    if (options.isKept?.(i)) return false
    if (SILENT_TAGS.has(element.tag)) return share < 0.5 && !labels.has(element)
    if (name.clutter && CONSENT.test(name.clutter) && !hasAnchor(i)) return true
    if (isHiddenByClass(element) && isBesideShown(i, share))
      return !panels.has(element) && !isTurned(outline, i)
    // A row of tabs is a menu by its looks, and is called one.
    if (labelText[i]! > 0 && labelText[i]! >= ALL_LABELS * outline.text[i]!) return false
    // The id of a heading is made of its words.
    if (HEADINGS.has(element.tag)) return false
    if (
      name !== NOTHING &&
      !name.postFrame &&
      evidence.isInSentence(i) &&
      (isTerm(element) || !HIDDEN.test(name.clutter ?? ''))
    )
      return false
    if (
      name.comments &&
      isBox(element) &&
      !(options.isManual && isScattered(name.comments)) &&
      (options.isForum ? isRemark(element) : share < 0.85)
    )
      return true
    if (options.dropReviews && name.reviews && isAnchored && !hasAnchor(i) && share < MAX_REVIEWS) return true
    const isBeside =
      isAnchored && !hasAnchor(i) && (BESIDE_TAGS.has(element.tag) || SURE.test(name.clutter ?? ''))
    if (isBeside && isEnd(element) && outline.text[0]! - outline.text[i]! > MIN_MAIN) return true
    if (share > (isBeside ? MAX_SHARE_BESIDE : MAX_SHARE)) return false
    if (isAnchored && !hasAnchor(i) && isSiteHeader(element)) return true
    if (BESIDE_TAGS.has(element.tag)) return !isCallout(element)
    if (BESIDE_ROLES.has(element.attrs.role ?? '') && calloutKind(element) === undefined)
      return element.attrs.role !== 'tablist' || good[i] === 0
    if (name.clutter && CONTROL.test(name.clutter) && evidence.hasProse(i)) return false
    if (name.clutter && !SURE.test(name.clutter) && !HIDDEN.test(name.clutter) && isFact(i)) return false
    if (name.clutter && trusted.has(name.clutter))
      return !isBulk(i, name.clutter) && !isOwnProse(i, name.clutter, share)
    if (options.isForum) return name.postFrame !== undefined && (share < 0.1 || outline.text[i]! < SHORT_LINE)
    if (evidence.isInHeading(i)) return false
    return name.aside !== undefined && !options.keepAsides && share < 0.1 && trusted.has(name.aside)
  }

  /** The page shows enough besides: its headline or much text. Without, it waits for a script to show the rest. */
  function isBesideShown(i: number, share: number): boolean {
    const rest = total - good[i]!
    return share < 0.1 || rest > MIN_SHOWN || (isAnchored && !hasAnchor(i) && rest > MIN_SHOWN_BESIDE)
  }

  /** The price on a card and the table of a comparison are content, whatever their boxes are called. Shops lay out forms as tables. */
  function isFact(i: number): boolean {
    if (evidence.isTable(i)) return !options.dropReviews
    return options.keepParts && outline.text[i]! < SHORT_LINE && evidence.hasPrice(i)
  }

  /** Boxes of that name stand between other text: they are parts of what it describes. Readers' comments come last. */
  function isScattered(word: string): boolean {
    const known = scattered.get(word)
    if (known !== undefined) return known
    const first = verdicts.findIndex(({ comments }) => comments === word)
    let beside = 0
    for (let i = first; i < marks.length; )
      if (verdicts[i]!.comments === word) i = outline.end[i]!
      else beside += outline.ownText[i++]!
    scattered.set(word, beside > MAX_AFTER * outline.text[0]!)
    return scattered.get(word)!
  }

  function isOwnProse(i: number, word: string, share: number): boolean {
    if (insets().has(i)) return true
    if (!evidence.isProse(i) || HIDDEN.test(word)) return false
    return !SURE.test(word) || share > MAX_PROSE
  }

  /** Set off from the text at several places of it; a single box may be a page's only sidebar. */
  function insets(): ReadonlySet<number> {
    if (!foundInsets) {
      const boxes = verdicts.flatMap(({ clutter }, i) => (INSET.test(clutter ?? '') ? [i] : []))
      const found = boxes.filter((i) => evidence.isProse(i) && evidence.isAmongProse(i))
      const isFound = options.isManual || found.length >= MIN_INSETS
      const names = new Set(isFound ? found.map(nameOfBox) : [])
      // Once its name has been seen on some, the short ones are such boxes, too, and those beside each other.
      foundInsets = new Set(boxes.filter((i) => names.has(nameOfBox(i)) && evidence.isText(i)))
    }
    return foundInsets
  }

  function nameOfBox(i: number): string {
    const { tag, attrs } = outline.elements[i]!
    return `${tag} ${attrs.class ?? ''}`
  }

  function isBulk(i: number, word: string): boolean {
    if (parts.has(outline.elements[i]!.attrs.class ?? '')) return true
    return options.keepAsides && !SURE.test(word) && outline.text[i]! > BULK_SHARE * outline.text[0]!
  }
}

/** Share of a box's text. */
const ALL_LABELS = 0.9

/** Characters of each subtree that label what folds. */
function textOfLabels({ elements, folds, parent, text }: Outline): Int32Array {
  const sums = new Int32Array(elements.length)
  if (folds.labels.size === 0) return sums
  elements.forEach((element, i) => {
    if (folds.labels.has(element)) sums[i] = text[i]! || lengthOfText(visibleText(element))
  })
  addToParents(parent, sums)
  return sums
}

/** Share of the page's text. */
const MAX_AFTER = 0.2

const NO_PARTS: ReadonlySet<string> = new Set()

/** A term of the text that explains itself when pointed at, not the bubble that then opens. */
function isTerm({ tag, attrs }: Element): boolean {
  return attrs.title !== undefined && (tag === 'a' || tag === 'abbr' || tag === 'dfn' || tag === 'span')
}

/** What readers' comments stand in. A cell or a part of a line that is called one is a field: the message of a commit, a remark. */
function isBox({ tag }: Element): boolean {
  return BLOCK_TAGS.has(tag) && !CELLS.has(tag)
}

const CELLS: ReadonlySet<string> = new Set(['td', 'th', 'dt', 'dd', 'p'])

/** Characters without spaces: a line or two under a post. */
const SHORT_LINE = 120

/** Much of the page's text, though no running text: the cards of a shop, the rows of a directory. */
const BULK_SHARE = 0.15

/** The opinions of many buyers are longer than any description. Share of the page's good text. */
const MAX_REVIEWS = 0.9

/** Share of the page's good text: more prose than this is no sidebar's. */
const MAX_PROSE = 0.2

/** Characters of text without which a page is nothing but its footer. */
const MIN_MAIN = 1000

/** The site's name and slogan. A header inside a section or article titles that part. */
function isSiteHeader({ tag, attrs, parent }: Element): boolean {
  return tag === 'header' && (attrs.role === 'banner' || (parent?.type === ELEMENT && parent.tag === 'body'))
}

/** Legal texts under a short page are longer than it. */
function isEnd({ tag, attrs }: Element): boolean {
  return tag === 'footer' || attrs.role === 'contentinfo'
}

/** Headlines and marked main parts. */
function isAnchor({ tag, attrs }: Element): boolean {
  return tag === 'h1' || tag === 'main' || attrs.role === 'main' || attrs.itemprop === 'articleBody'
}

/** Words for what is set off from the text: at the side of the page, or between two of its paragraphs. */
const INSET = /^sidebars?$/
/** Fewer may be the one sidebar of the page. */
const MIN_INSETS = 2

/** What a visitor opens or fills in. A box called so that holds sentences is one around it, or a section that opens. */
const CONTROL = /^(?:dropdowns?|product-form|add-to-cart|buy-(?:box|now)|quantity|swatch)$/

/** Characters of good text that a page shows besides: it does not wait for a script to show the rest. Less will do beside a headline. */
const MIN_SHOWN = 2000
const MIN_SHOWN_BESIDE = 300

/** One of several boxes alike that are shown by turns: another one, of the same name but for what hides, is shown. */
function isTurned({ elements, parent, end, text }: Outline, i: number): boolean {
  const name = shownName(elements[i]!)
  if (name === '') return false
  for (let k = parent[i]! + 1; k < end[parent[i]!]!; k = end[k]!) {
    const { tag } = elements[k]!
    if (k === i || text[k] === 0 || tag !== elements[i]!.tag || isHiddenByClass(elements[k]!)) continue
    if (shownName(elements[k]!) === name) return true
  }
  return false
}

/** Controls and embedded things: what they hold is not running text. */
const SILENT_TAGS: ReadonlySet<string> = new Set(
  'button canvas embed iframe input object option select textarea dialog'.split(' '),
)

const BESIDE_TAGS: ReadonlySet<string> = new Set('aside footer menu nav search'.split(' '))
const BESIDE_ROLES: ReadonlySet<string> = new Set(
  (
    'alert alertdialog banner complementary contentinfo dialog menu menubar navigation search searchbox status ' +
    'tablist toolbar tooltip'
  ).split(' '),
)

/** In questions and answers, comments are remarks about either; the posts of a thread are called so, too. */
function isRemark(element: Element): boolean {
  return isNear(element, ({ attrs }) => ANSWER.test(`${attrs.class ?? ''} ${attrs.itemprop ?? ''}`))
}

const ANSWER = /(?:^|\s)(?:answer|question|acceptedAnswer|suggestedAnswer)(?:$|\s)/

/** Documentation and essays put notes into `<aside>`; pull quotes and margin notes belong to the text, too. */
function isCallout(element: Element): boolean {
  return (
    element.tag === 'aside' &&
    (calloutKind(element) !== undefined ||
      /admonition|callout|note|tip|warning|hint|important|alert/i.test(element.attrs.class ?? ''))
  )
}
