import { ScrapeRequest, type ScrapeRequestInput } from '@gleaner/contracts'
import { describe, expect, test } from '@jest/globals'
import { splitRequest } from '../spec.ts'
import type { KnownHost } from './domain-memory.ts'
import { makePlan } from './plan.ts'

function plan(request: Partial<ScrapeRequestInput>, ...known: [host?: KnownHost, chance?: number]) {
  return makePlan(
    splitRequest(ScrapeRequest.parse({ url: 'https://example.com/', ...request })).spec,
    ...known,
  )
}
const tiers = (request: Partial<ScrapeRequestInput>) => plan(request).steps.map((step) => step.tier)

describe('the ladder', () => {
  test.each<[string, Partial<ScrapeRequestInput>, string[]]>([
    ['starts at tier 1 and ends at tier 4', {}, ['1', '2', '3', '4']],
    ['reaches tier 5 only when asked', { cost_controls: { max_tier: '5' } }, ['1', '2', '3', '4', '5']],
    ['stops at max_tier', { cost_controls: { max_tier: '2' } }, ['1', '2']],
    ['is one step with force_tier', { cost_controls: { force_tier: '3' } }, ['3']],
    ['enters 3.5 through force_tier', { cost_controls: { force_tier: '3.5' } }, ['3.5']],
    ['forces tier 5 without max_tier', { cost_controls: { force_tier: '5' } }, ['5']],
    ['starts at tier 4 with prefer_speed', { cost_controls: { prefer_speed: true } }, ['4']],
    ['starts at tier 4 with render_js', { advanced: { render_js: true } }, ['4']],
    ['starts at tier 4 with mode js', { mode: 'js', cost_controls: { max_tier: '5' } }, ['4', '5']],
    ['keeps to tiers 1 and 2 with fail_fast', { cost_controls: { fail_fast: true } }, ['1', '2']],
    [
      'lets fail_fast yield to a lower max_tier',
      { cost_controls: { fail_fast: true, max_tier: '1' } },
      ['1'],
    ],
    [
      'has no browser in it with mode html',
      { mode: 'html', cost_controls: { max_tier: '5' } },
      ['1', '2', '3'],
    ],
    ['lets prefer_speed yield to mode html', { mode: 'html', cost_controls: { prefer_speed: true } }, ['3']],
    ['lets prefer_speed yield to max_tier', { cost_controls: { prefer_speed: true, max_tier: '2' } }, ['2']],
  ])('%s', (_, request, expected) => {
    expect(tiers(request)).toEqual(expected)
  })
})

describe('with prefer_known', () => {
  const host: KnownHost = { usualTier: '4', startTier: '3' }
  const prefer_known = true

  test.each<[string, Partial<ScrapeRequestInput>, number, string[]]>([
    ['it begins at the tier that delivers', { cost_controls: { prefer_known } }, 0.05, ['3', '4']],
    [
      '1 request in 20 begins at the bottom',
      { cost_controls: { prefer_known } },
      0.049,
      ['1', '2', '3', '4'],
    ],
    ['without it every request does', {}, 0.9, ['1', '2', '3', '4']],
    ['a limit below it holds', { cost_controls: { prefer_known, max_tier: '2' } }, 0.9, ['2']],
    ['a page that is to be rendered is', { mode: 'js', cost_controls: { prefer_known } }, 0.9, ['4']],
    [
      'it knows better than prefer_speed',
      { cost_controls: { prefer_known, prefer_speed: true } },
      0.9,
      ['3', '4'],
    ],
  ])('%s', (_, request, chance, expected) => {
    const { steps, usualTier } = plan(request, host, chance)
    expect(steps.map(({ tier }) => tier)).toEqual(expected)
    expect(usualTier).toBe('4')
  })

  test('a host that is not known is climbed', () => {
    expect(tiers({ cost_controls: { prefer_known } })).toEqual(['1', '2', '3', '4'])
  })
})

describe('prices', () => {
  test('are those of the tiers, in micros', () => {
    const prices = plan({ cost_controls: { max_tier: '5' } }).steps.map((step) => step.priceMicros)
    expect(prices).toEqual([200, 300, 2_000, 4_000, 20_000])
  })

  test('hold every asked option once', () => {
    const { steps, options } = plan({ advanced: { render_js: true, screenshot: true, generate_pdf: true } })
    expect(options).toEqual(['render_js', 'screenshot', 'generate_pdf'])
    expect(steps).toEqual([{ tier: '4', priceMicros: 4_000 + 600 + 200 + 400 }])
  })
})

describe('max_credits', () => {
  test('takes the tiers away that cost more', () => {
    const cut = plan({ cost_controls: { max_credits: 10 } })
    expect(cut.steps.map((step) => step.tier)).toEqual(['1', '2', '3'])
    expect(cut.cutByBudget).toBe(true)
  })

  test('counts fractions: 1.5 credits pay tier 2', () => {
    expect(tiers({ cost_controls: { max_credits: 1.5 } })).toEqual(['1', '2'])
  })

  test('may be called max_cost', () => {
    expect(tiers({ cost_controls: { max_cost: 1 } })).toEqual(['1'])
  })

  test('below the first tier refuses the request and names both amounts', () => {
    expect(() => plan({ cost_controls: { max_credits: 0.5 } })).toThrow(
      expect.objectContaining({
        code: 'BUDGET_EXCEEDED',
        details: expect.objectContaining({ needed_credits: 1, max_credits: 0.5 }),
      }),
    )
  })
})
