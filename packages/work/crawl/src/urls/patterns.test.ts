import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { checkPatterns, compilePatterns, PATTERN_LIMITS } from './patterns.ts'

const matches = (pattern: string, path: string) => compilePatterns([pattern])(path)

test.each([
  ['/blog/*', ['/blog/a', '/blog/a/'], ['/blog', '/blog/', '/blog/a/b', '/blogs/a', '/x/blog/a']],
  ['/blog/**', ['/blog', '/blog/', '/blog/a', '/blog/a/b/c'], ['/blogs', '/x/blog/a']],
  ['/blog*', ['/blog', '/blogs', '/blog-2/'], ['/blog/a']],
  ['/blog**', ['/blog', '/blog/a', '/blogs/a/b'], ['/a/blog']],
  ['/**', ['/', '/a', '/a/b'], []],
  ['**', ['/', '/a', '/a/b'], []],
  ['/*', ['/a', '/a/'], ['/', '/a/b']],
  ['/', ['/'], ['/a']],
  ['*.html', ['/a.html', '/b/c/a.html'], ['/a.html/b', '/a.htm']],
  ['blog/*', ['/blog/a', '/en/blog/a'], ['/blog', '/myblog/a']],
  ['/docs/**/api', ['/docs/api', '/docs/v1/api', '/docs/v1/x/api/'], ['/docs/v1/api/x', '/docsapi']],
  ['**/print/**', ['/print', '/a/print/b', '/print/b'], ['/printer', '/a/b']],
  ['/{en,de}/**', ['/en', '/de/a/b'], ['/fr/a', '/{en,de}/a']],
  ['/{a,b{1,2}}/c', ['/a/c', '/b1/c', '/b2/c'], ['/b/c']],
  ['/p{,ages}/*', ['/p/1', '/pages/1'], ['/page/1']],
  ['/item/???', ['/item/123'], ['/item/12', '/item/1234', '/item/1/3']],
  ['/a.b+(c)', ['/a.b+(c)'], ['/axb+(c)']],
  ['/café/*', ['/caf%C3%A9/a', '/café/a'], ['/cafe/a']],
  ['/caf%C3%A9/*', ['/caf%C3%A9/a'], []],
  [' /blog/* ', ['/blog/a'], []],
])('%s', (pattern, paths, others) => {
  expect(checkPatterns([pattern])).toEqual([])
  expect(paths.filter((path) => !matches(pattern, path))).toEqual([])
  expect(others.filter((path) => matches(pattern, path))).toEqual([])
})

