import type { PatternState } from './trap-state.ts'

/** A page that is of some worth makes up for so many that are not: a pattern has used a budget when more than four in five are of none. */
const MAKES_UP_FOR = 4
/** `own` of a budget, which is no more than the budget. */
const OF_ITS_OWN = 5

/** Which patterns use a budget together: those of one section of the site, of one shape in all sections, or all of them. */
export type Group = 'section' | 'shape' | 'site'

export interface Budget {
  /** Pages of no worth. */
  budget: number
  /** Of the pages that use it so many are of each pattern itself. */
  own?: number
  /** It is used by all patterns of any of these groups. */
  within: readonly Group[]
}

export interface Budgets {
  /** Notes a page of a pattern for the budget at `place`, unless it tells nothing; gives whether the budget is used, by this pattern as well as by others of its groups. */
  spend(state: PatternState, place: number, isOfNoWorth: boolean | undefined, times?: number): boolean
}

/** Counts what each pattern has used of some budgets (`PatternState.used`), and its groups together. */
export function createBudgets(budgets: readonly Budget[], patterns: Iterable<PatternState>): Budgets {
  const sums = new Map<string, number>()
  const groupsOf = (state: PatternState, place: number): string[] =>
    budgets[place]!.within.map((group) => `${place} ${group} ${group === 'site' ? '' : state[group]}`)
  const add = (state: PatternState, place: number, by: number): number[] =>
    groupsOf(state, place).map((group) => {
      const sum = (sums.get(group) ?? 0) + by
      sums.set(group, sum)
      return sum
    })
  for (const state of patterns)
    for (const [place, used] of Object.entries(state.used))
      if (budgets[Number(place)]) add(state, Number(place), used)

  return {
    spend(state, place, isOfNoWorth, times = 1) {
      if (isOfNoWorth === undefined) return false
      const before = state.used[place] ?? 0
      const used = isOfNoWorth ? before + 1 : Math.max(0, before - MAKES_UP_FOR)
      if (used > 0) state.used[place] = used
      else delete state.used[place]
      const together = Math.max(...add(state, place, used - before))
      const { budget, own = OF_ITS_OWN } = budgets[place]!
      return used >= Math.min(own, budget * times) && together >= budget * times
    },
  }
}
