import { describe, expect, test } from '@jest/globals'
import { attemptBudgetMs } from './attempt-budget.ts'
import type { Plan } from './plan.ts'

const ladder = (...tiers: Plan['steps'][number]['tier'][]): Plan => ({
  steps: tiers.map((tier) => ({ tier, priceMicros: 0 })),
  options: [],
  cutByBudget: false,
})

describe('the share of an attempt', () => {
  test('leaves the browser half of the time on the usual ladder', () => {
    const plan = ladder('1', '2', '3', '4')
    expect(attemptBudgetMs(plan, '1', 90_000)).toBe(15_000)
    expect(attemptBudgetMs(plan, '4', 45_000)).toBe(45_000)
  })

  test('is all that is left for a forced tier', () => {
    expect(attemptBudgetMs(ladder('1'), '1', 90_000)).toBe(90_000)
  })

  test('grows with what earlier tiers did not use', () => {
    expect(attemptBudgetMs(ladder('1', '2', '3', '4'), '2', 89_000)).toBe(17_800)
  })

  test('is at least a millisecond, so that a late attempt ends as a time-out and not as a fault', () => {
    expect(attemptBudgetMs(ladder('1', '2'), '1', -5)).toBe(1)
  })
})
