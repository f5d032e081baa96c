import { describe, expect, test } from '@jest/globals'
import { partsOf } from './address-parts.ts'
import { type Budget, createBudgets } from './budgets.ts'
import { createCommonLinks } from './common-links.ts'
import { isDense, noteBirths, noteFound } from './pattern-growth.ts'
import { reportTraps } from './report-traps.ts'
import { createSeenHashes } from './seen-hashes.ts'
import type { PatternState } from './trap-state.ts'
import type { UrlPattern } from './url-pattern.ts'

const stateOf = (more: Partial<PatternState> = {}): PatternState => ({
  ...{
    shape: '/{text}',
    section: '/a',
    begun: 0,
    pages: 0,
    worthy: 0,
    found: 0,
    births: 0,
    pathBirths: 0,
    used: {},
  },
  ...more,
})
const pattern = (key: string, more: Partial<UrlPattern> = {}) => ({ key, path: key, ...more }) as UrlPattern

describe('a budget', () => {
  const BUDGETS: Budget[] = [
    { budget: 10, within: ['section'] },
    { budget: 10, within: ['site'] },
    { budget: 10, within: ['section', 'shape'] },
  ]
  const spend = (place: number, state: PatternState, times: number, budgets = createBudgets(BUDGETS, [])) =>
    Array.from({ length: times }, () => budgets.spend(state, place, true))

  test('is used by so many pages of no worth', () => {
    expect(spend(0, stateOf(), 11)).toEqual([...Array(9).fill(false), true, true])
  })

  test('is given back four times by a page of worth, and not changed by one that tells nothing', () => {
    const budgets = createBudgets(BUDGETS, [])
    const state = stateOf()
    spend(0, state, 9, budgets)
    expect(budgets.spend(state, 0, undefined)).toBe(false)
    expect(budgets.spend(state, 0, false)).toBe(false)
    expect(state.used[0]).toBe(5)
    expect(spend(0, state, 5, budgets)).toEqual([false, false, false, false, true])
    for (let times = 0; times < 4; times++) budgets.spend(state, 0, false)
    expect(state.used).toEqual({})
  })

  test('is used by the patterns of its groups together, of which each has five pages', () => {
    for (const [place, more, isShared] of [
      [0, { section: '/a' }, true],
      [0, { section: '/b' }, false],
      [1, { section: '/b' }, true],
      [2, { section: '/b' }, true],
      [2, { section: '/b', shape: '/{n}' }, false],
      [2, { shape: '/{n}' }, true],
    ] as const) {
      const budgets = createBudgets(BUDGETS, [])
      spend(place, stateOf(), 9, budgets)
      const used = spend(place, stateOf(more), 5, budgets)
      expect([place, more, used]).toEqual([place, more, [false, false, false, false, isShared]])
    }
  })

  test('is so many times as large where that is said, and goes on from what was stored', () => {
    const state = stateOf({ used: { 0: 19 } })
    const budgets = createBudgets(BUDGETS, [state])
    expect(budgets.spend(state, 0, true, 2)).toBe(true)
    expect(budgets.spend(state, 0, true, 3)).toBe(false)
    expect(() => createBudgets(BUDGETS, [stateOf({ used: { 99: 3 } })])).not.toThrow()
  })
})

describe('hashes that were seen', () => {
  test('are counted once, until others take their places, and stored', () => {
    const seen = createSeenHashes()
    expect([seen.isSeen(7), seen.countNew([7, 8, 7]), seen.countNew([7, 9])]).toEqual([false, 2, 1])
    const stored = createSeenHashes(seen.toText())
    expect([7, 8, 9, 10].map(stored.isSeen)).toEqual([true, true, true, false])
    const [one, other] = [5, 5 + (3 << 16)]
    expect([seen.countNew([one]), seen.isSeen(other), seen.countNew([other]), seen.isSeen(one)]).toEqual([
      1,
      false,
      1,
      false,
    ])
    expect(createSeenHashes('AAAA').countNew([1])).toBe(1)
    expect(createSeenHashes().countNew([0])).toBe(1)
  })
})

