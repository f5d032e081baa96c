/** Above this, no program means seconds: it would be the year 5138. */
const MOST_SECONDS = 100_000_000_000
/** The end of the year 9999, in ms. */
const LATEST = 253_402_300_799_999

/**
 * When a cookie ends, in ms since 1970; undefined: with the browser, which extensions write as 0, -1, an empty text or not at all.
 * Seconds, also as a text; ms where they cannot be seconds; a time as ISO 8601 or HTTP write it.
 */
export function readExpiry(given: unknown): number | undefined | 'unreadable' {
  if (given === undefined || given === null) return undefined
  if (typeof given === 'string') return readText(given.trim())
  if (typeof given !== 'number' || Number.isNaN(given)) return 'unreadable'
  if (given <= 0) return undefined
  return Math.min(Math.round(given > MOST_SECONDS ? given : given * 1000), LATEST)
}

function readText(text: string): number | undefined | 'unreadable' {
  if (text === '' || /^session$/i.test(text)) return undefined
  if (/^-?\d+(?:\.\d+)?$/.test(text)) return readExpiry(Number(text))
  const isIso = /^\d{4}-\d\d-\d\d(?:[T ][\d:.]+(?:Z|[+-]\d\d:?\d\d)?)?$/i.test(text)
  if (!isIso && !/^[a-z]{3,9}, .{1,40} (?:GMT|UTC)$/i.test(text)) return 'unreadable'
  // A time without a zone is not one of this server's zone.
  const ms = Date.parse(isIso && /[T ][\d:.]+$/.test(text) ? `${text}Z` : text)
  // 1970 and before, by which servers end a cookie, is no browser's end.
  return Number.isNaN(ms) ? 'unreadable' : Math.min(Math.max(ms, 1), LATEST)
}
