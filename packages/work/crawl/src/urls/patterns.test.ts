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
  const { expanded, stars, patterns, chars } = PATTERN_LIMITS
  const choices = (count: number) => `/{${','.repeat(count - 1)}}`
  expect(checkPatterns([choices(expanded - 1), '/a'])).toEqual([])
  expect(checkPatterns([choices(expanded - 1), '/a', '/b', '^'])).toMatchObject([{ index: 2 }])
  const starred = `/${'*a'.repeat(stars / 2)}`
  expect(checkPatterns([starred, starred])).toEqual([])
  expect(checkPatterns([starred, starred, '/*', '^'])).toMatchObject([{ index: 2 }])
  // Stars that stand together are one.
  expect(checkPatterns([starred, `${starred}*`.replace('*', '**')])).toMatchObject([{ index: 1 }])
  expect(checkPatterns([starred, starred.replace('*', '**')])).toEqual([])
  expect(checkPatterns(Array.from({ length: patterns }, () => '/a'))).toEqual([])
  expect(checkPatterns(['^a', '/ok', '[b]']).map(({ index }) => index)).toEqual([0, 2])
  expect(checkPatterns(['/'.repeat(chars)])).toEqual([])
})

test('lists that stand for too much are refused', () => {
  expect(checkPatterns(Array.from({ length: 60 }, (_, n) => `/{a,b,c,d}/${n}`))).toHaveLength(1)
  expect(checkPatterns(Array.from({ length: 50 }, () => '/*/*/*/*/*/*/*/*/*'))).toHaveLength(1)
})

describe('hostile patterns', () => {
  test.each(['*a'.repeat(249), '**a'.repeat(166), '/**/a'.repeat(99), '?*'.repeat(249)])(
    'number %# ends on a long path',
    (pattern) => {
      expect(checkPatterns([`/${pattern}`])).toEqual([])
      expect(matches(`/${pattern}`, `/${'a'.repeat(8_000)}b/c`)).toBe(false)
    },
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
