import { randomInt } from 'node:crypto'
import { type Names, patternOf } from './url-pattern.ts'

/**
 * An address of the same kind that surely nobody has written: a date of another century, or the values of the query, or the last segment of the
 * path (of one whose kind differs by the path: `isPath`), with other letters, or far larger numbers. Undefined where nothing of it can be changed.
 */
export function unwrittenAddress(address: string, isPath = false): string | undefined {
  const url = new URL(address)
  const { year } = patternOf(address, ANY_NAMES)
  if (year !== undefined) {
    const path = `${url.pathname}${url.search}`.replace(String(year), String(randomInt(...CENTURIES)))
    return new URL(path, url).href
  }
  if (url.search.length > 1 && !isPath) url.search = url.search.replace(VALUE, unwrittenText)
  else url.pathname = url.pathname.replace(LAST_SEGMENT, unwrittenText)
  return url.href === address ? undefined : url.href
}

const ANY_NAMES: Names = { sectionOf: (segment) => segment, hostOf: (host) => host }
/** Years of which no site tells anything. */
const CENTURIES = [2400, 3000] as const
/** Of a parameter; the whole query where it has none. */
const VALUE = /(?<==)[^&;]+|(?<=^\?)[^=&;]+$/g
/** Without the ending of a file's name. */
const LAST_SEGMENT = /[^/]+?(?=(?:\.[a-z]{1,5})?\/?$)/i

/** Beyond the pages of any site that counts them, and below 2^31, which programs may fail at. */
const FAR_NUMBERS = [500_000_000, 1_000_000_000] as const

/** Numbers become far larger ones; where there are none each run of letters becomes another one. */
function unwrittenText(text: string): string {
  if (HEX.test(text)) return text.replace(/[\da-f]/gi, () => randomInt(16).toString(16))
  const plain = text.replace(/%[\da-f]{2}/gi, '-')
  if (/\d/.test(plain)) return plain.replace(/\d+/g, () => String(randomInt(...FAR_NUMBERS)))
  return plain.replace(/\p{L}+/gu, ({ length }) => letters(Math.max(LETTERS_AT_LEAST, length)))
}

/** An identifier in hexadecimal digits, with or without hyphens. */
const HEX = /^(?=.*\d)(?=.*[a-f])[\da-f-]{8,}$/i
const LETTERS_AT_LEAST = 5
const CONSONANTS = 'bcdfghjklmnpqrstvwxz'

function letters(count: number): string {
  return Array.from({ length: Math.min(count, 40) }, () => CONSONANTS[randomInt(CONSONANTS.length)]).join('')
}
