import { type Element, HEADINGS } from '@gleaner/markup'
import { judgeLine } from './boilerplate-lines.ts'
import { countBoxLinks, countLinks } from './count-links.ts'
import { markSection, ownLine } from './mark-boilerplate.ts'
import type { Outline } from './outline.ts'
import { PRICE } from './page-signs.ts'

/**
 * Marks what a page of many parts has between its parts: menus, filters, buttons, boilerplate lines. Lists of plain links
 * are what a directory consists of; beside one thing (`isOneThing`) they are menus.
 */
export function markControls(
  outline: Outline,
  root: number,
  clutter: Uint8Array,
  { isOneThing = false } = {},
): void {
  const { labels } = outline.folds
  const mark = (i: number) => clutter.fill(1, i, outline.end[i])
  const showsPrice = priceFinder(outline)
  /** A card of a shop is a form when a button on it buys the thing. */
  const isOffer = (i: number) => {
    for (let k = i; k < outline.end[i]!; k++) if (showsPrice(k)) return !isOneThing
    return false
  }
  for (let i = root + 1; i < outline.end[root]!; i++) {
    if (clutter[i]) continue
    const element = outline.elements[i]!
    const length = outline.ownText[i]!
    if (isMenu(outline, i, isOneThing, showsPrice)) mark(i)
    else if (isShortForm(outline, i) && !isOffer(i)) mark(i)
    else if (element.tag === 'a' && isButton(element) && outline.text[i]! < 40 && !labels.has(element))
      mark(i)
    else if (length > 0 && length < 200 && outline.text[i] === length) {
      const { isBoilerplate, leadsElsewhere } = judgeLine(ownLine(element))
      if (isBoilerplate) mark(i)
      else if (isTitle(element) && leadsElsewhere) markSection(outline, i, root, clutter)
    }
  }
}

/** A short form holds only labels, unless it is mostly lines that nothing is filled in beside; a long one is a box around the page. */
export function isShortForm(outline: Outline, i: number): boolean {
  const { tag } = outline.elements[i]!
  return (tag === 'form' || tag === 'fieldset') && outline.text[i]! < MAX_FORM && !isList(outline, i)
}

/** Rows and items of text beside the form's controls: a list whose things can be marked, or a page within a form. */
function isList({ elements, end, text, linkText }: Outline, form: number): boolean {
  let lines = 0
  let length = 0
  for (let i = form + 1; i < end[form]!; ) {
    const isLine = ROWS.has(elements[i]!.tag) && text[i]! > 0
    if (isLine && !holdsControl(elements, i, end[i]!) && linkText[i]! < text[i]!) {
      lines++
      length += text[i]!
    }
    i = isLine ? end[i]! : i + 1
  }
  return lines >= MIN_LINES && length > MIN_LIST * text[form]!
}

const ROWS: ReadonlySet<string> = new Set(['li', 'tr', 'p', 'dd'])
const MIN_LINES = 3
/** Share of the form's text. */
const MIN_LIST = 0.6

function holdsControl(elements: readonly Element[], from: number, to: number): boolean {
  for (let i = from; i < to; i++) if (FIELDS.has(elements[i]!.tag)) return true
  return false
}

const FIELDS: ReadonlySet<string> = new Set('input select textarea label button'.split(' '))

/** Characters without spaces. */
const MAX_FORM = 400

/** Shop themes write the titles of their sections as boxes. */
function isTitle({ tag, attrs }: Element): boolean {
  return HEADINGS.has(tag) || (tag === 'div' && TITLE_NAME.test(attrs.class ?? ''))
}

const TITLE_NAME = /(?:^|[\s_-])(?:title|heading|header|headline)(?:$|[\s_-])/i

function isButton(element: Element): boolean {
  return /(?:^|[\s_-])(?:btn|button|cta)/i.test(element.attrs.class ?? '') || element.attrs.role === 'button'
}

/** Short links in a row with nothing else: no pictures, no prices. */
function isMenu(
  outline: Outline,
  i: number,
  isOneThing: boolean,
  showsPrice: (i: number) => boolean,
): boolean {
  const { tag } = outline.elements[i]!
  if (tag !== 'ul' && tag !== 'ol' && tag !== 'div' && tag !== 'section' && tag !== 'header' && tag !== 'p')
    return false
  const text = outline.text[i]!
  if (text === 0 || text > 4000 || outline.linkText[i]! < 0.8 * text) return false
  if (countLinks(outline, i) < 3) return false
  const links = isOneThing ? countLinks(outline, i) : countBoxLinks(outline, i)
  if (links < 3 || text >= 32 * links) return false
  let images = 0
  for (let k = i + 1; k < outline.end[i]!; k++) {
    const { tag } = outline.elements[k]!
    if (tag === 'a' && outline.text[k]! > 0) continue
    if (tag === 'img' || tag === 'picture') images++
    else if (showsPrice(k)) return false
  }
  return images * 2 < links
}

/** Finds the elements that show a price on a line of their own. Each is read once, since menus are nested. */
function priceFinder(outline: Outline): (i: number) => boolean {
  const known = new Map<number, boolean>()
  return (i) => {
    if (outline.ownText[i] === 0) return false
    const shows = known.get(i) ?? PRICE.test(ownLine(outline.elements[i]!))
    known.set(i, shows)
    return shows
  }
}
