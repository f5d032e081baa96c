import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { RE2JS } from 're2js'
import { patternCost } from './pattern-cost.ts'

/** What patterns are made of, and what their readers stumble over. */
const PARTS = [
  'a', 'k', '😀', '(', '(?:', '(?P<n>', '(?i)', '(?s-i:', ')', '|', '*', '+', '?', '{3}', '{2,}', '{0,9}', '{31}', '{1000}',
  '{,3}', '{', '}', '[a-z]', '[^b]', '[', ']', '-', '[]a]', '[B-\u{1e942}]', '[\\x{42}-\\102]', '[[:alpha:]]', '\\pL', '\\P{Greek}',
  '[^\\PN]', '\\d', '\\b', '^', '$', '.', '\\Q', '\\E', '\\', '\\x{42}', '[^]x{99}', '[]x{99}',
] // biome-ignore format: a list to be read as one

describe('patternCost', () => {
  test('is never less than the program that the engine makes of a pattern', () => {
    const patterns = fc
      .tuple(
        fc.array(fc.constantFrom(...PARTS), { minLength: 1, maxLength: 12 }),
        fc.integer({ min: 1, max: 9 }),
      )
      .map(([parts, times]) => parts.join('').repeat(times))
    let compiled = 0
    fc.assert(
      fc.property(patterns, (pattern) => {
        const program = programOf(pattern)
        if (program === undefined) return
        compiled += 1
        // The engine begins and ends every program with steps of its own.
        expect(patternCost(RE2JS.translateRegExp(pattern)).program + 4).toBeGreaterThanOrEqual(program)
      }),
      { numRuns: 3_000 },
    )
    expect(compiled).toBeGreaterThan(300)
  })

  test.each([
    '(',
    'a{999999999}',
    `${'('.repeat(500)}a${'){1000}'.repeat(100)}`,
    '[',
    '\\Q',
    '[^',
    '(?i)[z-a]',
    '',
  ])('has a finite answer to %s', (pattern) => {
    const { program, reading } = patternCost(pattern)
    expect(Number.isFinite(program + reading)).toBe(true)
  })
})

/** The size of the compiled program; undefined for what is no pattern, and for what would take long to compile. */
function programOf(pattern: string): number | undefined {
  try {
    const translated = RE2JS.translateRegExp(pattern)
    const { program, reading } = patternCost(translated)
    return program + reading > 5_000 ? undefined : RE2JS.compile(translated).programSize()
  } catch {
    return undefined
  }
}
