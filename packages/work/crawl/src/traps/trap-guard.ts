import { createBudgets } from './budgets.ts'
import { createCommonLinks } from './common-links.ts'
import { createIdleParameters } from './idle-parameters.ts'
import { type LearnedPage, type PageYield, yieldOf } from './page-yield.ts'
import { noteBirths, noteFound, notePath, variesPath } from './pattern-growth.ts'
import { createPatternNames } from './pattern-names.ts'
import { ASKED_AGAIN, MOST_ASKED, TRAP_RULES, type TrapRule } from './rules.ts'
import { createSeenHashes } from './seen-hashes.ts'
import type { PatternState, Suspicion, TrapState, Verdict } from './trap-state.ts'
import { patternOf, type UrlPattern } from './url-pattern.ts'

/** What is beyond is told together. */
const MOST_PATTERNS = 300
const OTHERS = '{other}'

export interface TrapGuard {
  /**
   * Whether an address may still be scraped: false for one of a closed pattern, which is counted, and for one that differs from that of a page before by
   * nothing but parameters that change nothing.
   */
  allows(url: string): boolean
  /**
   * Begins a page, unless enough of its pattern are under way: what the first ones show is waited for. `open`: pages of the crawl that are under way.
   */
  begins(url: string, open: number): boolean
  /** Whether the site is yet to say if the pattern of an address has an end. */
  isSuspicious(url: string): boolean
  /** Learns what a page was worth, which may close its pattern. */
  learn(page: LearnedPage): void
  /** Patterns whose site is to be asked whether they have an end. */
  suspicions(): ReadonlyMap<string, Suspicion>
  /** Takes what the site has said to it. */
  judge(pattern: string, verdict: Verdict): void
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
  const parts = createSeenHashes(stored?.parts)
  const commonLinks = createCommonLinks()
  const names = createPatternNames(sections, hosts)
  const parameters = new Map(Object.entries(structuredClone(stored?.parameters ?? {})))
  const idle = createIdleParameters(parameters, parts)
  const budgets = createBudgets(TRAP_RULES, patterns.values())

  const placeOf = (key: string): string => (patterns.has(key) || patterns.size < MOST_PATTERNS ? key : OTHERS)
  const stateOf = (pattern: UrlPattern): PatternState => {
    const place = placeOf(pattern.key)
    const state = patterns.get(place) ?? newState(pattern)
    patterns.set(place, state)
    return state
  }

  function suspect(state: PatternState, rule: TrapRule, page: LearnedPage): void {
    const { closed, suspicion } = state
    const { why, isCertain } = rule
    if (closed || (why === 'one_page' && state.worthy > MOST_WORTHY)) return
    const asked = suspicion?.asked ?? 0
    const budget = rule.budget * timesOf(rule, suspicion)
    const isAnswered = !suspicion || suspicion.verdict !== undefined
    if (isCertain || suspicion?.verdict === 'unknown') state.closed = { why, budget, left: 0 }
    else if (isAnswered && asked < MOST_ASKED)
      state.suspicion = { why, budget, asked, ...(variesPath(state) && { isPath: true }), ...shownBy(page) }
  }

  const ofPatterns = (isOne: (state: PatternState) => boolean): Ramp => {
    const sums = { begun: 0, pages: 0, worthy: 0 }
    for (const state of patterns.values()) {
      if (!isOne(state)) continue
      sums.begun += state.begun
      sums.pages += state.pages
      sums.worthy += state.worthy
    }
    return sums
  }
  /** Addresses of pages that were begun, without parameters that change nothing. */
  const begunAddresses = new Set<string>()
  const isKnownAs = (address: string, url: string) =>
    address !== url && (begunAddresses.has(address) || idle.isRead(address))
  const noteBegun = (address: string) => {
    if (begunAddresses.size >= MOST_BEGUN_KEPT) begunAddresses.clear()
    begunAddresses.add(address)
  }