test.each([
  ['', /empty/],
  ['https://example.com/blog/*', /whole address/],
  ['^/blog/.*$', /regular expression/],
  ['/blog/.*', /regular expression/],
  ['/item/\\d+', /regular expression/],
  ['/item/[0-9]', /brackets/],
  ['/{a,b', /not closed/],
  ['/a}b', /without a \{/],
  ['/{a}', /comma/],
  ['/{1..5}', /comma/],
  [`/${'{a,b}'.repeat(50)}`, /too many/],
  [`/${'{a,'.repeat(6)}b${'}'.repeat(6)}`, /deeper than 5 levels/],
  [`/${'{a,'.repeat(99)}b`, /deeper than 5 levels/],
  ['/'.repeat(PATTERN_LIMITS.chars + 1), /longer than/],
])('%s is refused', (pattern, message) => {
  expect(checkPatterns(['/ok/**', pattern])).toEqual([{ index: 1, message: expect.stringMatching(message) }])
})

test('a list that is too long is refused once', () => {
  const patterns = Array.from({ length: PATTERN_LIMITS.patterns + 1 }, () => '/a')
  expect(checkPatterns(patterns)).toHaveLength(1)
})

test('a pattern may hold what only looks like a regular expression elsewhere', () => {
  const patterns = ['/a^b', '/a$b', '/a.*b', '/a(b?', '/https://example.com/', '/a*.']
  expect(checkPatterns(patterns)).toEqual([])
  expect(patterns.map((pattern) => matches(pattern, pattern))).toEqual(patterns.map(() => true))
})

test('lists that stand for too much are refused at the pattern that is too much, and not read further', () => {
  const { expanded, states, patterns, chars } = PATTERN_LIMITS
  const choices = (count: number) => `/{${','.repeat(count - 1)}}`
  expect(checkPatterns([choices(expanded - 1), '/a'])).toEqual([])
  expect(checkPatterns([choices(expanded - 1), '/a', '/b', '^'])).toMatchObject([{ index: 2 }])
  // What stands before the first sign is compared once.
  const starred = `/words-before-${'*a'.repeat(states / 2 / 10)}`
  const ten = Array.from({ length: 10 }, () => starred)
  expect(checkPatterns(ten)).toEqual([])
  expect(checkPatterns([...ten, '/*', '^'])).toMatchObject([{ index: 10 }])
  // Stars that stand together are one.
  expect(checkPatterns([...ten.slice(1), starred.replace('*', '***')])).toEqual([])
  expect(checkPatterns(Array.from({ length: patterns }, () => '/a'))).toEqual([])
  expect(checkPatterns(['^a', '/ok', '[b]']).map(({ index }) => index)).toEqual([0, 2])
  expect(checkPatterns(['/'.repeat(chars)])).toEqual([])
})

test('lists that stand for too much are refused', () => {
  expect(checkPatterns(Array.from({ length: 60 }, (_, n) => `/{a,b,c,d}/${n}`))).toHaveLength(1)
  expect(checkPatterns(Array.from({ length: 50 }, () => `/**${'?'.repeat(100)}`))).toHaveLength(1)
})

/** A tenth of a second or two before all globs of a list were one automaton. */
const MOST_MS = 12
const HOSTILE = [
  '*a'.repeat(249),
  '**a'.repeat(166),
  '/**/a'.repeat(99),
  '?*'.repeat(249),
  `**${'?'.repeat(27)}x`,
  `**${'?'.repeat(490)}x`,
  `**${'a'.repeat(28)}x`,
  '/**'.repeat(160),
].map((signs) => `/${signs.slice(0, 490)}/end`)
/** Paths of the longest addresses. */
const LONG = Array.from(
  { length: 20 },
  (_, n) => `/${(n % 2 ? 'a' : 'ab').repeat(2_000).slice(0, 2_000)}/${n}`,
)
const repeat = (pattern: string, times: number) => Array.from({ length: times }, () => pattern)

describe('hostile patterns', () => {
  test.each(HOSTILE)('number %# ends on a long path', (pattern) => {
    expect(checkPatterns([pattern])).toEqual([])
    expect(matches(pattern, `/${'a'.repeat(8_000)}b/c`)).toBe(false)
  })

  test.each(HOSTILE)(
    'number %# costs a link some milliseconds at most, in as many copies as a list may have',
    (pattern) => {
      const copies = Array.from({ length: PATTERN_LIMITS.patterns }, (_, count) => count + 1)
      const most = copies.findLast((count) => checkPatterns(repeat(pattern, count)).length === 0)!
      const isMatch = compilePatterns(repeat(pattern, most))
      const before = process.threadCpuUsage()
      for (const path of LONG) expect(isMatch(path)).toBe(false)
      const { user, system } = process.threadCpuUsage(before)
      expect((user + system) / 1_000 / LONG.length).toBeLessThan(MOST_MS)
    },
  )
})

test('a list matches what any of its globs matches', () => {
  const piece = fc.constantFrom('a', 'b', '/', '*', '?', '**', '/**/', '/**')
  const glob = fc.array(piece, { minLength: 1, maxLength: 6 }).map((pieces) => pieces.join(''))
  const path = fc.string({ unit: fc.constantFrom('a', 'b', '/'), maxLength: 8 }).map((text) => `/${text}`)
  fc.assert(
    fc.property(fc.array(glob, { minLength: 1, maxLength: 40 }), path, (globs, text) => {
      expect(compilePatterns(globs)(text)).toBe(globs.some((each) => matches(each, text)))
    }),
    { numRuns: 2_000 },
  )
})

test('a glob without braces agrees with its regular expression', () => {
  const glob = fc.string({ unit: fc.constantFrom('a', 'b', '/', '*', '?'), minLength: 1, maxLength: 7 })
  const path = fc.string({ unit: fc.constantFrom('a', 'b', '/'), maxLength: 8 })
  fc.assert(
    fc.property(glob, path, (pattern, text) => {
      // Slashes at the end and `**` have rules of their own, above.
      fc.pre(!/\*{2,}|\/$/.test(pattern) && !text.endsWith('/'))
      const source = pattern
        .replaceAll(/(?<=^|\/)\*/g, '[^/][^/]*')
        .replaceAll(/(?<!\])\*/g, '[^/]*')
        .replaceAll('?', '[^/]')
      expect(matches(`/${pattern}`, `/${text}`)).toBe(new RegExp(`^/${source}$`).test(`/${text}`))
    }),
    { numRuns: 3_000 },
  )
})
