import { MEGABYTE as MB } from '@gleaner/runtime/units'

const FIELDS = [
  'url',
  'mode',
  'formats',
  'advanced',
  'extraction_schema',
  'cost_controls',
  'location',
  'body',
  'timeout',
  'x',
]
/** Beginnings, middles and ends of values, and what lies between them. */
const PARTS = [
  '{"a":',
  '"b":',
  '[',
  '{',
  ']',
  '}',
  ',',
  '"',
  '""',
  '"\\\\"',
  '\\\\u0041',
  '0',
  '1e9',
  'null',
  '{},',
  '[],',
  '" ',
  'é',
  '😀',
  '$ref',
  '#/',
  '\t',
]
const PATTERN_PARTS = [
  'a',
  '[a-z]',
  '\\pL',
  '[^\\PN]',
  '(',
  ')',
  '(?:',
  '(?i)',
  '|',
  '*',
  '?',
  '{9}',
  '{30}',
  '{0,99}',
  '{1000}',
  '.',
  '[B-\u{1e942}]',
  '\\d',
  '^',
  '\\b',
  '[^]',
]

/** Some parts, again and again, up to the greatest size: as a field's value, or as the patterns of a schema. */
export function randomBody(
  raw: (field: string, value: string) => string,
  schema: (value: unknown) => string,
  random: () => number,
): string {
  const one = <T>(list: readonly T[]) => list[Math.floor(random() * list.length)]!
  const unit = (parts: readonly string[]) =>
    Array.from({ length: 1 + Math.floor(random() * 6) }, () => one(parts)).join('')
  if (random() < 0.5) {
    const patterns = Array.from({ length: 60 }, () => {
      const part = unit(PATTERN_PARTS)
      return { pattern: part.repeat(1 + Math.floor((random() * 900) / part.length)) }
    })
    return schema({ allOf: patterns })
  }
  const part = unit(PARTS)
  return raw(
    one(FIELDS),
    `${random() < 0.5 ? '"' : ''}${part.repeat(Math.floor((0.9 * MB) / Buffer.byteLength(part)))}"}`,
  )
}