describe('links that a site’s layout has', () => {
  test('are those that a quarter of the last 32 pages have named, and two at least', () => {
    const common = createCommonLinks()
    expect(common.withoutCommon(['menu', 'a'])).toEqual(['menu', 'a'])
    expect(common.withoutCommon(['menu', 'b'])).toEqual(['menu', 'b'])
    expect(common.withoutCommon(['menu', 'c'])).toEqual(['c'])
    for (let page = 0; page < 29; page++) common.withoutCommon([`other ${page}`])
    // Three of 32 pages have named it.
    expect(common.withoutCommon(['menu'])).toEqual(['menu'])
    for (let times = 0; times < 7; times++) common.withoutCommon(['menu'])
    expect(common.withoutCommon(['menu', 'own'])).toEqual(['own'])
  })

  test('are told by the last pages alone, however many there were before', () => {
    const common = createCommonLinks()
    for (let page = 0; page < 100; page++) common.withoutCommon([`page ${page}`])
    for (let times = 0; times < 8; times++) expect(common.withoutCommon(['menu'])).toEqual(['menu'])
    expect(common.withoutCommon(['menu'])).toEqual([])
  })
})

describe('the growth of a pattern', () => {
  test('is how many of its kind a page leads to, lately, and eight at most', () => {
    const own = pattern('/a', { path: '/p' })
    const found = [
      pattern('/a', { path: '/p' }),
      pattern('/b', { path: '/p' }),
      pattern('/c', { path: '/c' }),
    ]
    const state = stateOf({ pages: 1 })
    noteBirths(state, own, found)
    expect([state.births, state.pathBirths]).toEqual([1, 2])
    state.pages = 2
    noteBirths(state, own, [])
    expect([state.births, state.pathBirths]).toEqual([0.5, 1])
    const many = stateOf({ pages: 1 })
    noteBirths(many, own, Array(20).fill(found[0]))
    expect([many.births, many.pathBirths]).toEqual([8, 8])
    const late = stateOf({ pages: 1_000, births: 0 })
    noteBirths(late, own, [found[0]!])
    expect(late.births).toBe(1 / 32)
  })

  test('is dense where its numbers lie near to each other, and neither all the same nor without any', () => {
    const state = stateOf()
    for (const number of [30, undefined, 10, 20]) noteFound(state, pattern('/a', { number }))
    expect(state).toMatchObject({ found: 4, numbers: [10, 30] })
    expect(isDense(state)).toBe(true)
    expect(isDense(stateOf({ found: 9 }))).toBe(false)
    expect(isDense(stateOf({ found: 10, numbers: [0, 3_000] }))).toBe(true)
    expect(isDense(stateOf({ found: 10, numbers: [0, 3_001] }))).toBe(false)
    expect(isDense(stateOf({ found: 100, numbers: [5, 7] }))).toBe(true)
    expect(isDense(stateOf({ found: 100, numbers: [5, 6] }))).toBe(false)
  })
})

describe('what an address is put together of', () => {
  const shared = (one: string, other: string) =>
    partsOf(`https://a.example${one}`).intersection(partsOf(`https://a.example${other}`)).size
  test('are the words of its path below the first, or its parameters, but no numbers', () => {
    expect(shared('/tag/red+large', '/tag/large/red')).toBe(2)
    expect(shared('/tag/red', '/shop/red')).toBe(0)
    expect(shared('/tag/17', '/tag/17')).toBe(0)
    expect(shared('/list?color=red,blue&size=m', '/list?size=m&color=blue')).toBe(2)
    expect(shared('/list?a=red', '/list?b=red')).toBe(0)
    expect(shared('/list/x?a=red', '/list/x?b=1')).toBe(0)
    expect(shared('/list?a=red', '/other?a=red')).toBe(0)
  })
})

describe('the traps of a crawl are told', () => {
  const closed = (why: 'copies' | 'calendar', left: number) => ({ why, budget: 50, left })
  test('where they were closed and addresses left out; patterns that share a budget as one', () => {
    const patterns = {
      '/a/{n}': stateOf({ pages: 3, section: '/s', closed: closed('copies', 2) }),
      '/b/{n}': stateOf({ pages: 4, section: '/s', closed: closed('copies', 5) }),
      '/c/{n}': stateOf({ pages: 9, closed: closed('calendar', 1) }),
      '/d/{n}': stateOf({ pages: 9, closed: closed('calendar', 0) }),
      '/e/{n}': stateOf({ pages: 9 }),
    }
    expect(reportTraps({ patterns })).toMatchObject([
      { pattern: '/s', why: 'copies', budget: 50, pages: 7, leftOut: 7 },
      { pattern: '/c/{n}', why: 'calendar', pages: 9, leftOut: 1 },
    ])
    for (const nothing of [undefined, null, {}]) expect(reportTraps(nothing)).toEqual([])
  })
})
