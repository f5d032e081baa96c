import { CURRENCY_SIGNS, CURRENCY_SYMBOLS } from './currency-table.ts'
import {
  AMBIGUOUS_SPELLINGS,
  COUNTRY_OF_DOMAIN,
  COUNTRY_OF_LANGUAGE,
  REGIONAL_CURRENCIES,
} from './regional-currencies.ts'
import { trimMarksEnd } from './trim-marks.ts'

export interface CurrencyFound {
  /** As the page writes it. */
  symbol: string
  /** ISO 4217; absent when the symbol is shared and nothing says whose it is. */
  code?: string
}

/** ISO 4217 as the runtime knows it, and the codes withdrawn before it was made that old offers still show. */
const ISO_CODES = new Set([
  ...Intl.supportedValuesOf('currency'),
  ...'ATS BEF CYP DEM EEK ESP FIM FRF GRD HRK IEP ITL LTL LUF LVL MTL NLG PTE ROL SIT SKK TRL'.split(' '),
])
const AMBIGUOUS_SIGN = /^[$＄]$/
/** Whose dollar it is, as a country beside the sign: `AU $5`, `5 $US`. */
const DOLLAR_OF =
  /(?<!\p{L})(US|AU|CA|C|NZ|HK|SG|NT|MX) ?[$＄]|[$＄] ?(US|AU|CA|NZ|HK|SG|MX|AR|CL|CO|TT)(?!\p{L})/u
/** Where `DOLLAR_OF` is no country's code. */
const DOLLAR_COUNTRIES: Record<string, string> = { C: 'CA', NT: 'TW' }
const CODE_WORD = /(?<![\p{L}\d])[A-Z]{3}(?!\p{L})/gu
/** Codes that are words as well: they need a number beside them. */
const WORDS = new Set('ALL ANG COP CUP GEL LAK MAD MOP PEN SOS TOP TRY'.split(' '))
/** Letters and dots around a number; bounded, so that hostile text costs linear time. */
const WORD = '[\\p{L}\\p{M}₣₵][\\p{L}\\p{M}.\'’ʻ"״/₣₵$]{0,9}'
const BEFORE_NUMBER = new RegExp(
  `(?<![\\p{L}\\d.])(${WORD}|B/\\.|S/\\.?) {0,2}[.,:]? ?-?(?=[.,]{0,3}\\d)`,
  'gu',
)
const AFTER_NUMBER = new RegExp(
  `\\d(?:[.,:]?-{1,2}|[.,])? {0,2}(${WORD}|\\$b(?!\\p{L})|\\$U(?!\\p{L}))`,
  'gu',
)
const ALONE = new RegExp(`^\\s*(${WORD})\\s*$`, 'u')

/**
 * The currency of a price text, else of the hint beside it (a label, a neighbouring element). `country` (ISO 3166)
 * decides what `$` or `kr` means.
 */
export function findCurrency(text: string, hint = '', country?: string): CurrencyFound | undefined {
  const own = find(text)
  const beside = own && !AMBIGUOUS_SIGN.test(own) ? undefined : find(hint)
  const symbol = own ?? beside
  if (symbol === undefined) return undefined
  const code = codeOf(symbol, country, beside ?? codeWord(text), DOLLAR_OF.exec(text))
  return { symbol, ...(code ? { code } : {}) }
}

function find(text: string): string | undefined {
  if (!text) return undefined
  const sign = CURRENCY_SIGNS.exec(text)?.[0]
  if (sign && !AMBIGUOUS_SIGN.test(sign)) return sign
  return besideNumber(text) ?? sign ?? alone(text) ?? codeWord(text)
}

function besideNumber(text: string): string | undefined {
  for (const pattern of [AFTER_NUMBER, BEFORE_NUMBER]) {
    for (const match of text.matchAll(pattern)) {
      const symbol = known(match[1]!)
      if (symbol) return symbol
    }
  }
  return undefined
}

function alone(text: string): string | undefined {
  const word = ALONE.exec(text)?.[1]
  return word === undefined || word.length < 2 ? undefined : known(word)
}

/** An ISO code in capitals, anywhere: `Price in GBP: 5`. */
function codeWord(text: string): string | undefined {
  for (const [code] of text.matchAll(CODE_WORD)) if (ISO_CODES.has(code) && !WORDS.has(code)) return code
  return undefined
}

/** The longest spelling that is a currency: `EUR.` is `EUR`, `руб.` stays whole, `RON/kg` is `RON`. */
function known(word: string): string | undefined {
  const [start] = word.split(/[.'’"״/]/, 1)
  const [unit] = word.split('/', 1)
  for (const candidate of [word, unit, start, trimMarksEnd(word, /[./]/)]) {
    if (candidate && (CURRENCY_SYMBOLS.has(candidate) || ISO_CODES.has(candidate))) return candidate
  }
  return undefined
}

function codeOf(
  written: string,
  country: string | undefined,
  beside: string | undefined,
  dollar: RegExpExecArray | null,
): string | undefined {
  const symbol = written.replace(' ', '')
  if (ISO_CODES.has(symbol)) return symbol
  const fixed = CURRENCY_SYMBOLS.get(symbol)
  if (fixed) return fixed
  if (beside && ISO_CODES.has(beside)) return beside
  // `BZ$`, `UK£`: a country before a shared sign.
  const [, owner, sign] = /^([A-Z]{2})([$£])$/.exec(symbol) ?? []
  if (owner) return REGIONAL_CURRENCIES[sign!]?.[owner]
  const row = REGIONAL_CURRENCIES[AMBIGUOUS_SPELLINGS[symbol] ?? symbol]
  const whose = AMBIGUOUS_SIGN.test(symbol) && (dollar?.[1] ?? dollar?.[2])
  if (whose) return row?.[DOLLAR_COUNTRIES[whose] ?? whose]
  return row?.[country ?? ''] ?? row?.['']
}

/** ISO 4217 code of a value that a page declares as its currency: a code in any letter case, or a symbol. */
export function readCurrency(declared: string, country?: string): string | undefined {
  const text = declared.trim()
  const upper = text.toUpperCase()
  if (/^[A-Z]{3}$/.test(upper) && (ISO_CODES.has(upper) || CURRENCY_SYMBOLS.get(upper))) return upper
  return text.length > 12 ? undefined : findCurrency(text, '', country)?.code
}

/** Colombia's ending, which sites of anywhere use: `shop.co`, unlike `shop.com.co`. */
const ANYWHERE = /^[^.]+(?:\.[^.]+)?\.co$/
const COLOMBIAN = /\.(?:com|net|org|edu|gov|nom)\.co$/

/** Country (ISO 3166) that a page is for: that of the ending of its domain, else the region of its language, else the language's. */
export function countryOfSite(hostname: string, language?: string): string | undefined {
  const ending = hostname.slice(hostname.lastIndexOf('.') + 1).toLowerCase()
  const region = /^[a-z]{2,3}(?:[-_][A-Za-z]{4})?[-_]([A-Za-z]{2})\b/.exec(language ?? '')?.[1]
  const isAnywhere = ANYWHERE.test(hostname) && !COLOMBIAN.test(hostname) && !/^es\b/.test(language ?? '')
  const country = isAnywhere ? undefined : COUNTRY_OF_DOMAIN[ending]
  return country ?? region?.toUpperCase() ?? COUNTRY_OF_LANGUAGE[language?.slice(0, 2).toLowerCase() ?? '']
}
