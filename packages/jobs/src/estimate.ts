import { askedOptions, priceOf, toCredits } from '@gleaner/billing'
import {
  asksForRendering,
  type Estimate,
  type EstimateRequest,
  type Tier,
  tierRank,
} from '@gleaner/contracts'
import type { Queryable } from '@gleaner/db'
import { knownSite } from './known-sites.ts'

/** Deliveries within 30 days from which this service's own experience with a host counts as high confidence. */
const SEEN_OFTEN = 20

interface Guess {
  tier: Tier
  confidence: Estimate['confidence']
  reasoning: string
}

/** What a scrape would probably cost, from what is known of its host. Fetches nothing, charges nothing. */
export async function estimateScrape(db: Queryable, request: EstimateRequest): Promise<Estimate> {
  const options = askedOptions(request.advanced)
  const guess = await guessTier(db, request)
  const highest = tierRank(guess.tier) > 4 ? guess.tier : '4'
  return {
    url: request.url,
    estimated_tier: guess.tier,
    estimated_credits: toCredits(priceOf(guess.tier, options)),
    max_possible_credits: toCredits(priceOf(highest, options)),
    confidence: guess.confidence,
    reasoning: guess.reasoning,
  }
}

async function guessTier(db: Queryable, request: EstimateRequest): Promise<Guess> {
  const { hostname } = new URL(request.url)
  const guess = (await fromExperience(db, hostname)) ?? fromPattern(hostname) ?? fromNothing(hostname)
  if (!asksForRendering(request) || tierRank(guess.tier) >= 4) return guess
  return {
    ...guess,
    tier: '4',
    reasoning: `Rendering was asked for, which starts at tier 4. ${guess.reasoning}`,
  }
}

async function fromExperience(db: Queryable, host: string): Promise<Guess | undefined> {
  const { rows } = await db.query<{ tier: Tier; deliveries: bigint; total: bigint }>(
    `SELECT tier, count(*) AS deliveries, sum(count(*)) OVER ()::bigint AS total FROM job
     WHERE host = $1 AND created_at > now() - interval '30 days' AND status = 'completed' AND NOT test
       AND cached_from IS NULL
     GROUP BY tier ORDER BY deliveries DESC LIMIT 1`,
    [host],
  )
  const most = rows[0]
  if (!most || most.total < SEEN_OFTEN) return undefined
  return {
    tier: most.tier,
    confidence: 'high',
    reasoning: `${most.deliveries} of the last ${most.total} deliveries from ${host} within 30 days came from tier ${most.tier}.`,
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
