import { collapse } from '@gleaner/markup'
import type { Family } from '@gleaner/page-types'
import { isObject } from '@gleaner/runtime/is-object'
import type { Source, SourcedItem } from './entities/main-entity.ts'
import { mergeItems } from './entities/merge.ts'
import { readVisibleArticle } from './heuristics/article.ts'
import { findCurrentBid } from './heuristics/current-bid.ts'
import { isPrinted, printedCode } from './heuristics/labelled-values.ts'
import { readContact } from './heuristics/organization.ts'
import { findPaidPrice } from './heuristics/paid-price.ts'
import { readVisibleProduct } from './heuristics/product.ts'
import type { PageFacts } from './page-facts.ts'
import type { PageKind } from './page-kind.ts'
import { isShown, readEmbeddedProduct } from './syntaxes/embedded-state.ts'
import type { JsonObject } from './syntaxes/jsonld.ts'

/** What scripts and the visible page add to what a page declares of its subject. Costly readers run only for what is missing. */
export function foundEntries(facts: PageFacts, kind: PageKind, declared: JsonObject): SourcedItem[] {
  if (kind.shown) return [entry('page', kind.shown)]
  const reader = READERS[kind.family]
  return reader ? reader(facts, declared) : []
}

/**
 * What the visible page shows more up to date, or more to the point, than its markup: the current bid of an auction, the
 * price that is paid where the declared one is crossed out, and the code that shoppers read where the declared one, a
 * number of the shop's software, is seen nowhere.
 */
export function liveEntries(
  { index, headline, identity, country }: PageFacts,
  kind: PageKind,
  { sku, offers }: JsonObject,
): SourcedItem[] {
  if (kind.family !== 'product') return []
  const price = isObject(offers) && offers.price !== undefined ? Number(offers.price) : Number.NaN
  const paid =
    findCurrentBid(index, headline, identity.url) ??
    (Number.isNaN(price) ? undefined : findPaidPrice(index, headline?.order, price, country))
  const isHidden = sku !== undefined && !isPrinted(index, String(sku)) && !identity.url.includes(String(sku))
  const code = isHidden ? printedCode(index, headline) : undefined
  return [
    ...(paid ? [entry('page', { offers: { '@type': 'Offer', price: paid.amount } })] : []),
    ...(code ? [entry('page', { sku: code })] : []),
  ]
}

const READERS: Partial<Record<Family, (facts: PageFacts, declared: JsonObject) => SourcedItem[]>> = {
  product: productEntries,
  article: (facts, declared) =>
    hasAll(declared, ['headline', 'author', 'datePublished']) ? [] : articleEntries(facts),
  page: (facts) => [entry('page', readPage(facts))],
  organization: ({ index }) => [entry('page', readContact(index))],
  business: ({ index }) => [entry('page', readContact(index))],
}

function entry(source: Source, item: JsonObject): SourcedItem {
  return { source, item }
}

/** What is known of any page, for one that is about nothing in particular. */
function readPage({ index, headline, identity }: PageFacts): JsonObject {
  const name = headline?.text ?? (index.title && collapse(index.title).slice(0, 500))
  return {
    ...(name && { name }),
    url: identity.canonical ?? identity.url,
    ...(index.language && { inLanguage: index.language }),
  }
}

function hasAll(declared: JsonObject, fields: readonly string[]): boolean {
  return fields.every((field) => declared[field] !== undefined)
}

function articleEntries(facts: PageFacts): SourcedItem[] {
  const item = readVisibleArticle(facts)
  return item ? [entry('page', item)] : []
}

function productEntries(facts: PageFacts, declared: JsonObject): SourcedItem[] {
  if (isComplete(declared)) return []
  const known: SourcedItem[] = [entry('page', declared)]
  const state = readEmbeddedProduct(facts.index, facts.identity)
  const isSeen = state !== undefined && !hasUnseenPrice(state, facts)
  const found = state ? [entry('embedded-state', isSeen ? state : withoutPrice(state))] : []
  if (isComplete(mergeItems([...known, ...found]).object)) return found
  found.push(entry('page', readVisibleProduct(facts.index, facts.headline, facts.identity.url)))
  if (state && !isSeen) found.push(entry('embedded-state', state))
  return found
}

/** A price that only scripts carry may be another offer's; one that the page shows goes before it. */
function hasUnseenPrice({ offers }: JsonObject, { index }: PageFacts): boolean {
  return isObject(offers) && typeof offers.price === 'number' && !isShown(offers.price, index)
}

function withoutPrice({ offers, ...rest }: JsonObject): JsonObject {
  const { price: _, priceCurrency: __, ...terms } = isObject(offers) ? offers : {}
  return { ...rest, offers: terms }
}

/** A product's record is complete with number, brand, price and availability. */
function isComplete({ sku, brand, offers }: JsonObject): boolean {
  const isPriced = ({ price, lowPrice, priceSpecification, availability }: JsonObject) =>
    (price ?? lowPrice ?? priceSpecification) !== undefined && availability !== undefined
  return sku !== undefined && brand !== undefined && [offers].flat().filter(isObject).some(isPriced)
}
