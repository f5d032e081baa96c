import { toCredits, toDollars } from '@gleaner/billing'
import type { Estimate, ScrapeRequest } from '@gleaner/contracts'
import { asksForRendering } from '@gleaner/contracts/schemas/scrape/rules'
import { type Tier, tierName, tierRank } from '@gleaner/contracts/tier'
import { maskUrlCredentials } from '@gleaner/contracts/url-credentials'
import type { Queryable } from '@gleaner/db'
import { splitRequest } from '../spec.ts'
import { type DomainExperience, REMEMBERED_DAYS, recallDomain, SEEN_OFTEN } from './domain-memory.ts'
import { knownSite } from './known-sites.ts'
import { makePlan, type Step } from './plan.ts'

export interface Guess {
  tier: Tier
  confidence: Estimate['confidence']
  reasoning: string
}

/** What a scrape would probably cost, from what is known of its host. Fetches nothing, charges nothing. */
export async function estimateScrape(db: Queryable, request: ScrapeRequest): Promise<Estimate> {
  const { steps } = makePlan(splitRequest(request).spec)
  const guess = guessTier(await recallDomain(db, new URL(request.url).hostname), request)
  const step = stepFor(steps, guess.tier)
  const highest = steps.at(-1)!
  return {
    url: maskUrlCredentials(request.url),
    estimated_tier: step.tier,
    tier_name: tierName(step.tier),
    estimated_credits: toCredits(step.priceMicros),
    max_possible_credits: toCredits(highest.priceMicros),
    estimated_cost_dollars: toDollars(step.priceMicros),
    min_cost_dollars: toDollars(steps[0]!.priceMicros),
    max_cost_dollars: toDollars(highest.priceMicros),
    tiers: steps.map(({ tier, priceMicros }) => ({
      tier,
      name: tierName(tier),
      credits: toCredits(priceMicros),
    })),
    confidence: guess.confidence,
    reasoning: guess.reasoning,
    ...(request.warnings && { warnings: request.warnings }),
  }
}

/** The step of a plan that a guess comes to: of the tiers that the request allows the first that is high enough, or the highest. */
export function stepFor(steps: readonly Step[], tier: Tier): Step {
  return steps.find((step) => tierRank(step.tier) >= tierRank(tier)) ?? steps.at(-1)!
}

/** The tier that will probably deliver a page, by what is known of its host. */
export function guessTier(
  memory: DomainExperience | undefined,
  request: Pick<ScrapeRequest, 'url' | 'mode' | 'advanced'>,
): Guess {
  const { hostname } = new URL(request.url)
  const guess = fromExperience(hostname, memory) ?? fromPattern(hostname) ?? fromNothing(hostname)
  if (!asksForRendering(request) || tierRank(guess.tier) >= 4) return guess
  return {
    ...guess,
    tier: '4',
    reasoning: `Rendering was asked for, which starts at tier 4. ${guess.reasoning}`,
  }
}

function fromExperience(host: string, memory: DomainExperience | undefined): Guess | undefined {
  if (!memory || memory.deliveries < SEEN_OFTEN) return undefined
  return {
    tier: memory.usualTier,
    confidence: 'high',
    reasoning: `${memory.byUsualTier} of the last ${memory.deliveries} deliveries from ${host} within ${REMEMBERED_DAYS} days came from tier ${memory.usualTier}.`,
  }
}

function fromPattern(host: string): Guess | undefined {
  const site = knownSite(host)
  return site && { tier: site.tier, confidence: 'medium', reasoning: `${host} ${site.why}.` }
}

function fromNothing(host: string): Guess {
  return {
    tier: '1',
    confidence: 'low',
    reasoning: `${host} is not known here yet; most pages are delivered by tier 1, and a failed attempt costs nothing.`,
  }
}
