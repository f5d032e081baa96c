import type { UrlPattern } from './url-pattern.ts'

/** What one page of a pattern was worth. */
export interface PageYield {
  pattern: UrlPattern
  /** Its text, numbers included, was seen before. */
  isCopy: boolean
  /** Share of its text that was not seen before, numbers aside. */
  newText: number
  /**
   * Pages of its pattern lead, on average, to addresses of this pattern, or of its path with any query, that nobody has named before: half an
   * address a page, lately.
   */
  feedsPattern: boolean
  feedsPath: boolean
  /** It leads to new addresses elsewhere. */
  leadsElsewhere: boolean
  /** Addresses of the site that it names: new ones, and known ones. */
  newLinks: number
  knownLinks: number
  /** Its address leads to another one. */
  isMoved: boolean
  /** The numbers in the pattern's addresses lie close to each other, as those of things that were counted. */
  isDense: boolean
  thisYear: number
}

export interface TrapRule {
  why: TrapReason
  /** Pages that a pattern may have for which the rule holds; one for which it does not makes up for `MAKES_UP_FOR` of them. */
  budget: number
  holds(page: PageYield): boolean
}

/** A pattern is closed when more than four in five of its pages are of no worth until its budget is used. */
export const MAKES_UP_FOR = 4

/** Why a pattern was closed, for the status. */
export const TRAP_REASONS = {
  copies: 'Its pages show the same text as pages before.',
  calendar: 'Its pages differ by little more than dates, and lead to ever more dates.',
  far_dates: 'Its dates lie far in the past or the future, and lead to ever more dates.',
  parameters: 'Its parameters show what was shown before, and lead to nothing but more of them.',
  repetition: 'Its addresses repeat themselves.',
  depth: 'Its addresses lie ever deeper, and show nothing new.',
  redirects: 'Its addresses lead to other addresses, and show nothing new.',
  no_new_content: 'Its pages show nothing new, and lead to ever more of them.',
  no_end: 'Each of its pages leads to pages that nothing else leads to.',
} as const

export type TrapReason = keyof typeof TRAP_REASONS

const showsNothingNew = ({ newText }: PageYield): boolean => newText <= 0.125
const showsLittleNew = ({ newText }: PageYield): boolean => newText <= 0.35

/** Years that people's dates lie within, from now. */
const PAST_YEARS = 80
const FUTURE_YEARS = 3

/**
 * What each kind of trap has that a site of that size has not, and how long it is waited for. A site may have any number of pages that are
 * alike (100,000 products), as long as these do not lead to ever more of their kind.
 */
export const TRAP_RULES: readonly TrapRule[] = [
  { why: 'copies', budget: 50, holds: ({ isCopy }) => isCopy },
  { why: 'repetition', budget: 20, holds: (page) => page.pattern.repeats && showsLittleNew(page) },
  { why: 'repetition', budget: 200, holds: (page) => page.pattern.repeats },
  {
    why: 'depth',
    budget: 40,
    holds: (page) => page.pattern.isDeep && page.feedsPattern && showsNothingNew(page),
  },
  {
    why: 'calendar',
    budget: 60,
    holds: (page) => page.pattern.year !== undefined && page.feedsPattern && showsLittleNew(page),
  },
  {
    why: 'far_dates',
    budget: 60,
    holds: ({ pattern: { year }, feedsPattern, thisYear }) =>
      year !== undefined && feedsPattern && (year > thisYear + FUTURE_YEARS || year < thisYear - PAST_YEARS),
  },
  {
    why: 'parameters',
    budget: 100,
    holds: (page) => page.pattern.hasQuery && page.feedsPath && !page.leadsElsewhere && showsLittleNew(page),
  },
  { why: 'redirects', budget: 60, holds: (page) => page.isMoved && showsNothingNew(page) },
  {
    why: 'no_new_content',
    budget: 200,
    holds: (page) => page.feedsPattern && !page.isDense && showsNothingNew(page),
  },
  // Pages that were counted through may be all alike and still be a site: a tree of 100,000 has some 10,000 that lead on.
  { why: 'no_new_content', budget: 25_000, holds: (page) => page.feedsPattern && showsNothingNew(page) },
  {
    // Pages of a site have links in common: to its sections, to each other.
    why: 'no_end',
    budget: 3_000,
    holds: ({ pattern, feedsPattern, newLinks, knownLinks }) =>
      pattern.number === undefined && feedsPattern && newLinks >= 3 && knownLinks <= 2,
  },
]
