import { describe, expect, test } from '@jest/globals'
import type { PageYield } from './page-yield.ts'
import { TRAP_RULES } from './rules.ts'

type Given = Partial<Omit<PageYield, 'pattern'>> & { pattern?: Partial<PageYield['pattern']> }

/** A page of a site that is worth something, but for what is said. */
const page = ({ pattern, ...more }: Given) =>
  ({
    ...{
      isCopy: false,
      newText: 1,
      feedsPattern: false,
      feedsPath: false,
      leadsElsewhere: true,
      newLinks: 3,
    },
    ...{ staysOnPath: false, isOneWay: false, recombines: false, rearranges: false, isNestedCopy: false },
    ...{
      isElsewhere: false,
      isAbout: false,
      isShort: false,
      alike: 0,
      showsKnownLinks: false,
      isSameLinks: false,
    },
    ...{ isUnwanted: false, isMoved: false, isDense: false, isBelowZero: false, thisYear: 2026 },
    pattern: {
      key: '/{text}',
      hasQuery: false,
      repeats: false,
      isDeep: false,
      year: undefined,
      number: 7,
      ...pattern,
    },
    ...more,
  }) as PageYield

/** The rules that hold for a page, with what they wait for at first. */
const rulesFor = (given: Given) =>
  TRAP_RULES.filter(({ holds }) => holds(page(given))).map(
    ({ why, budget, asksAt = budget }) => `${why} ${asksAt}`,
  )

const VIEW = { feedsPath: true, leadsElsewhere: false, pattern: { hasQuery: true } }

