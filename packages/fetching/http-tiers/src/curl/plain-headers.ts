import type { FetchRequest } from '../fetcher.ts'
import { COUNTRIES, DEFAULT_PROFILE } from '../identity/countries.ts'
import { acceptLanguageOf, languagesOf } from '../identity/languages.ts'
import { ACCEPT_ENCODING } from '../read-body/decode-body.ts'

/** Many sites refuse clients without `Mozilla` in the name; the product names itself all the same. */
export const DEFAULT_USER_AGENT = 'Mozilla/5.0 (compatible; Gleaner/1.0)'

/** Who tier 1 says that it is, and what it reads: the headers of its every request. */
export function plainHeaders(
  userAgent: string,
  {
    country,
    language,
    languages,
    userAgent: named,
  }: Pick<FetchRequest, 'country' | 'language' | 'languages' | 'userAgent'>,
): [name: string, value: string][] {
  const [countryLocale] = COUNTRIES[country ?? 'US'] ?? DEFAULT_PROFILE
  return [
    ['user-agent', named ?? userAgent],
    ['accept', 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'],
    ['accept-encoding', ACCEPT_ENCODING],
    ['accept-language', acceptLanguageOf(languages ?? languagesOf(language, countryLocale))],
  ]
}
