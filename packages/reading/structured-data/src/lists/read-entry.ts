import { ELEMENT, type Element, resolveUrl } from '@gleaner/markup'
import { type DateOptions, type Price, parsePrice } from '@gleaner/values'
import { cleanName } from '../heuristics/clean-name.ts'
import { MONEY } from '../page-index/name-patterns.ts'
import { shortText } from '../page-index/short-text.ts'
import { PRICE_WORDS } from '../price-words.ts'
import type { JsonObject } from '../syntaxes/jsonld.ts'
import { type Chosen, dateOf } from './choose-columns.ts'
import type { Leaf, Leaves } from './read-leaves.ts'

export interface EntryContext {
  base: string
  country: string | undefined
  dates: DateOptions
  /** Addresses of images that most entries show: placeholders and marks. */
  commonImages: ReadonlySet<string>
}

const ALT_CHARS = 200
/** What is written before an entry for want of a list: `- Name`, `• Name`. */
const MARKER = /^[-–—•·▪»›*|]\s+/
/** A longer text is no price. */
export const PRICE_CHARS = 60
/** Names of elements that hold an amount, where no currency stands beside it. */
const PRICED = new RegExp(`${PRICE_WORDS}|amount|cost`)

/** An entry as an object of schema.org's names; undefined for one without a name. */
export function readEntry(
  leaves: Leaves,
  at: number,
  chosen: Chosen,
  context: EntryContext,
): JsonObject | undefined {
  const { base, dates } = context
  const named = chosen.name?.leaves[at] ?? substitute(leaves)
  const image = imageOf(leaves, context)
  const name = (named?.text ?? altOf(leaves))?.replace(MARKER, '')
  if (!name || name.length < 2) return undefined
  const url = urlOf(leaves, named, base)
  const offer = offerOf(leaves, context)
  const date = chosen.dates
    .map((column) => column.leaves[at])
    .find((leaf) => leaf !== undefined && leaf !== named)
  const text = (leaf: Leaf | undefined) => (leaf && leaf !== named ? leaf.text : undefined)
  const author = text(chosen.author?.leaves[at])
  const company = text(chosen.company?.leaves[at])
  return withoutAbsent({
    name,
    url,
    image,
    offers: offer,
    datePublished: (date && dateOf(date, dates)) ?? (named && timeBeside(leaves, dates)),
    description: text(chosen.description?.leaves[at]),
    author: author && (cleanName(author) ?? author),
    hiringOrganization: company,
    location: text(chosen.location?.leaves[at]),
    aggregateRating: ratingOf(leaves),
  })
}

function withoutAbsent(object: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined && value !== ''))
}

/** What stands in for a name that an entry has not at the place where the others have theirs: its heading, else its longest link. */
function substitute({ texts }: Leaves): Leaf | undefined {
  const heading = texts.find((leaf) => leaf.heading > 0 && leaf.text.length >= 3)
  if (heading) return heading
  let longest: Leaf | undefined
  for (const leaf of texts)
    if (leaf.link && leaf.text.length <= ALT_CHARS && leaf.text.length > (longest?.text.length ?? 2))
      longest = leaf
  return longest
}

/** What a link or a picture says of itself. */
function altOf({ links, images }: Leaves): string | undefined {
  const said = [
    ...links.map(({ attrs }) => attrs.title ?? attrs['aria-label']),
    ...images.map(({ attrs }) => attrs.alt),
  ]
  return said
    .find((text) => text !== undefined && text.trim().length > 2)
    ?.trim()
    .slice(0, ALT_CHARS)
}

/** The address that the name leads to, else the one that the entry leads to most. */
function urlOf({ links }: Leaves, named: Leaf | undefined, base: string): string | undefined {
  const address = (link: Element) => {
    const href = link.attrs.href?.trim() ?? ''
    if (href === '' || href.startsWith('#')) return undefined
    const url = resolveUrl(base, href)
    return url && /^https?:/.test(url) ? url : undefined
  }
  const own = named?.link && address(named.link)
  if (own) return own
  const counts = new Map<string, number>()
  for (const link of links) {
    const url = address(link)
    if (url) counts.set(url, (counts.get(url) ?? 0) + 1)
  }
  let most: string | undefined
  for (const [url, count] of counts) if (most === undefined || count > counts.get(most)!) most = url
  return most
}

