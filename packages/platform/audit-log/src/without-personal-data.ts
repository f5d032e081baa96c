/** Of an entry: ids, numbers, short words, or lists of words. */
export type AuditDetails = Readonly<Record<string, AuditDetail>>
type AuditDetail = string | number | boolean | null | readonly string[]

/** Longest text of a detail, in characters. */
const TEXT_MAX = 200
/** Something@something, and what looks like a key or a secret of ours. */
const PERSONAL: readonly [RegExp, string][] = [
  [/[^\s@<>"',;:]+@[^\s@<>"',;:]+/g, '[address]'],
  [/\b(?:sk_(?:live|test)|whsec|rt)_[\w+/=-]+/g, '[secret]'],
]

/** The details as the log may keep them for ever: short, without addresses of people and without keys. */
export function withoutPersonalData(details: AuditDetails): AuditDetails {
  return Object.fromEntries(Object.entries(details).map(([name, value]) => [name, masked(value)]))
}

function masked(value: AuditDetail): AuditDetail {
  if (typeof value === 'string') return maskedText(value)
  return Array.isArray(value) ? value.map(maskedText) : value
}

function maskedText(text: string): string {
  const short = text.slice(0, TEXT_MAX).replaceAll('\0', '').toWellFormed()
  return PERSONAL.reduce((rest, [pattern, mask]) => rest.replaceAll(pattern, mask), short)
}
