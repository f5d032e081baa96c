import { createBudgets } from './budgets.ts'
import { createCommonLinks } from './common-links.ts'
import { type LearnedPage, yieldOf } from './page-yield.ts'
import { noteBirths, noteFound } from './pattern-growth.ts'
import { createPatternNames } from './pattern-names.ts'
import { ASKED_AGAIN, MOST_ASKED, TRAP_RULES, type TrapRule } from './rules.ts'
import { createSeenHashes } from './seen-hashes.ts'
import type { PatternState, Suspicion, TrapState, Verdict } from './trap-state.ts'
import { patternOf, type UrlPattern } from './url-pattern.ts'

/** What is beyond is told together. */
const MOST_PATTERNS = 300
const OTHERS = '{other}'

export interface TrapGuard {
  /** Whether an address may still be scraped: false for one of a closed pattern, which is counted. */
  allows(url: string): boolean
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
  const budgets = createBudgets(TRAP_RULES, patterns.values())

  const placeOf = (key: string): string => (patterns.has(key) || patterns.size < MOST_PATTERNS ? key : OTHERS)
  const stateOf = (pattern: UrlPattern): PatternState => {
    const place = placeOf(pattern.key)
    const state = patterns.get(place) ?? newState(pattern)
    patterns.set(place, state)
    return state
  }

  function suspect(state: PatternState, { why, budget, isCertain }: TrapRule, page: LearnedPage): void {
    const { closed, suspicion } = state
    if (closed) return
    const asked = suspicion?.asked ?? 0
    const isAnswered = !suspicion || suspicion.verdict !== undefined
    if (isCertain || suspicion?.verdict === 'unknown') state.closed = { why, budget, left: 0 }
    else if (isAnswered && asked < MOST_ASKED) state.suspicion = { why, budget, asked, ...shownBy(page) }
  }

  return {
    allows(url) {
      const closed = patterns.get(placeOf(patternOf(url, names).key))?.closed
      if (closed) closed.left++
      return !closed
    },
    isSuspicious: (url) => isUnanswered(patterns.get(placeOf(patternOf(url, names).key))?.suspicion),
    learn(page) {
      const pattern = patternOf(page.url, names)
      const state = stateOf(pattern)
      const found = page.newUrls.map((url) => patternOf(url, names))
      for (const child of found) noteFound(stateOf(child), child)
      state.pages++
      noteBirths(state, pattern, found)
      const worth = yieldOf(page, {
        pattern,
        state,
        found,
        names,
        ownLinks: commonLinks.withoutCommon([...page.newUrls, ...page.knownUrls]),
        seen,
        parts,
        thisYear,
      })
      for (const [place, rule] of TRAP_RULES.entries()) {
        const times = ASKED_AGAIN ** (state.suspicion?.asked ?? 0)
        if (budgets.spend(state, place, rule.holds(worth), rule.isCertain ? 1 : times))
          suspect(state, rule, page)
      }
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
      seen: seen.toText(),
      parts: parts.toText(),
    }),
  }
}

function isUnanswered(suspicion: Suspicion | undefined): suspicion is Suspicion {
  return suspicion !== undefined && suspicion.verdict === undefined
}

function shownBy({
  url,
  finalUrl,
  title,
  signature,
}: LearnedPage): Omit<Suspicion, 'why' | 'budget' | 'asked'> {
  return { url, title, sample: signature?.sample, ...(finalUrl !== url && { movedTo: finalUrl }) }
}

function newState({ shape, section }: UrlPattern): PatternState {
  return { shape, section, pages: 0, found: 0, births: 0, pathBirths: 0, used: {} }
}