/** The first picture that is of this entry alone. */
function imageOf({ images }: Leaves, context: EntryContext): string | undefined {
  for (const image of images) {
    const url = imageUrl(image, context.base)
    if (url && !context.commonImages.has(url)) return url
  }
  return undefined
}

/** Where a picture is: lazily loaded ones name it beside a placeholder. */
export function imageUrl({ attrs }: Element, base: string): string | undefined {
  const { src } = attrs
  const isReal = src !== undefined && src !== '' && !src.startsWith('data:')
  const lazy = attrs['data-src'] ?? attrs['data-original'] ?? attrs['data-lazy-src'] ?? attrs['data-lazy']
  const written = isReal
    ? PLACEHOLDER.test(src)
      ? (lazy ?? src)
      : src
    : (lazy ?? firstSource(attrs.srcset ?? attrs['data-srcset']))
  const url = written && resolveUrl(base, written.trim())
  return url && /^https?:/.test(url) ? url : undefined
}

const PLACEHOLDER = /blank|placeholder|spacer|transparent|loading|lazy|pixel|1x1/i

function firstSource(srcset: string | undefined): string | undefined {
  return /^\s*([^\s,]\S*)/.exec(srcset?.slice(0, 2_000) ?? '')?.[1]?.replace(/,$/, '')
}

/** The price that is asked: the first amount that is not crossed out. */
function offerOf({ texts }: Leaves, { country }: EntryContext): JsonObject | undefined {
  const options = country ? { country } : {}
  for (const leaf of texts) {
    const price = leaf.isStruck ? undefined : priceOf(leaf, options)
    if (price && price.amount > 0)
      return {
        '@type': 'Offer',
        price: price.amount,
        ...(price.currency ? { priceCurrency: price.currency } : {}),
      }
  }
  return undefined
}

function priceOf({ text, element, names }: Leaf, options: { country?: string }): Price | undefined {
  if (text.length > PRICE_CHARS) return undefined
  if (MONEY.test(text)) {
    const { parent } = element
    const isPart = !/\d/.test(text) || (/^\D{0,3}\d{1,3}$/.test(text) && isSmall(parent))
    const whole = isPart && parent?.type === ELEMENT ? shortText(parent, PRICE_CHARS, true) : text
    const price = parsePrice(whole, options)
    return price?.symbol ? price : undefined
  }
  const isAmount = /^\s*\d[\d.,\s]*$/.test(text) && PRICED.test(names)
  return isAmount ? parsePrice(text, options) : undefined
}

function isSmall(parent: Element['parent']): boolean {
  return parent?.type === ELEMENT && shortText(parent, 20, true).length < 15
}

function timeBeside({ texts }: Leaves, dates: DateOptions): string | undefined {
  const time = texts.find(({ element }) => element.tag === 'time' || element.attrs.datetime !== undefined)
  return time && dateOf(time, dates)
}

/** `4.5 out of 5`, `4,5 / 5`. */
const OF_FIVE = /(?:^|[^\d.,])([0-5](?:[.,]\d{1,2})?)\s?(?:\/|[^\d.,;|]{2,12}?)\s?5(?![\d.,])/

function ratingOf({ texts }: Leaves): JsonObject | undefined {
  for (const { text, element } of texts) {
    const said = [text, element.attrs['aria-label'], element.attrs.title].find(
      (one) => one && one.length <= 80 && OF_FIVE.test(one),
    )
    if (said)
      return { '@type': 'AggregateRating', ratingValue: Number(OF_FIVE.exec(said)![1]!.replace(',', '.')) }
  }
  return undefined
}
