import { findCurrency } from './find-currency.ts'
import { normalizeDigits } from './normalize-digits.ts'
import { firstNumber, NUMBER_PATTERN, parseAmountText } from './parse-number.ts'
import { THREE_DECIMALS } from './regional-currencies.ts'
import { trimMarksEnd } from './trim-marks.ts'

export interface Price {
  amount: number
  /** ISO 4217, when the text (or the hint) says it. */
  currency?: string
  /** The currency as the page writes it. */
  symbol?: string
}

/** Words of "free of charge" that shops write in place of an amount. */
const FREE =
  /free|gratis|kostenlos|gratuito|gratuit|grátis|бесплатно|безкоштовно|zdarma|zadarmo|ilmainen|ingyenes|darmowe|ücretsiz|مجاني|חינם|免费|免費|無料|무료|miễn phí/giu
const RANGE = /^\s*(?:-|–|—|~|～|〜|to|bis|do|до|à|a|tot|til|till|and|und|et|y|e|en|och|og|i|и|ve)\s*$/u
/** The fraction after the currency: `49€90`, `12 zł 99 gr`. */
const CENTS =
  /(?<![\d.,])(\d{1,3}(?: \d{3})+|\d+)\s?(?:€|EUR|(?:zł|руб\.?|р\.|₽|грн\.?|lei|лв\.?)(?=\s?\d\d\s?(?:gr|коп|к\b|bani|ст)))\s?(\d\d)(?!\d|[.,]\d)/
/** Nothing but a currency and two runs of digits, the second of two: `<b>12</b><sup>99</sup>`; or a spaced decimal mark. */
const SPLIT = /^(\D{0,5}?)(\d{1,3}(?:[.,' ]\d{3})*|\d+) ?(?: |[.,] | [.,] ?)(\d\d)(\D{0,5})$/
/** Ten thousands, as Chinese, Japanese and Korean count: `1万2800円`, `129.8万元`. */
const MYRIADS = /(?<![\d.,])(\d+(?:\.\d+)?) ?[万萬만](?: ?(\d{1,4})(?!\d))?/

/**
 * Amount and currency of a price as it is written in any locale; of a range the lower end, of an old and a new price
 * the first. Undefined when the text holds no amount. `hint` is text beside it that may name the currency.
 */
export function parsePrice(
  text: string,
  options: { hint?: string; country?: string } = {},
): Price | undefined {
  const normal = plain(text)
  const found = findCurrency(
    normal,
    options.hint && normalizeDigits(options.hint.slice(0, 500)),
    options.country,
  )
  const written = findAmount(normal, found?.symbol)
  const amount =
    written === undefined
      ? freeAmount(normal)
      : parseAmountText(written, found?.code && THREE_DECIMALS.has(found.code) ? 3 : 2)
  const value = amount === undefined ? Number.NaN : Number(amount)
  if (!Number.isFinite(value)) return undefined
  return {
    amount: value,
    ...(found?.code ? { currency: found.code } : {}),
    ...(found ? { symbol: found.symbol } : {}),
  }
}

/** One line with ASCII digits, hyphens for the dashes after an amount (`12.–`), and fractions that are set apart put to their amounts. */
function plain(text: string): string {
  const line = normalizeDigits(text.slice(0, 500)).replace(/\s+/g, ' ').trim()
  return line.replace(/([\d.,:] ?)[–—](?! ?\d)/g, '$1-').replace(SPLIT, joinFraction)
}

function joinFraction(whole: string, before: string, amount: string, cents: string, after: string): string {
  const isPrice = amount.length > 0 && /[^\s\d.,-]/.test(before + after)
  return isPrice ? `${before}${amount.replace(/\D/g, '')}.${cents}${after}` : whole
}

/** 0 for a text whose ASCII letters and digits all belong to one of the words. */
function freeAmount(text: string): string | undefined {
  const first = text.search(/\w/)
  const last = trimMarksEnd(text, /\W/).length
  for (const { index, 0: word } of text.matchAll(FREE)) {
    if (first >= 0 && index > first) return undefined
    if (index + word.length >= last) return '0'
  }
  return undefined
}

function findAmount(text: string, symbol: string | undefined): string | undefined {
  const cents = CENTS.exec(text)
  if (cents && isFirst(text, cents.index)) return `${cents[1]},${cents[2]}`
  const myriads = MYRIADS.exec(text)
  if (myriads) return String(Math.round(Number(myriads[1]) * 10_000) + Number(myriads[2] ?? 0))
  const numbers = [...text.matchAll(new RegExp(NUMBER_PATTERN, 'gu'))].flatMap((run) =>
    splitRun(run[0], run.index),
  )
  const prices = numbers.filter(
    (number) => !isOther(text, number, symbol !== undefined && text.includes(symbol)),
  )
  if (symbol && text.includes(symbol)) {
    const at = prices.findIndex((number) => touches(text, number, symbol))
    if (at > 0) {
      const [before, hit] = [prices[at - 1]!, prices[at]!]
      return RANGE.test(text.slice(before.end, hit.start)) ? before.written : hit.written
    }
    if (at === 0) return prices[0]!.written
  }
  return prices[0]?.written
}

function isFirst(text: string, index: number): boolean {
  return !/\d/.test(trimMarksEnd(text.slice(0, index), /[\d .,']/))
}

interface Written {
  written: string
  start: number
  end: number
}

/** A run such as `10,00 20,00` holds two numbers. */
function splitRun(run: string, index: number): Written[] {
  const numbers: Written[] = []
  let start = 0
  while (start < run.length && numbers.length < 20) {
    const written = firstNumber(run.slice(start))
    if (!written) break
    numbers.push({ written, start: index + start, end: index + start + written.length })
    start += written.length
    while (start < run.length && /[\s'’`´]/.test(run[start]!)) start += 1
  }
  return numbers
}

/** Numbers that are no price: percentages, parts of dates and ranges without a currency, counts in brackets, pieces of names. */
function isOther(text: string, { start, end }: Written, hasCurrency: boolean): boolean {
  const [before, after] = [text.slice(Math.max(0, start - 30), start), text.slice(end, end + 30)]
  if (/^\s?%/.test(after)) return true
  if (hasCurrency) return false
  return (
    /^\s?[-–/]\s?\d/.test(after) ||
    /\d\s?[-–/]\s?$/.test(before) ||
    isInBrackets(before) ||
    (/\p{L}{3},? ?$/u.test(before) && /^\d{4}$/.test(text.slice(start, end).trim()) && /^(\D|$)/.test(after))
  )
}

/** The text ends inside of brackets that hold a letter. */
function isInBrackets(text: string): boolean {
  const open = text.indexOf('(', text.lastIndexOf(')') + 1)
  return open >= 0 && /\p{L}/u.test(text.slice(open))
}

/** The symbol stands right before or behind the number, and does not belong to another one: `6 $12` is 6 of something. */
function touches(text: string, { start, end }: Written, symbol: string): boolean {
  const left = text.slice(Math.max(0, start - symbol.length - 3), start)
  if (trimMarksEnd(left, /[\s.:-]/).endsWith(trimMarksEnd(symbol, /\./))) return true
  const right = text.slice(end, end + symbol.length + 5).replace(/^[.,:]?-{1,2}/, '')
  const bare = right.trimStart()
  return bare.startsWith(symbol) && !(bare !== right && /\d/.test(bare[symbol.length] ?? ''))
}
