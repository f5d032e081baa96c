import { closest, type Element } from '@gleaner/markup'
import { trimMarksEnd } from '@gleaner/values'
import { nameKey } from '../entities/similarity.ts'
import { MONEY } from '../page-index/name-patterns.ts'
import { oncePerPage } from '../page-index/once-per-page.ts'
import type { PageIndex } from '../page-index/page-index.ts'
import { shortText } from '../page-index/short-text.ts'
import { type Headline, isNear } from './headline.ts'
import { findLabelled } from './labelled-values.ts'

/** How far from the headline, in elements, the maker's name stands; a line without a sign of its own stands right beside it. */
const NEAR = { before: 30, after: 40 }
const BESIDE = { before: 8, after: 8 }
/** Makers, as words of elements' names and of the addresses of their pages. */
const MAKER_NAME =
  /(?:^|[\s_-])(?:brand|vendor|manufacturer|maker|designer|marke|marque|marca|merk|hersteller|producent)(?:$|[\s_-])/
const MAKER_PATH =
  /\/(?:brands?|vendors?|manufacturers?|makers?|designers?|marken?|marques?|marcas?|merk(?:en)?|hersteller|fabricants?|producent|brend)[/?]/i
const CRUMBS = /crumb/i
const LONGEST = 40
const MOST_WORDS = 5

/**
 * The product's brand: beside its label, else what an element at the headline says that is named for the maker or leads to the
 * maker's page, else a line right at the headline that the headline begins with.
 */
export const findBrand = oncePerPage(
  (index: PageIndex, headline: Headline | undefined): string | undefined =>
    findLabelled(index).brand ??
    (headline &&
      (namedMaker(index, headline) ?? linkedMaker(index, headline) ?? firstWords(index, headline))),
)

function namedMaker(index: PageIndex, headline: Headline): string | undefined {
  for (const { node, names, order } of index.marked) {
    if (!isNear(order, headline, NEAR) || !MAKER_NAME.test(names)) continue
    const name = makerName(shortText(node, LONGEST * 2), headline)
    if (name) return name
  }
  return undefined
}

function linkedMaker(index: PageIndex, headline: Headline): string | undefined {
  for (const { node, value, order } of index.texts) {
    if (!isNear(order, headline, NEAR) || value.length > LONGEST) continue
    const link = closest(node.parent as Element, isLink)
    if (!link || !MAKER_PATH.test(link.attrs.href!)) continue
    const name = makerName(value, headline)
    if (name) return name
  }
  return undefined
}

function firstWords(index: PageIndex, headline: Headline): string | undefined {
  const title = `${nameKey(headline.text)} `
  for (const { node, value, order, outside } of index.texts) {
    if (outside || order === headline.order || !isNear(order, headline, BESIDE)) continue
    const name = makerName(value, headline)
    if (name && title.startsWith(`${nameKey(name)} `) && !closest(node.parent as Element, isCrumb))
      return name
  }
  return undefined
}

const isLink = ({ tag, attrs }: Element) => tag === 'a' && attrs.href !== undefined
const isCrumb = ({ attrs }: Element) => CRUMBS.test(attrs.class ?? '')

/** The name in a line (`Brand: Acme`, `Visit the Acme shop` above `Acme kettle`); undefined for what is no name, or is the product's. */
function makerName(line: string, headline: Headline): string | undefined {
  const value = line.slice(line.search(/[:：]/) + 1).trim()
  if (nameKey(value).includes(nameKey(headline.text))) return undefined
  const name = sharedStart(headline.text, value) ?? value
  const isName =
    name.length > 1 &&
    name.length <= LONGEST &&
    name.split(' ').length <= MOST_WORDS &&
    /\p{L}/u.test(name) &&
    !/[.!?]$/.test(name) &&
    !MONEY.test(name)
  return isName ? name : undefined
}

/** The most first words of the headline that stand in the line too, as the headline writes them. */
function sharedStart(headline: string, line: string): string | undefined {
  const words = headline.split(' ').slice(0, MOST_WORDS)
  const key = ` ${nameKey(line)} `
  for (let count = words.length; count > 0; count--) {
    const start = words.slice(0, count).join(' ')
    if (nameKey(start).length > 1 && key.includes(` ${nameKey(start)} `))
      return trimMarksEnd(start, /[\s–—|,-]/)
  }
  return undefined
}
