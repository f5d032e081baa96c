import { normalizeDigits } from './normalize-digits.ts'
import { trimMarksEnd } from './trim-marks.ts'

/** One number as people write it: groups of digits with a single separator (and at most one space) between them. */
export const NUMBER_PATTERN = "(?:(?<![\\p{L}/])[.,]{1,3})?\\d+(?:(?:[.,'’`´] ?| )\\d+)*"

/**
 * A written number as a decimal string (`1.234,50` gives `1234.50`), whatever its locale; undefined when it has no digit.
 * A single separator before exactly three digits groups thousands, unless `decimals` is 3 (dinars, rials of the Gulf).
 */
export function parseAmountText(written: string, decimals = 2): string | undefined {
  const text = trimMarksEnd(normalizeDigits(written).replace(/['’`´]/g, "'"), /[.,'\s-]/)
  if (!/\d/.test(text)) return undefined
  const fraction = /^\s*[.,]+(\d.*)$/.exec(text)
  if (fraction) return `0.${fraction[1]!.replace(/\D/g, '')}`

  const at = decimalMark(text.trim(), decimals)
  if (at === undefined) return clean(text, '')
  return clean(text.trim().slice(0, at), text.trim().slice(at + 1))
}

function clean(whole: string, fraction: string): string {
  const digits = whole.replace(/\D/g, '').replace(/^0+(?=\d)/, '') || '0'
  const rest = fraction.replace(/\D/g, '')
  return rest ? `${digits}.${rest}` : digits
}

/** Index of the separator that starts the fraction; undefined for a whole number. */
function decimalMark(text: string, decimals: number): number | undefined {
  const dot = text.lastIndexOf('.')
  const comma = text.lastIndexOf(',')
  if (dot >= 0 && comma >= 0) {
    const last = Math.max(dot, comma)
    const mark = text[last]!
    return text.indexOf(mark) === last ? last : undefined
  }
  const at = Math.max(dot, comma)
  if (at < 0) return undefined
  if (text.indexOf(text[at]!) !== at) return undefined
  const after = text.slice(at + 1).replace(/\D/g, '').length
  const before = text.slice(0, at).replace(/\D/g, '')
  if (after === 3 && before !== '0' && before.length <= 3 && decimals !== 3) return undefined
  return at
}

/** The first number of a text; `Infinity` and exponents are no numbers of a page. */
export function parseNumber(text: string): number | undefined {
  const normal = normalizeDigits(text.slice(0, 1_000))
  const match = new RegExp(`(-|−)?\\s?(${NUMBER_PATTERN})`, 'u').exec(normal)
  if (!match) return undefined
  const amount = parseAmountText(firstNumber(match[2]!))
  if (amount === undefined) return undefined
  const value = Number(amount)
  if (!Number.isFinite(value)) return undefined
  return match[1] && !/[\p{L}\d]$/u.test(normal.slice(0, match.index)) ? -value : value
}

/** Cuts `10 20` to `10`: a space only groups when exactly three digits follow, and `8. 94` is one number. */
export function firstNumber(run: string): string {
  let end = 0
  let hasMark = false
  const groups = /([.,'’`´]? ?)(\d+)/g
  for (let match = groups.exec(run); match; match = groups.exec(run)) {
    if (end > 0) {
      const [separator, digits] = [match[1]!, match[2]!]
      const before = run.slice(Math.max(0, end - 4), end)
      if (separator === ' ' && !(digits.length === 3 && /(^|\D)\d{1,3}$/.test(before) && !hasMark)) break
      if (separator.length === 2 && !(digits.length === 2 && !hasMark)) break
    }
    hasMark ||= /[.,]/.test(match[1]!)
    end = groups.lastIndex
  }
  return run.slice(0, end)
}
