/** Postgres's text search configurations by language (ISO 639-1): those that every server from version 16 on has. */
const CONFIG_OF: Record<string, string> = {
  ar: 'arabic',
  ca: 'catalan',
  da: 'danish',
  de: 'german',
  el: 'greek',
  en: 'english',
  es: 'spanish',
  eu: 'basque',
  fi: 'finnish',
  fr: 'french',
  ga: 'irish',
  hi: 'hindi',
  hu: 'hungarian',
  hy: 'armenian',
  id: 'indonesian',
  it: 'italian',
  lt: 'lithuanian',
  nb: 'norwegian',
  ne: 'nepali',
  nl: 'dutch',
  nn: 'norwegian',
  no: 'norwegian',
  pt: 'portuguese',
  ro: 'romanian',
  ru: 'russian',
  sr: 'serbian',
  sv: 'swedish',
  ta: 'tamil',
  tr: 'turkish',
  yi: 'yiddish',
}

/** The configuration without stemming, of every other language and of what has told none. */
export const UNSTEMMED = 'simple'

/** The configuration that stems a language, which is a tag such as `pt-BR`. */
export function configOf(language: string | undefined): string {
  return CONFIG_OF[primaryOf(language) ?? ''] ?? UNSTEMMED
}

/** The language of a tag without region and script; undefined for none. */
export function primaryOf(tag: string | undefined): string | undefined {
  return tag?.split(/[-_]/, 1)[0]?.toLowerCase() || undefined
}