  return {
    allows(url) {
      const { key, path } = patternOf(url, names)
      const closed = patterns.get(placeOf(key))?.closed
      if (closed) closed.left++
      return !closed && !isKnownAs(idle.without(url, path), url)
    },
    begins(url, open) {
      const pattern = patternOf(url, names)
      const state = stateOf(pattern)
      // Of some that were begun nothing is learned: they have failed.
      const { begun, pages } = ofPatterns(() => true)
      const unlearned = Math.max(0, begun - pages - open)
      const groups = pattern.hasQuery
        ? [state, ofPatterns(({ section }) => section === pattern.section)]
        : [state]
      if (groups.some((group) => group.begun - group.pages - unlearned >= mostBegun(pattern, group)))
        return false
      state.begun++
      noteBegun(idle.without(url, pattern.path))
      return true
    },
    isSuspicious: (url) => isUnanswered(patterns.get(placeOf(patternOf(url, names).key))?.suspicion),
    learn(page) {
      const pattern = patternOf(page.url, names)
      const state = stateOf(pattern)
      const found = page.newUrls.map((url) => patternOf(url, names))
      for (const child of found) noteFound(stateOf(child), child)
      state.pages++
      noteBirths(state, pattern, found)
      notePath(state, page.url)
      state.begun = Math.max(state.begun, state.pages)
      if (page.signature?.text) idle.learn(page.url, pattern.path, page.signature.text)
      const worth = yieldOf(page, {
        pattern,
        state,
        found,
        names,
        idle,
        ownLinks: commonLinks.withoutCommon([...page.newUrls, ...page.knownUrls]),
        seen,
        parts,
        thisYear,
      })
      if (isWorthy(worth)) state.worthy++
      for (const [place, rule] of TRAP_RULES.entries())
        if (budgets.spend(state, place, rule.holds(worth), timesOf(rule, state.suspicion)))
          suspect(state, rule, page)
    },
    suspicions: () =>
      new Map(
        [...patterns].flatMap(([key, { suspicion }]) => (isUnanswered(suspicion) ? [[key, suspicion]] : [])),
      ),
    judge(key, verdict) {
      const state = patterns.get(key)
      if (!state?.suspicion) return
      state.suspicion.verdict = verdict
      state.suspicion.asked++
      const { why, budget } = state.suspicion
      if (verdict === 'endless') state.closed ??= { why, budget, left: 0 }
    },
    state: () => ({
      sections: [...sections],
      hosts: [...hosts],
      patterns: Object.fromEntries(patterns),
      parameters: Object.fromEntries(parameters),
      seen: seen.toText(),
      parts: parts.toText(),
    }),
  }
}

function isUnanswered(suspicion: Suspicion | undefined): suspicion is Suspicion {
  return suspicion !== undefined && suspicion.verdict === undefined
}

/** Enough for all pages that are under way at once. */
const MOST_BEGUN_KEPT = 5_000

type Ramp = Pick<PatternState, 'begun' | 'pages' | 'worthy'>

/** Pages of a pattern that may be under way at first; later as many as were worth it. Those of a path with any query count together, too. */
const FIRST_BEGUN = { path: 4, query: 2 }
/** Pages that were read after which there is no bound. */
const KNOWN_PAGES = 50

function mostBegun({ hasQuery, key }: UrlPattern, { pages, worthy }: Ramp): number {
  if (pages >= KNOWN_PAGES) return Number.POSITIVE_INFINITY
  return Math.max(hasQuery || key.includes('#') ? FIRST_BEGUN.query : FIRST_BEGUN.path, worthy)
}

/** How many times its budget a rule waits for: the first question comes early, and the more answers find no trap the later the next one. */
function timesOf({ budget, isCertain, asksAt = budget }: TrapRule, suspicion: Suspicion | undefined): number {
  if (isCertain) return 1
  if (!suspicion) return asksAt / budget
  return ASKED_AGAIN ** (suspicion.verdict === 'unknown' ? suspicion.asked : Math.max(0, suspicion.asked - 1))
}

/** Of the pages of a pattern that shows one page for all its addresses so many may be worth it: the first ones are. */
const MOST_WORTHY = 2

function isWorthy({ newText, alike, isAbout, leadsElsewhere }: PageYield): boolean {
  return (newText > 0.35 && alike < 0.5 && !isAbout) || leadsElsewhere
}

function shownBy({
  url,
  finalUrl,
  title,
  signature,
}: LearnedPage): Omit<Suspicion, 'why' | 'budget' | 'asked' | 'isPath'> {
  return { url, title, sample: signature?.sample, ...(finalUrl !== url && { movedTo: finalUrl }) }
}

function newState({ shape, section }: UrlPattern): PatternState {
  return { shape, section, begun: 0, pages: 0, worthy: 0, found: 0, births: 0, pathBirths: 0, used: {} }
}