describe('a page is', () => {
  test('of worth where nothing tells otherwise', () => {
    expect(rulesFor({})).toEqual([])
    expect(rulesFor({ pattern: { hasQuery: true, year: 2026, isDeep: true } })).toEqual([])
  })

  test.each<[Given, string[]]>([
    [{ isUnwanted: true }, ['unwanted 15']],
    [{ isNestedCopy: true }, ['copies 40']],
    [{ isCopy: true }, ['copies 50']],
    [{ pattern: { repeats: true } }, ['repetition 200']],
    [{ pattern: { repeats: true }, newText: 0.35 }, ['repetition 20', 'repetition 200']],
    [{ pattern: { repeats: true }, newText: 0.36 }, ['repetition 200']],
    [{ newText: 0.125 }, ['any_address 6', 'any_address 60']],
    [{ newText: 0.126 }, []],
    [{ isOneWay: true }, ['any_address 6', 'any_address 60']],
    [{ isOneWay: true, pattern: { number: undefined } }, ['no_end 3000', 'any_address 6', 'any_address 60']],
    [{ recombines: true }, ['combinations 60']],
    [{ rearranges: true }, []],
    [{ rearranges: true, newText: 0 }, ['combinations 100', 'any_address 6', 'any_address 60']],
    [{ rearranges: true, newText: 0, newLinks: 1 }, ['any_address 6', 'any_address 60']],
    [{ isMoved: true }, []],
    [{ isMoved: true, newText: 0 }, ['redirects 60', 'any_address 6', 'any_address 60']],
    [{ isMoved: true, feedsPattern: true, staysOnPath: true }, ['redirects 100']],
    [{ isMoved: true, feedsPattern: true }, []],
    [{ isMoved: true, staysOnPath: true }, []],
    [
      { feedsPattern: true, newText: 0 },
      ['no_new_content 200', 'no_new_content 25000', 'any_address 6', 'any_address 60'],
    ],
    [{ feedsPattern: true, newText: 0, isDense: true }, ['no_new_content 25000', 'any_address 60']],
    [{ feedsPattern: true }, []],
    [{ isElsewhere: true, newText: 0.35 }, []],
    [{ isElsewhere: true, newText: 0.35, leadsElsewhere: false }, ['copies 3']],
    [{ isElsewhere: true, newText: 0.36, leadsElsewhere: false }, []],
    [
      { isElsewhere: true, newText: 0.35, leadsElsewhere: false, pattern: { hasQuery: true } },
      ['copies 2', 'copies 3'],
    ],
    [{ alike: 0.5, leadsElsewhere: false }, ['one_page 5']],
    [{ alike: 0.5, leadsElsewhere: false, isDense: true }, []],
    [{ isAbout: true, alike: 0.25, leadsElsewhere: false, pattern: { hasQuery: true } }, ['copies 4']],
    [{ isAbout: true, isShort: true, leadsElsewhere: false, pattern: { hasQuery: true } }, ['copies 4']],
    [{ isAbout: true, leadsElsewhere: false, pattern: { hasQuery: true } }, []],
    [{ isCopy: true, leadsElsewhere: false, pattern: { key: '/{text}#' } }, ['copies 5', 'copies 50']],
  ])('%j: %j', (given, rules) => {
    expect(rulesFor(given)).toEqual(rules)
  })

  test.each<[Given, string[]]>([
    [{ ...VIEW, newText: 0.6, isSameLinks: true }, ['parameters 5']],
    [{ ...VIEW, newText: 0.6, showsKnownLinks: true }, ['parameters 5']],
    [{ ...VIEW, newText: 0.61, isSameLinks: true, showsKnownLinks: true }, []],
    [{ ...VIEW, newText: 0.6, leadsElsewhere: true, isSameLinks: true }, []],
    [{ ...VIEW, newText: 0.6, feedsPath: false, isSameLinks: true }, []],
    [{ pattern: { isDeep: true }, feedsPattern: true, newText: 0, isDense: true }, ['depth 40']],
    [{ pattern: { isDeep: true }, newText: 0 }, []],
    [{ pattern: { isDeep: true }, feedsPattern: true }, []],
    [{ pattern: { year: 2026 }, feedsPattern: true, newText: 0.35 }, ['calendar 60']],
    [{ pattern: { year: 2026 }, newText: 0.35 }, []],
    [{ pattern: { year: 2026 }, feedsPattern: true, newText: 0.36 }, []],
    [{ pattern: { year: 2026 }, feedsPattern: true, staysOnPath: true }, ['calendar 100']],
    [{ pattern: { year: 2026 }, staysOnPath: true }, []],
    [{ feedsPattern: true, staysOnPath: true }, []],
    [{ pattern: { year: 2029 }, feedsPattern: true }, []],
    [{ pattern: { year: 2030 }, feedsPattern: true }, ['far_dates 60']],
    [{ pattern: { year: 2030 } }, []],
    [{ pattern: { year: 1946 }, feedsPattern: true }, []],
    [{ pattern: { year: 1945 }, feedsPattern: true }, ['far_dates 60']],
    [
      { pattern: { hasQuery: true }, feedsPath: true, leadsElsewhere: false, newText: 0.35 },
      ['parameters 100'],
    ],
    [{ pattern: { hasQuery: true }, feedsPath: true, newText: 0.35 }, []],
    [{ pattern: { hasQuery: true }, feedsPath: true, leadsElsewhere: false }, []],
    [{ pattern: { hasQuery: true }, leadsElsewhere: false, newText: 0.35 }, []],
    [{ feedsPath: true, leadsElsewhere: false, newText: 0.35 }, []],
    [{ pattern: { hasQuery: true }, isBelowZero: true, feedsPath: true, staysOnPath: true }, ['offsets 100']],
    [{ pattern: { hasQuery: true }, isBelowZero: true, feedsPath: true }, []],
    [{ pattern: { hasQuery: true }, isBelowZero: true, staysOnPath: true }, []],
    [{ pattern: { hasQuery: true }, feedsPath: true, staysOnPath: true }, []],
    [{ isBelowZero: true, feedsPath: true, staysOnPath: true }, []],
  ])('by its address, and what it leads to, %j: %j', (given, rules) => {
    expect(rulesFor(given).filter((rule) => !/^(no_new|any_)/.test(rule))).toEqual(rules)
  })
})

test('a rule that tells nothing of a page neither uses its budget nor gives back', () => {
  const [rearranged] = TRAP_RULES.filter(({ why, budget }) => why === 'combinations' && budget === 100)
  const holds = (given: Given) => rearranged!.holds(page(given))
  expect(holds({ newText: 0, newLinks: 1, rearranges: true })).toBeUndefined()
  expect(holds({ newText: 0, newLinks: 2, rearranges: false })).toBe(false)
  expect(holds({ newText: 1, newLinks: 1 })).toBe(false)
})

test('rules that a page of a site with an end does not meet again and again are certain; the site is asked about all others', () => {
  const certain = TRAP_RULES.filter(({ isCertain }) => isCertain).map(({ why, budget }) => `${why} ${budget}`)
  expect(certain).toEqual([
    ...['unwanted 15', 'copies 40', 'copies 2', 'copies 3', 'copies 4', 'copies 5', 'repetition 20'],
    ...['repetition 200', 'parameters 5', 'combinations 60', 'combinations 100'],
  ])
  expect(TRAP_RULES.find(({ why, budget }) => why === 'copies' && budget === 50)?.within).toEqual(['site'])
  expect(TRAP_RULES.find(({ why }) => why === 'any_address')?.within).toEqual(['section', 'shape'])
})
