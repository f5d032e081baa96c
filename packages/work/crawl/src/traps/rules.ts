import type { Budget, Group } from './budgets.ts'
import type { PageYield } from './page-yield.ts'
import type { TrapReason } from './trap-reasons.ts'

/** What pages of no worth are, and how many of them there may be. */
export interface TrapRule extends Budget {
  why: TrapReason
  /** No site with an end has such pages; for others the site is asked when the budget is used (`judge-answers.ts`). */
  isCertain?: boolean
  /** The first question comes after so many. */
  asksAt?: number
  /** Undefined for a page that tells neither. */
  holds(page: PageYield): boolean | undefined
}

const showsNothingNew = ({ newText }: PageYield): boolean => newText <= 0.125
const showsLittleNew = ({ newText }: PageYield): boolean => newText <= 0.35

const isAlike = ({ alike }: PageYield): boolean => alike >= 0.5

/** A view of what was shown: its path has a query, and what it leads to beyond its own path is known. */
const isView = ({ pattern, leadsElsewhere }: PageYield): boolean =>
  (pattern.hasQuery || pattern.key.includes('#')) && !leadsElsewhere

/** A list of what is known, in another order or in part. A short one tells nothing. */
function showsWhatIsKnown(page: PageYield): boolean | undefined {
  if (showsNothingNew(page)) return true
  if (page.newText > 0.6) return false
  return page.isSameLinks || page.showsKnownLinks || (page.isShort ? undefined : false)
}

/** Years that people's dates lie within, from now. */
const PAST_YEARS = 80
const FUTURE_YEARS = 3

const SECTION: readonly Group[] = ['section']
const SITE: readonly Group[] = ['site']

/**
 * What each kind of trap has that a site of that size has not, and how long it is waited for. A site may have any number of pages that are
 * alike (100,000 products), as long as these do not lead to ever more of their kind.
 */
export const TRAP_RULES: readonly TrapRule[] = [
  { why: 'unwanted', budget: 15, within: SECTION, isCertain: true, holds: ({ isUnwanted }) => isUnwanted },
  { why: 'copies', budget: 40, within: SECTION, isCertain: true, holds: ({ isNestedCopy }) => isNestedCopy },
  {
    why: 'copies',
    budget: 2,
    within: SECTION,
    isCertain: true,
    holds: (page) => page.isElsewhere && isView(page) && showsLittleNew(page),
  },
  {
    why: 'copies',
    budget: 3,
    within: SECTION,
    isCertain: true,
    holds: (page) => page.isElsewhere && !page.leadsElsewhere && showsLittleNew(page),
  },
  {
    why: 'copies',
    budget: 4,
    within: SECTION,
    isCertain: true,
    holds: (page) => page.isAbout && isView(page) && (page.alike >= 0.25 || page.isShort),
  },
  // What is told by a fragment no site can be asked for.
  {
    why: 'copies',
    budget: 5,
    within: SECTION,
    isCertain: true,
    holds: (page) => page.pattern.key.includes('#') && page.isCopy && !page.leadsElsewhere,
  },
  {
    why: 'one_page',
    budget: 5,
    within: SECTION,
    holds: (page) => isAlike(page) && !page.leadsElsewhere && !page.isDense,
  },
  { why: 'copies', budget: 50, within: SITE, holds: ({ isCopy }) => isCopy },
  {
    why: 'repetition',
    budget: 20,
    within: SECTION,
    isCertain: true,
    holds: (page) => page.pattern.repeats && showsLittleNew(page),
  },
  { why: 'repetition', budget: 200, within: SECTION, isCertain: true, holds: (page) => page.pattern.repeats },
  {
    why: 'depth',
    budget: 40,
    within: SECTION,
    holds: (page) => page.pattern.isDeep && page.feedsPattern && showsNothingNew(page),
  },
  {
    why: 'calendar',
    budget: 60,
    within: SECTION,
    holds: (page) => page.pattern.year !== undefined && page.feedsPattern && showsLittleNew(page),
  },
  {
    why: 'far_dates',
    budget: 60,
    within: SECTION,
    holds: ({ pattern: { year }, feedsPattern, thisYear }) =>
      year !== undefined && feedsPattern && (year > thisYear + FUTURE_YEARS || year < thisYear - PAST_YEARS),
  },
  {
    why: 'parameters',
    budget: 5,
    own: 1,
    within: SECTION,
    isCertain: true,
    holds: (page) => isView(page) && page.feedsPath && showsWhatIsKnown(page),
  },
  {
    why: 'parameters',
    budget: 100,
    within: SECTION,
    holds: (page) => page.pattern.hasQuery && page.feedsPath && !page.leadsElsewhere && showsLittleNew(page),
  },
  // A site counts from zero or one; what goes on below it is told by its distance from today, or from where one is.
  {
    why: 'offsets',
    budget: 100,
    within: SECTION,
    holds: (page) => page.pattern.hasQuery && page.isBelowZero && page.feedsPath && page.staysOnPath,
  },
  {
    why: 'calendar',
    budget: 100,
    within: SECTION,
    holds: (page) => page.pattern.year !== undefined && page.feedsPattern && page.staysOnPath,
  },
  {
    why: 'combinations',
    budget: 60,
    within: SECTION,
    isCertain: true,
    holds: ({ recombines }) => recombines,
  },
  {
    why: 'combinations',
    budget: 100,
    within: SECTION,
    isCertain: true,
    holds: (page) => showsNothingNew(page) && (page.newLinks >= 2 ? page.rearranges : undefined),
  },
  { why: 'redirects', budget: 60, within: SECTION, holds: (page) => page.isMoved && showsNothingNew(page) },
  {
    why: 'redirects',
    budget: 100,
    within: SECTION,
    holds: (page) => page.isMoved && page.feedsPattern && page.staysOnPath,
  },
  {
    why: 'no_new_content',
    budget: 200,
    within: SECTION,
    holds: (page) => page.feedsPattern && !page.isDense && showsNothingNew(page),
  },
  // Pages that were counted through may be all alike and still be a site: a tree of 100,000 has some 10,000 that lead on.
  {
    why: 'no_new_content',
    budget: 25_000,
    within: SECTION,
    holds: (page) => page.feedsPattern && showsNothingNew(page),
  },
  {
    // Pages of a site have links in common: to its sections, to each other.
    why: 'no_end',
    budget: 3_000,
    within: SECTION,
    holds: ({ pattern, isOneWay }) => pattern.number === undefined && isOneWay,
  },
  {
    // Things that are counted are many, and may be alike.
    why: 'any_address',
    budget: 60,
    asksAt: 6,
    within: ['section', 'shape'],
    holds: (page) =>
      (page.isOneWay || showsNothingNew(page)) && (!page.isDense || page.pattern.year !== undefined),
  },
  // Pages of a trap, or of the first part of a large site whose pages show little, or name few others.
  {
    why: 'any_address',
    budget: 60,
    within: ['section', 'shape'],
    holds: (page) => page.isOneWay || showsNothingNew(page),
  },
]

/** After an answer that finds no trap a pattern's budgets are so many times larger, and its site is asked so often at most. */
export const ASKED_AGAIN = 4
export const MOST_ASKED = 5
