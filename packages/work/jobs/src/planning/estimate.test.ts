import { ScrapeRequest, type ScrapeRequestInput } from '@gleaner/contracts'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { attempt } from '../testing/attempts.ts'
import { createJobsFixture, type JobsFixture } from '../testing/fixture.ts'
import { createDomainRecorder, type DomainExperience } from './domain-memory.ts'
import { estimateScrape, guessTier, stepFor } from './estimate.ts'
import { knownSite } from './known-sites.ts'

let fixture: JobsFixture
beforeAll(async () => {
  fixture = await createJobsFixture()
})
afterAll(() => fixture.close())

const asking = (more: Partial<ScrapeRequestInput> = {}) =>
  ScrapeRequest.parse({ url: 'https://shop.example.com/a', ...more })
const seen = (deliveries: number): DomainExperience => ({
  deliveries,
  usualTier: '3',
  byUsualTier: deliveries - 1,
  reliableTier: undefined,
})

describe('the tier that will probably deliver', () => {
  test('is the one that delivered most, once the host was seen often', () => {
    expect(guessTier(seen(20), asking())).toEqual({
      tier: '3',
      confidence: 'high',
      reasoning: '19 of the last 20 deliveries from shop.example.com within 30 days came from tier 3.',
    })
    expect(guessTier(seen(19), asking())).toMatchObject({ tier: '1', confidence: 'low' })
  })

  test('is else that of a site that is known, subdomains too, and else the cheapest', () => {
    const guess = (url: string) => guessTier(undefined, asking({ url }))
    expect(guess('https://www.amazon.com/dp/1')).toMatchObject({ tier: '3', confidence: 'medium' })
    expect(guess('https://amazon.com.example.org/')).toMatchObject({ tier: '1', confidence: 'low' })
    expect(knownSite('gov.uk')).toMatchObject({ tier: '1' })
    expect(knownSite('a.b.gov.uk')).toBe(knownSite('gov.uk'))
    expect(knownSite('com')).toBeUndefined()
    expect(knownSite('notx.com')).toBeUndefined()
  })

  test('is a browser where rendering was asked for, and no lower one than is known', () => {
    const js = asking({ mode: 'js' })
    expect(guessTier(undefined, js)).toMatchObject({
      tier: '4',
      confidence: 'low',
      reasoning: expect.stringMatching(/^Rendering was asked for.* is not known here yet/),
    })
    expect(guessTier({ ...seen(50), usualTier: '5' }, js)).toMatchObject({
      tier: '5',
      reasoning: expect.stringMatching(/^49 of the last 50/),
    })
  })

  test('is one that the request allows: the first that is high enough, or the highest', () => {
    const steps = (['2', '3'] as const).map((tier) => ({ tier, priceMicros: 1 }))
    expect((['1', '2', '3', '4'] as const).map((tier) => stepFor(steps, tier).tier)).toEqual([
      '2',
      '2',
      '3',
      '3',
    ])
  })
})

describe('an estimate', () => {
  test('has the prices of that tier, and of the cheapest and the dearest that the request allows', async () => {
    const recorder = createDomainRecorder(fixture.pool)
    for (let nth = 0; nth < 20; nth++) recorder.note('shop.example.com', attempt('3', 'delivered'), 100)
    await recorder.flush()
    expect(await estimateScrape(fixture.pool, asking())).toEqual({
      url: 'https://shop.example.com/a',
      estimated_tier: '3',
      tier_name: expect.any(String),
      tiers: [
        { tier: '1', name: 'curl', credits: 1 },
        { tier: '2', name: 'http', credits: 1.5 },
        { tier: '3', name: 'stealth', credits: 10 },
        { tier: '4', name: 'browser', credits: 20 },
      ],
      estimated_credits: 10,
      max_possible_credits: 20,
      estimated_cost_dollars: 0.002,
      min_cost_dollars: 0.0002,
      max_cost_dollars: 0.004,
      confidence: 'high',
      reasoning: expect.stringContaining('20 of the last 20'),
    })
    const capped = await estimateScrape(fixture.pool, asking({ cost_controls: { max_tier: '1' } }))
    expect(capped).toMatchObject({ estimated_tier: '1', estimated_credits: 1, max_possible_credits: 1 })
  })

  test('passes the warnings of its request on', async () => {
    const warnings = ['played']
    expect(await estimateScrape(fixture.pool, { ...asking(), warnings })).toMatchObject({ warnings })
    expect(await estimateScrape(fixture.pool, asking())).not.toHaveProperty('warnings')
  })
})
