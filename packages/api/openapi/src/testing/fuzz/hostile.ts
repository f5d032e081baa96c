import fc from 'fast-check'

/** Values that break programs: wrong types, borders of numbers, text that databases, parsers and logs trip over. */
export const HOSTILE_VALUES: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  0.1,
  2 ** 31,
  2 ** 53,
  -(2 ** 63),
  1e308,
  '',
  ' ',
  '\0',
  'a\0b',
  '\ud800',
  '\u202e\u0000',
  '\uffff',
  'İ'.repeat(50),
  '漢'.repeat(3_000),
  'x'.repeat(70_000),
  "'; DROP TABLE account; --",
  '%s%n{{7*7}}',
  '<script>alert(1)</script>',
  '../../../../etc/passwd',
  '\r\nX-Injected: 1',
  '9'.repeat(400),
  'NaN',
  'true',
  '2026-02-30T25:61:61Z',
  '+275760-09-13T00:00:00.001Z',
  '00000000-0000-0000-0000-000000000000',
  'http://user:pa%ss@[::1]:99999/\\',
  [],
  {},
  [[[[[[[[]]]]]]]],
  Array(5_000).fill(0),
  { __proto__: null, constructor: { prototype: {} }, toString: 1 },
  JSON.parse('{"__proto__": {"admin": true}}'),
  { $ref: '#' },
]

export const hostileValue: fc.Arbitrary<unknown> = fc.constantFrom(...HOSTILE_VALUES)

/** Percent-encoded some of them are nine times as long, and Node takes 16 KB of headers. */
const MAX_TEXT_CHARS = 300

/** Text that stands where a path or a query has a value. */
export const hostileText: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(
    ...HOSTILE_VALUES.filter((value) => typeof value === 'string').map((text) =>
      text.slice(0, MAX_TEXT_CHARS),
    ),
  ),
  fc.string({ unit: 'binary', maxLength: 30 }),
)

/** Bodies that are no JSON, or JSON of a kind that nobody sends. */
export const hostileBody: fc.Arbitrary<string> = fc.constantFrom(
  '',
  ' ',
  '{',
  '{"a":1}{"a":2}',
  '\ufeff{}',
  'null',
  '[]',
  '"text"',
  '1e999',
  '-0',
  'undefined',
  '{"url": undefined}',
  '{"a":"\u0000"}',
  `${'['.repeat(3_000)}${']'.repeat(3_000)}`,
  `{"a":${'{"a":'.repeat(500)}1${'}'.repeat(501)}`,
  `{${Array.from({ length: 5_000 }, (_, i) => `"k${i}":0`).join()}}`,
  `{"url":"https://example.com/${'a'.repeat(1_100_000)}"}`,
  '<xml/>',
  'url=https%3A%2F%2Fexample.com',
)

/** A value with one thing in it replaced, added or taken away. */
export function mutated(values: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  return fc
    .tuple(values, hostileValue, fc.nat(), fc.constantFrom('replace', 'add', 'remove'))
    .map(([value, hostile, at, how]) => mutate(structuredClone(value), hostile, at, how))
}

function mutate(value: unknown, hostile: unknown, at: number, how: string): unknown {
  const places = placesIn(value)
  const place = places[at % places.length]
  if (!place) return hostile
  const { holder, name } = place
  if (how === 'remove' && !Array.isArray(holder)) delete holder[name]
  else if (how === 'add' && !Array.isArray(holder)) holder[`${name}_`] = hostile
  else holder[name] = hostile
  return value
}

interface Place {
  holder: Record<string, unknown>
  name: string
}

function placesIn(value: unknown): Place[] {
  if (typeof value !== 'object' || value === null) return []
  const holder = value as Record<string, unknown>
  return Object.keys(holder).flatMap((name) => [{ holder, name }, ...placesIn(holder[name])])
}
