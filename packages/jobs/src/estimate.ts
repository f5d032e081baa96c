import { priceOf, requestedOptions, toCredits } from '@gleaner/billing'
import {
  asksForRendering,
  type Estimate,
  type EstimateRequest,
  maskUrlCredentials,
  type Tier,
  tierRank,
} from '@gleaner/contracts'
import type { Queryable } from '@gleaner/db'
import { type DomainExperience, REMEMBERED_DAYS, recallDomain, SEEN_OFTEN } from './domain-memory.ts'
import { knownSite } from './known-sites.ts'

export interface Guess {
  tier: Tier
  confidence: Estimate['confidence']
  reasoning: string
}

/** What a scrape would probably cost, from what is known of its host. Fetches nothing, charges nothing. */
export async function estimateScrape(db: Queryable, request: EstimateRequest): Promise<Estimate> {
  const options = requestedOptions(request.advanced)
  const guess = guessTier(await recallDomain(db, new URL(request.url).hostname), request)
  const highest = tierRank(guess.tier) > 4 ? guess.tier : '4'
  return {
    url: maskUrlCredentials(request.url),
    estimated_tier: guess.tier,
    estimated_credits: toCredits(priceOf(guess.tier, options)),
    max_possible_credits: toCredits(priceOf(highest, options)),
    confidence: guess.confidence,
    reasoning: guess.reasoning,
  }
}

/** The tier that will probably deliver a page, by what is known of its host. */
export function guessTier(
  memory: DomainExperience | undefined,
  request: Pick<EstimateRequest, 'url' | 'mode' | 'advanced'>,
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
