import { MAKES_UP_FOR, type PageYield, TRAP_REASONS, TRAP_RULES } from './rules.ts'
import { createSeenHashes, type SeenHashes } from './seen-hashes.ts'
import type { PatternState, TrapReport, TrapState } from './trap-state.ts'
import { type Names, patternOf, type UrlPattern } from './url-pattern.ts'

/** Bounds of the guard's memory. What is beyond is told together. */
const MOST_PATTERNS = 300
const MOST_SECTIONS = 64
const MOST_HOSTS = 16
const OTHERS = '{other}'

/** A page that was read, with what its crawl has made of it. */
export interface LearnedPage {
  url: string
  /** Where its address has led. */
  finalUrl: string
  signature?: { text?: string; sample?: string } | undefined
  /** Addresses of the site that it names and nobody has named before, and how many known ones. */
  newUrls: readonly string[]
  knownUrls: number
}

export interface TrapGuard {
  /** Whether an address may still be scraped: false for one of a closed pattern, which is counted. */
  allows(url: string): boolean
  /** Learns what a page was worth, which may close its pattern. */
  learn(page: LearnedPage): void
  /** All it knows, as JSON, for `createTrapGuard` in another process. */
  state(): TrapState
}

/** Ends what goes on without end at a site: each pattern of its addresses has budgets for pages that are of no worth (`rules.ts`). */
export function createTrapGuard(
  stored?: Partial<TrapState> | null,
  thisYear = new Date().getUTCFullYear(),
): TrapGuard {
  const sections = new Set(stored?.sections)
  const hosts = new Set(stored?.hosts)
  const patterns = new Map(Object.entries(structuredClone(stored?.patterns ?? {})))
  const seen = createSeenHashes(stored?.seen)
  const names = createNames(sections, hosts)

  const placeOf = (key: string): string => (patterns.has(key) || patterns.size < MOST_PATTERNS ? key : OTHERS)
  const stateOf = ({ key }: UrlPattern): PatternState => {
    const place = placeOf(key)
    const known = patterns.get(place) ?? { pages: 0, found: 0, births: 0, pathBirths: 0, used: {} }
    patterns.set(place, known)
    return known
  }

  return {
    allows(url) {
      const closed = patterns.get(placeOf(patternOf(url, names).key))?.closed
      if (closed) closed.left++
      return !closed
    },
    learn(page) {
      const pattern = patternOf(page.url, names)
      const state = stateOf(pattern)
      const found = page.newUrls.map((url) => patternOf(url, names))
      for (const child of found) noteFound(stateOf(child), child)
      state.pages++
      noteBirths(state, pattern, found)
      const worth = yieldOf(page, state, pattern, found, seen)
      if (!state.closed) spend(state, { ...worth, isDense: isDense(state), thisYear })
    },
    state: () => ({
      sections: [...sections],
      hosts: [...hosts],
      patterns: Object.fromEntries(patterns),
      seen: seen.toText(),
    }),
  }
}

/** The patterns that a guard has closed. */
export function reportTraps(stored: Partial<TrapState> | null | undefined): TrapReport[] {
  return Object.entries(stored?.patterns ?? {}).flatMap(([pattern, { pages, closed }]) => {
    if (!closed) return []
    const { why, budget, left } = closed
    return [{ pattern, why, reason: TRAP_REASONS[why], budget, pages, leftOut: left }]
  })
}

function createNames(sections: Set<string>, hosts: Set<string>): Names {
  const nameOfHost = nameUpTo(hosts, MOST_HOSTS, '*')
  return {
    sectionOf: nameUpTo(sections, MOST_SECTIONS, '{text}'),
    hostOf(host) {
      const name = nameOfHost(host)
      // The first host is the site's own.
      return name === hosts.values().next().value ? '' : `//${name}`
    },
  }
}

function nameUpTo(names: Set<string>, most: number, other: string): (name: string) => string {
  return (name) => {
    if (names.has(name)) return name
    if (names.size >= most || name.length > 60) return other
    names.add(name)
    return name
  }
}

function noteFound(state: PatternState, { number }: UrlPattern): void {
  state.found++
  if (number === undefined) return
  const [least, greatest] = state.numbers ?? [number, number]
  state.numbers = [Math.min(least, number), Math.max(greatest, number)]
}

/** A pattern whose pages lead to fewer of their kind dies out. */
const FEEDS = 0.5
/** What a page weighs in a mean of lately, and the most births of one that count. */
const LATELY = 1 / 32
const MOST_BIRTHS = 8

function noteBirths(state: PatternState, { key, path }: UrlPattern, found: readonly UrlPattern[]): void {
  const ofPattern = found.filter((child) => child.key === key).length
  const ofPath = found.filter((child) => child.path === path).length
  const weight = Math.max(LATELY, 1 / state.pages)
  state.births += (Math.min(ofPattern, MOST_BIRTHS) - state.births) * weight
  state.pathBirths += (Math.min(ofPath, MOST_BIRTHS) - state.pathBirths) * weight
}

/** Numbers of things that a site has counted lie this near to each other, on average. */
const DENSE = 50

function isDense({ found, numbers }: PatternState): boolean {
  return numbers !== undefined && numbers[1] - numbers[0] <= DENSE * (found + DENSE)
}

function yieldOf(
  page: LearnedPage,
  { births, pathBirths }: PatternState,
  pattern: UrlPattern,
  found: readonly UrlPattern[],
  seen: SeenHashes,
): Omit<PageYield, 'isDense' | 'thisYear'> {
  const text = numbersOf(page.signature?.text)
  const runs = numbersOf(page.signature?.sample)
  const isCopy = seen.countNew(text) === 0 && text.length > 0
  const newRuns = seen.countNew(runs)
  return {
    pattern,
    isCopy,
    // A page without a signature shows nothing and leads nowhere.
    newText: runs.length > 0 ? newRuns / runs.length : page.signature?.sample === undefined ? 1 : 0,
    feedsPattern: births >= FEEDS,
    feedsPath: pathBirths >= FEEDS,
    leadsElsewhere: found.some(({ path }) => path !== pattern.path),
    newLinks: found.length,
    knownLinks: page.knownUrls,
    isMoved: page.finalUrl !== page.url,
  }
}

/** The 32-bit numbers in a signature's base64url. */
function numbersOf(text = ''): number[] {
  const bytes = Buffer.from(text, 'base64url')
  return Array.from({ length: bytes.length >> 2 }, (_, at) => bytes.readUInt32LE(at * 4))
}

function spend(state: PatternState, page: PageYield): void {
  for (const [place, rule] of TRAP_RULES.entries()) {
    const before = state.used[place] ?? 0
    const used = rule.holds(page) ? before + 1 : Math.max(0, before - MAKES_UP_FOR)
    if (used > 0) state.used[place] = used
    else delete state.used[place]
    if (used < rule.budget) continue
    state.closed = { why: rule.why, budget: rule.budget, left: 0 }
    return
  }
}
