import { COUNTRY_CODES } from './countries.ts'

/** Codes that people write for ISO's own. */
const OTHER_CODES: Readonly<Record<string, string>> = {
  uk: 'GB',
  en: 'GB',
  england: 'GB',
  'great britain': 'GB',
  el: 'GR',
  usa: 'US',
  america: 'US',
  gbr: 'GB',
  deu: 'DE',
  fra: 'FR',
}

/** The code of a country that is called by its name in English, or by a code that is none of ISO's. */
export function countryCodeOf(written: string): string | undefined {
  const name = written.trim().toLowerCase()
  countries ??= codesOf(COUNTRY_CODES, 'region')
  return OTHER_CODES[name] ?? countries.get(name)
}

/** The code of a language that is called by its name in English. */
export function languageCodeOf(written: string): string | undefined {
  languages ??= codesOf(TWO_LETTERS, 'language')
  return languages.get(written.trim().toLowerCase())
}

/** Made when the first one is asked for: naming all takes some 20 ms. */
let countries: ReadonlyMap<string, string> | undefined
let languages: ReadonlyMap<string, string> | undefined

const LETTERS = [...'abcdefghijklmnopqrstuvwxyz']
const TWO_LETTERS = LETTERS.flatMap((first) => LETTERS.map((second) => first + second))

function codesOf(codes: Iterable<string>, type: 'region' | 'language'): ReadonlyMap<string, string> {
  const names = new Intl.DisplayNames('en', { type, fallback: 'none' })
  const named = new Map<string, string>()
  // The first code of a name is kept: later ones are codes of old.
  for (const code of codes) {
    const name = names.of(code)?.toLowerCase()
    if (name !== undefined && !named.has(name)) named.set(name, code)
  }
  return named
}
