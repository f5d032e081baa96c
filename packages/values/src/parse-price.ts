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
const CURRENCY_RIGHT = /^(?:[.,]?-{1,2})?\s?(?:[$€£¥₹₽₴₺₪₩₫฿₱₦₸]|\p{L})/u
const CURRENCY_LEFT = /(?:[$€£¥₹₽₴₺₪₩₫฿₱₦₸﷼]|\p{L}\.?)\s?$/u
const RANGE = /^\s*(?:-|–|—|~|to|bis|do|до|à|a|tot|til|till)\s*$/u

/**
 * Amount and currency of a price as it is written in any locale; of a range the lower end, of an old and a new price
 * the first. Undefined when the text holds no amount. `hint` is text beside it that may name the currency.
 */
export function parsePrice(
  text: string,
  options: { hint?: string; country?: string } = {},
): Price | undefined {
  const normal = normalizeDigits(text.slice(0, 500)).replace(/\s+/g, ' ').trim()
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
  const cents = /(?<!\d)(\d+)\s?(?:€|EUR)\s?(\d\d)(?!\d|[.,]\d)/.exec(text)
  if (
    cents &&
    !/[.,]\d+$/.test(text.slice(0, cents.index + cents[1]!.length)) &&
    isFirst(text, cents.index)
  ) {
    return `${cents[1]},${cents[2]}`
  }
  const numbers = [...text.matchAll(new RegExp(NUMBER_PATTERN, 'g'))].flatMap((run) =>
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

function touches(text: string, { start, end }: Written, symbol: string): boolean {
  const right = text.slice(end, end + symbol.length + 4)
  const left = text.slice(Math.max(0, start - symbol.length - 3), start)
  return (
    (CURRENCY_RIGHT.test(right) && right.includes(symbol)) ||
    (CURRENCY_LEFT.test(left) && left.includes(symbol))
  )
}
