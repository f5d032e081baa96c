import { type DateOptions, findDates, parsePrice } from '@gleaner/values'
import { SIGNED_NAME } from '../heuristics/byline.ts'
import { OF_MEMBERS } from '../heuristics/post-date.ts'
import { MONEY } from '../page-index/name-patterns.ts'
import { type Column, share } from './columns.ts'
import type { Leaf } from './read-leaves.ts'

export interface Chosen {
  name: Column | undefined
  dates: Column[]
  description: Column | undefined
  author: Column | undefined
  company: Column | undefined
  location: Column | undefined
}

const NAMED = {
  name: /title|headline|heading|subject|(?:^|[\s_-]|[a-z])name(?=$|\s|__)/,
  company: /compan|employer|organi[sz]ation|firm\b|hiring/,
  location:
    /locat|(?:^|[\s_-])(?:loc|loca|city|place|venue|address|addr|area|region|neighbou?rhood|headquarters|district)(?:$|[\s_-])/,
  description: /desc|excerpt|summary|teaser|snippet|abstract|intro|dek|blurb/,
} as const
/** `New York, USA`: a place with what it lies in. */
const PLACE = /^\p{Lu}[\p{L}.'’ -]{1,30}, \p{Lu}[\p{L}. ]{1,25}(?:,? \d{4,6})?$/u
const DATE_CHARS = 90
const LEAST_DESCRIPTION = 35
const MOST_NAME = 220

/** Which place of the entries holds what, judged over all entries: what differs from one to the next, how long it is, what it stands in. */
export function chooseColumns(columns: readonly Column[], dates: DateOptions): Chosen {
  const common = columns.filter(({ presence }) => presence >= 0.3)
  const dated = columns
    .filter((column) => column.presence >= 0.1 && isDate(column, dates))
    .filter((column) => share(column, ({ text }) => OF_MEMBERS.test(text)) < 0.5)
    .sort((a, b) => b.variety * b.presence - a.variety * a.presence)
  const name = best(common, (column) => (dated.includes(column) ? 0.3 : 1) * weighName(column))
  const rest = common.filter(
    (column) => column !== name && !dated.includes(column) && !isPrice(column) && !repeats(column, name),
  )
  const pick = (weigh: (column: Column) => number) => {
    const column = best(rest, weigh)
    if (column) rest.splice(rest.indexOf(column), 1)
    return column
  }
  const isNamed = (pattern: RegExp) => (column: Column) => {
    if (column.chars > 120) return 0
    const own = column.sample.element.attrs.class?.toLowerCase() ?? ''
    return pattern.test(own) ? column.presence * 2 : pattern.test(lastNames(column)) ? column.presence : 0
  }
  const author = pick((column) =>
    (SIGNED_NAME.test(column.sample.names) || /byline/.test(lastNames(column))) && column.chars <= 60
      ? column.presence
      : 0,
  )
  const location = pick(
    (column) =>
      isNamed(NAMED.location)(column) + (share(column, ({ text }) => PLACE.test(text)) >= 0.6 ? 1 : 0),
  )
  const company = pick(isNamed(NAMED.company))
  return { name, dates: dated, author, location, company, description: pick(weighDescription) }
}

/** The name once more: in a picture's caption or a link of its own. */
function repeats({ leaves }: Column, name: Column | undefined): boolean {
  const both = leaves.filter((leaf, at) => leaf && name?.leaves[at])
  return (
    both.length > 0 &&
    leaves.filter((leaf, at) => leaf && leaf.text === name?.leaves[at]?.text).length > both.length * 0.6
  )
}

function best(columns: readonly Column[], weigh: (column: Column) => number): Column | undefined {
  let chosen: Column | undefined
  let most = 0
  for (const column of columns) {
    const weight = weigh(column)
    if (weight > most) {
      most = weight
      chosen = column
    }
  }
  return chosen
}

/** An entry's name differs from entry to entry, is nearly always there, and is a heading, a link or called so. */
function weighName(column: Column): number {
  const { presence, variety, chars, sample } = column
  if (chars < 2 || chars > MOST_NAME || variety < 0.2) return 0
  if (isPrice(column) || share(column, ({ text }) => !/\p{L}/u.test(text)) > 0.7) return 0.01 * presence
  let weight = 1
  if (sample.heading > 0) weight += 3
  if (sample.link) weight += 2
  if (NAMED.name.test(lastNames(column))) weight += 2
  if (/(?:^|\s)name(?:\s|$)/.test(sample.names) && sample.element.attrs.itemprop === 'name') weight += 2
  if (/^(?:strong|b|cite)$/.test(sample.element.tag)) weight += 1
  if (NAMED.description.test(lastNames(column))) weight -= 1
  // A case number or an article's number beside a name in words; "Item number: 12".
  if (share(column, ({ text }) => isCode(text)) > 0.6) weight *= 0.1
  if (share(column, ({ text }) => LABEL.test(text)) > 0.8) weight *= 0.3
  if (chars > 120) weight *= 0.6
  if (chars < 8) weight *= 0.8
  return Math.max(0, weight) * presence ** 2 * variety
}

const LABEL = /^\p{L}[\p{L} ]{1,24}[:：]/u

/** More digits and marks than letters. */
function isCode(text: string): boolean {
  const letters = text.match(/\p{L}/gu)?.length ?? 0
  return letters < text.replace(/\s/g, '').length * 0.5
}

/** Of texts that are no name, the longest; short ones where they are paragraphs or called so. */
function weighDescription({ presence, variety, chars, sample }: Column): number {
  if (variety < 0.3) return 0
  const isCalled = NAMED.description.test(sample.names)
  const isText = chars >= LEAST_DESCRIPTION || (chars >= 12 && (isCalled || sample.element.tag === 'p'))
  return isText ? Math.min(chars, 400) * presence * (isCalled ? 2 : 1) * (sample.link ? 0.5 : 1) : 0
}

/** The names of a leaf's element and of the two around it. */
function lastNames({ sample }: Column): string {
  const names = sample.names.trim().split(/\s{2,}|\s(?=\S+$)/)
  return `${names.slice(-2).join(' ')} ${sample.element.attrs.class?.toLowerCase() ?? ''}`
}

function isDate(column: Column, dates: DateOptions): boolean {
  return share(column, (leaf) => dateOf(leaf, dates) !== undefined) >= 0.6
}

/** The date that a short text tells or that its `time` is of. */
export function dateOf({ text, element }: Leaf, dates: DateOptions): string | undefined {
  const { datetime } = element.attrs
  const written = datetime && datetime.length <= DATE_CHARS ? findDates(datetime, dates)[0] : undefined
  if (written) return written.date
  if (text.length > DATE_CHARS || !/\d/.test(text)) return undefined
  return findDates(text, dates)[0]?.date
}

export function isPrice(column: Column): boolean {
  return share(column, ({ text }) => isMoney(text)) >= 0.5
}

/** A short text that is little but an amount of money. */
function isMoney(text: string): boolean {
  return text.length <= 60 && /\d/.test(text) && MONEY.test(text) && (parsePrice(text)?.amount ?? 0) > 0
}
