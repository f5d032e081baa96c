import { findCurrency, parsePrice } from '@gleaner/values'
import { readGzipJson } from '../lib/data-files.ts'
import { foldOf } from '../lib/fold.ts'
import type { Half } from './load-set.ts'

interface PriceCase {
  text: string | null
  currency_hint: string | null
  amount: string | null
  currency: string | null
  amount_text: string | null
}

/** Share of the price strings whose amount and currency are both read; a case whose amount is not in its text cannot be. */
export function scorePrices(
  file: string,
  half: Half,
): {
  right: number
  cases: number
  unreadable: number
  wrong: string[]
} {
  const all = readGzipJson<PriceCase[]>(file)
  const cases = all.filter(({ text }) => half === 'all' || foldOf(text ?? '', undefined) === half)
  const wrong: string[] = []
  let right = 0
  let unreadable = 0
  for (const one of cases) {
    const hint = one.currency_hint ?? ''
    const amount = parsePrice(one.text ?? '', { hint })?.amount
    const symbol = findCurrency(one.text ?? '', hint)?.symbol
    const expected = one.amount === null ? undefined : Number(one.amount)
    if (expected !== undefined && expected !== 0 && !/\d/.test(one.text ?? '')) unreadable += 1
    if (amount === expected && symbol === (one.currency ?? undefined)) right += 1
    else wrong.push(`${JSON.stringify(one.text)}: ${amount} ${symbol} (${one.amount} ${one.currency})`)
  }
  return { right, cases: cases.length, unreadable, wrong }
}
