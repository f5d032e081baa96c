/**
 * `navigator.languages` of a browser set to a locale: the locale, its bare language and, as Chrome adds for most
 * languages, US English. A language that the caller asked for takes the place of the country's.
 */
export function languagesOf(wanted: string | undefined, countryLocale: string): string[] {
  const locale = wanted === undefined ? countryLocale : withRegion(canonical(wanted), countryLocale)
  const language = locale.split('-')[0]!
  return [...new Set(language === 'en' ? [locale, 'en-US', 'en'] : [locale, language, 'en-US', 'en'])]
}

/** Chrome gives each language a tenth less weight than the one before. */
export function acceptLanguageOf(languages: readonly string[]): string {
  return languages
    .map((tag, i) => (i === 0 ? tag : `${tag};q=${Math.max(0.1, 1 - i / 10).toFixed(1)}`))
    .join(',')
}

/** `de` becomes `de-AT` in Austria and `de-DE` elsewhere: browsers name a region. */
function withRegion(language: string, countryLocale: string): string {
  if (language.includes('-')) return language
  if (countryLocale.startsWith(`${language}-`)) return countryLocale
  const { region } = new Intl.Locale(language).maximize()
  return region === undefined ? language : `${language}-${region}`
}

function canonical(language: string): string {
  try {
    return Intl.getCanonicalLocales(language)[0] ?? 'en-US'
  } catch {
    return 'en-US'
  }
}
