import { parseDate, parsePrice } from '@gleaner/values'

/** An entry of a list, as a truth states it: texts as the page writes them. `url_end`: the end of its address, where no more is known. */
export type Entry = Record<string, string>

export interface Counts {
  expected: number
  found: number
  right: number
}

export interface PageScore {
  /** Entries, matched one to one by address or name. */
  items: Counts
  /** Fields of entries, all those that the truth of this page names. */
  fields: Counts
  byField: Record<string, Counts>
}

/** Fields that are compared; what else a truth says only helps to match. */
const FIELDS = [
  'name',
  'url',
  'image',
  'price',
  'date',
  'description',
  'author',
  'company',
  'location',
] as const
type Field = (typeof FIELDS)[number]

/**
 * Entries are matched one to one: by address, else by name. A field of a matched entry is right when its value is the truth's; what is
 * found in an entry that matches none is wrong, as is a value that differs. Only fields that the truth names for the page count.
 */
export function scorePage(truth: readonly Entry[], found: readonly Entry[]): PageScore {
  const judged = FIELDS.filter((field) => truth.some((entry) => fieldOf(entry, field) !== undefined))
  const byField = Object.fromEntries(judged.map((field) => [field, { expected: 0, found: 0, right: 0 }]))
  const pairs = matched(truth, found)
  for (const field of judged) {
    const counts = byField[field]!
    counts.expected = truth.filter((entry) => fieldOf(entry, field) !== undefined).length
    counts.found = found.filter((entry) => {
      const partner = pairs.get(entry)
      // What the truth does not tell of an entry that is there is not held against it.
      if (partner && fieldOf(partner, field) === undefined) return false
      return fieldOf(entry, field) !== undefined
    }).length
    for (const [entry, expected] of pairs)
      if (isSame(field, fieldOf(expected, field), fieldOf(entry, field), expected)) counts.right += 1
  }
  return {
    items: { expected: truth.length, found: found.length, right: pairs.size },
    fields: sumOf(Object.values(byField)),
    byField,
  }
}

export function sumOf(all: readonly Counts[]): Counts {
  const sum = { expected: 0, found: 0, right: 0 }
  for (const { expected, found, right } of all) {
    sum.expected += expected
    sum.found += found
    sum.right += right
  }
  return sum
}

export function f1({ expected, found, right }: Counts): number {
  return expected + found === 0 ? 0 : (2 * right) / (expected + found)
}

function fieldOf(entry: Entry, field: Field): string | undefined {
  const value = field === 'url' ? (entry.url ?? entry.url_end) : entry[field]
  return value === undefined || value === '' ? undefined : String(value)
}

/** Found entry to its truth. */
function matched(truth: readonly Entry[], found: readonly Entry[]): Map<Entry, Entry> {
  const pairs = new Map<Entry, Entry>()
  const taken = new Set<Entry>()
  const pass = (fits: (expected: Entry, entry: Entry) => boolean) => {
    for (const entry of found) {
      if (pairs.has(entry)) continue
      const partner = truth.find((expected) => !taken.has(expected) && fits(expected, entry))
      if (!partner) continue
      pairs.set(entry, partner)
      taken.add(partner)
    }
  }
  const sameName = (a: Entry, b: Entry) => isSame('name', a.name, b.name, a)
  const sameUrl = (a: Entry, b: Entry) => isSame('url', fieldOf(a, 'url'), fieldOf(b, 'url'), a)
  pass((a, b) => sameUrl(a, b) && sameName(a, b))
  pass(sameUrl)
  pass((a, b) => sameName(a, b) && fieldOf(a, 'url') === undefined)
  pass(sameName)
  return pairs
}

function isSame(
  field: Field,
  expected: string | undefined,
  found: string | undefined,
  truth: Entry,
): boolean {
  if (expected === undefined || found === undefined) return false
  switch (field) {
    case 'url':
      return truth.url === undefined && truth.url_end !== undefined
        ? plainUrl(found).endsWith(plainUrl(truth.url_end))
        : plainUrl(expected) === plainUrl(found)
    case 'image':
      return plainUrl(expected).split('?')[0] === plainUrl(found).split('?')[0]
    case 'price':
      return amountOf(expected) !== undefined && amountOf(expected) === amountOf(found)
    case 'date':
      return dayOf(expected) !== undefined && dayOf(expected) === dayOf(found)
    case 'description':
      return wordF1(expected, found) >= 0.6
    default:
      return isSameText(expected, found)
  }
}

function plainUrl(url: string): string {
  const text = url
    .replace(/#.*$/, '')
    .replace(/\/$/, '')
    .replace(/^https?:/, '')
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

function amountOf(text: string): number | undefined {
  return /^\d+(?:\.\d+)?$/.test(text) ? Number(text) : parsePrice(text.replace(/[a-z]+/gi, ' '))?.amount
}

function dayOf(text: string): string | undefined {
  const padded = text.replace(/-(\d)(?=-|T|$)/g, '-0$1')
  return (
    parseDate(padded) ?? parseDate(/\w+ \d{1,2}, \d{4}|\d{1,2}\/\d{1,2}\/\d{4}/.exec(text)?.[0] ?? '')
  )?.slice(0, 10)
}

/** The same letters and digits, or one within the other at more than 60 % of its length. */
function isSameText(a: string, b: string): boolean {
  const [short, long] = [plain(a), plain(b)].sort((x, y) => x.length - y.length) as [string, string]
  return short.length > 0 && long.includes(short) && short.length >= long.length * 0.6
}

function plain(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '')
}

function wordF1(a: string, b: string): number {
  const [left, right] = [a, b].map((text) => new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []))
  const common = [...left!].filter((word) => right!.has(word)).length
  return left!.size + right!.size === 0 ? 0 : (2 * common) / (left!.size + right!.size)
}
