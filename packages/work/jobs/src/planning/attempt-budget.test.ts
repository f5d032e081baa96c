import { describe, expect, test } from '@jest/globals'
import { attemptBudgetMs } from './attempt-budget.ts'
import type { Plan } from './plan.ts'

const ladder = (...tiers: Plan['steps'][number]['tier'][]): Plan => ({
  steps: tiers.map((tier) => ({ tier, priceMicros: 0 })),
  options: [],
  cutByBudget: false,
})

describe('the share of an attempt', () => {
  test('lets tier 1 wait for a slow page, and leaves the browser its share', () => {
    const plan = ladder('1', '2', '3', '4')
    expect(attemptBudgetMs(plan, '1', 90_000)).toBe(45_000)
    expect(attemptBudgetMs(plan, '4', 27_000)).toBe(27_000)
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
