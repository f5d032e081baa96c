import { describe, expect, test } from '@jest/globals'
import type { Plan } from '../planning/plan.ts'
import type { JobRow } from '../rows.ts'
import { attempt } from '../testing/attempts.ts'
import { rowOf } from '../testing/row.ts'
import { balanceWarning, suggestOptimization, tierCapWarning } from './suggestions.ts'

const planned = (more: Partial<Plan>): Plan => ({ ...rowOf().plan, ...more })

describe('what would make the next page cheaper or faster', () => {
  const suggest = (more: Partial<JobRow>) => suggestOptimization(rowOf(more))

  test('is to begin with the tier that delivered, for what the failed tries took', () => {
    expect(suggest({})).toMatch(/^Tier 2 .* after 1 failed attempt that took 120 ms; .*force_tier "2"/)
    const two = [...rowOf().attempts.slice(0, 1), attempt('2', 'timeout'), attempt('3', 'delivered')]
    expect(suggest({ tier: '3', attempts: two })).toMatch(
      /^Tier 3 .* after 2 failed attempts that took 132 ms/,
    )
  })

  test('is prefer_known where that tier delivers most pages of the host, unless the request probed below it', () => {
    expect(suggest({ plan: planned({ usualTier: '2' }) })).toContain('cost_controls.prefer_known')
    expect(suggest({ plan: planned({ usualTier: '3' }) })).toContain('force_tier "2"')
    expect(suggest({ plan: planned({ usualTier: '2', probes: true }) })).toBeUndefined()
  })

  describe('where nothing failed', () => {
    const steps = [
      { tier: '4' as const, priceMicros: 4_000 },
      { tier: '5' as const, priceMicros: 9_000 },
    ]
    const fast: Partial<JobRow> = {
      tier: '4',
      attempts: [attempt('4', 'delivered')],
      plan: planned({ steps }),
    }

    test('is to try cheaper tiers first, where a browser came first without need', () => {
      expect(suggest(fast)).toMatch(/^The request started at tier 4; without cost_controls\.prefer_speed/)
      expect(suggest({ ...fast, tier: '5' })).toContain('started at tier 5')
    })

    test.each<[string, Partial<JobRow>]>([
      ['a tier without a browser delivered', { tier: '3' }],
      ['options needed the browser', { plan: planned({ steps, options: ['screenshot'] }) }],
      ['JavaScript was asked for', { mode: 'js' }],
      ['there was no other tier', { plan: planned({ steps: steps.slice(0, 1) }) }],
    ])('is nothing when %s', (_, more) => {
      expect(suggest({ ...fast, ...more })).toBeUndefined()
    })
  })

  test('is nothing for a job that failed, or that the cache answered', () => {
    expect(suggest({ status: 'failed' })).toBeUndefined()
    expect(suggest({ cachedFrom: rowOf().id })).toBeUndefined()
  })
})

describe('a limit below the tier that delivers most pages of a host', () => {
  const low = rowOf().plan.steps.slice(0, 2)
  const warned = (plan: Partial<Plan>, more: Partial<JobRow> = {}) =>
    tierCapWarning(rowOf({ plan: planned({ steps: low, usualTier: '4', ...plan }), ...more }))
      .tier_cap_warning

  test('is named as the request has set it', () => {
    expect(warned({})).toEqual({ domain_min_tier: '4', your_max_tier: '2' })
    expect(warned({ forced: true })).toEqual({ domain_min_tier: '4', your_force_tier: '2' })
  })

  test('may be the balance', () => {
    const { steps } = rowOf().plan
    expect(warned({ steps }, { holdMicros: 2_000 })).toMatchObject({ your_max_tier: '3' })
    expect(warned({ steps }, { holdMicros: 100 })).toMatchObject({ your_max_tier: '1' })
    expect(warned({ steps }, { holdMicros: 4_000 })).toBeUndefined()
  })

  test.each<[string, Partial<Plan>, Partial<JobRow>]>([
    ['to a test key', {}, { test: true }],
    ['of an answer from the cache', {}, { cachedFrom: rowOf().id }],
    ['of a host that is not known', { usualTier: undefined }, {}],
    ['where it is not below it', { usualTier: '2' }, {}],
  ])('is not told %s', (_, plan, more) => {
    expect(warned(plan, more)).toBeUndefined()
  })
})

test('a balance that did not pay all tiers is told, with the first that it did not pay', () => {
  expect(balanceWarning(rowOf({ holdMicros: 300 }))).toMatch(/did not cover tier 3 when/)
  expect(balanceWarning(rowOf({ holdMicros: 4_000 }))).toBeUndefined()
  expect(balanceWarning(rowOf({ holdMicros: 0, test: true }))).toBeUndefined()
})
