/**
 * Judges the reading of prices by strings made from the runtime's locale data: amounts in the currency of each locale, as symbol,
 * narrow symbol and code, in the locale's own digits and separators, alone and in the wordings of shops.
 *
 *   node bench/structured/price-strings.ts [--verbose] [--half tune|validate]
 *
 * A half is the strings of half of the locales.
 */
import { parseArgs } from 'node:util'
import { parsePrice } from '@gleaner/values'
import { foldOf } from '../lib/fold.ts'

/** Locales with the currency of their country. */
const LOCALES =
  `en-US USD, en-GB GBP, en-AU AUD, en-CA CAD, en-NZ NZD, en-IE EUR, en-IN INR, en-ZA ZAR, en-SG SGD, en-HK HKD,
en-NG NGN, en-KE KES, en-PH PHP, en-PK PKR, de-DE EUR, de-AT EUR, de-CH CHF, de-LI CHF, fr-FR EUR, fr-BE EUR, fr-CH CHF, fr-CA CAD,
fr-MA MAD, fr-SN XOF, it-IT EUR, it-CH CHF, es-ES EUR, es-MX MXN, es-AR ARS, es-CL CLP, es-CO COP, es-PE PEN, es-UY UYU, es-PY PYG, es-BO BOB,
es-CR CRC, es-GT GTQ, es-DO DOP, es-US USD, pt-BR BRL, pt-PT EUR, nl-NL EUR, nl-BE EUR, sv-SE SEK, nb-NO NOK, da-DK DKK, fi-FI EUR,
is-IS ISK, pl-PL PLN, cs-CZ CZK, sk-SK EUR, hu-HU HUF, ro-RO RON, bg-BG BGN, hr-HR EUR, sl-SI EUR, sr-RS RSD, bs-BA BAM, mk-MK MKD,
sq-AL ALL, el-GR EUR, tr-TR TRY, ru-RU RUB, uk-UA UAH, be-BY BYN, kk-KZ KZT, ka-GE GEL, hy-AM AMD, az-AZ AZN, uz-UZ UZS, lt-LT EUR, lv-LV EUR, et-EE EUR,
he-IL ILS, ar-SA SAR, ar-AE AED, ar-EG EGP, ar-JO JOD, ar-KW KWD, fa-IR IRR, hi-IN INR, bn-BD BDT, ta-IN INR, mr-IN INR, ne-NP NPR, si-LK LKR, ur-PK PKR, my-MM MMK, km-KH KHR,
th-TH THB, vi-VN VND, id-ID IDR, ms-MY MYR, ja-JP JPY, ko-KR KRW, zh-CN CNY, zh-TW TWD, zh-HK HKD, mn-MN MNT, sw-TZ TZS, am-ET ETB`
    .split(/,\s*/)
    .map((entry) => entry.trim().split(' ') as [string, string])
const AMOUNTS = [0.99, 5, 12.5, 49.9, 99.99, 299, 1234.5, 1299, 12_999.95, 45_000, 1_234_567, 23_456_789.5]
/** Whether a whole amount is written with its zeros. */
const ZEROS = [true, false]
const DISPLAYS = ['symbol', 'narrowSymbol', 'code'] as const
/** What shops write around a price; `%` is the price. The amount stays the same. */
const WORDINGS = [
  '%',
  'From %',
  'ab %',
  'à partir de %',
  'Price: %',
  '% / kg',
  '%/Stück',
  '% incl. VAT',
  '% (inkl. MwSt.)',
  '%*',
  'Now %',
  '% TTC',
  '%\u00a0per month',
  'ONLY %!',
]

const { values } = parseArgs({
  options: { half: { type: 'string', default: 'all' }, verbose: { type: 'boolean', default: false } },
})

interface Counts {
  cases: number
  amounts: number
  currencies: number
}
const byLocale = new Map<string, Counts>()
const wrong = new Map<string, string>()
for (const [locale, currency] of LOCALES) {
  if (values.half !== 'all' && foldOf(locale, undefined) !== values.half) continue
  const counts: Counts = { cases: 0, amounts: 0, currencies: 0 }
  byLocale.set(`${locale} ${currency}`, counts)
  for (const text of stringsOf(locale, currency)) judge(counts, locale, currency, text)
}
report()

function* stringsOf(locale: string, currency: string): Generator<{ written: string; amount: number }> {
  const seen = new Set<string>()
  for (const display of DISPLAYS)
    for (const zeros of ZEROS)
      for (const amount of AMOUNTS) {
        const format = formatOf(locale, currency, display, zeros)
        const { maximumFractionDigits = 2 } = format.resolvedOptions()
        const rounded = Number(amount.toFixed(maximumFractionDigits))
        if (rounded === 0) continue
        const price = format.format(rounded)
        for (const wording of WORDINGS) {
          const written = wording.replace('%', price)
          if (seen.has(written)) continue
          seen.add(written)
          yield { written, amount: rounded }
        }
      }
}

function formatOf(
  locale: string,
  currency: string,
  currencyDisplay: (typeof DISPLAYS)[number],
  zeros: boolean,
): Intl.NumberFormat {
  const style = { style: 'currency', currency, currencyDisplay } as const
  const options: Intl.NumberFormatOptions = zeros
    ? style
    : { ...style, trailingZeroDisplay: 'stripIfInteger' }
  return new Intl.NumberFormat(locale, options)
}

function judge(
  counts: Counts,
  locale: string,
  currency: string,
  { written, amount }: { written: string; amount: number },
): void {
  const country = locale.slice(-2)
  const price = parsePrice(written, { country })
  counts.cases += 1
  if (price?.amount === amount) counts.amounts += 1
  if (price?.currency === currency) counts.currencies += 1
  if (price?.amount !== amount || price.currency !== currency)
    wrong.set(
      written,
      `${locale.padEnd(6)} ${JSON.stringify(written)}: ${price?.amount} ${price?.currency} (${amount} ${currency})`,
    )
}

function report(): void {
  if (values.verbose) for (const line of wrong.values()) console.log(`  ${line}`)
  const all = [...byLocale.values()]
  const sum = (key: keyof Counts) => all.reduce((total, counts) => total + counts[key], 0)
  const worst = [...byLocale].filter(
    ([, { cases, amounts, currencies }]) => amounts < cases || currencies < cases,
  )
  for (const [name, { cases, amounts, currencies }] of worst)
    console.log(`  ${name}: of ${cases} strings ${amounts} amounts, ${currencies} currencies`)
  const share = (count: number) => `${((100 * count) / sum('cases')).toFixed(2)} %`
  console.log(
    `${sum('cases')} strings of ${byLocale.size} locales: amounts ${share(sum('amounts'))}, currencies ${share(sum('currencies'))}`,
  )
}
