import { z } from 'zod'
import { TIERS } from '../../tier.ts'

const pages = z.number().int()

/** What a crawl would probably scrape and cost. */
export const CrawlEstimate = z.object({
  url: z.string(),
  estimated_pages: pages.describe('Within the bounds of the request.'),
  min_pages: pages.describe('Pages that were found by looking at the site.'),
  max_pages: pages.describe('Pages that there may be, with those that further links lead to.'),
  estimated_tier: z.enum(TIERS),
  estimated_credits: z.number(),
  min_credits: z.number().describe('For min_pages at the cheapest tier that the request may use.'),
  max_possible_credits: z.number().describe('For `max_pages` at the dearest tier.'),
  estimated_cost_dollars: z.number(),
  min_cost_dollars: z.number(),
  max_cost_dollars: z.number(),
  confidence: z.enum(['high', 'medium', 'low']),
  reasoning: z.string(),
  sitemap_found: z.boolean(),
  warnings: z.array(z.string()).optional(),
})
export type CrawlEstimate = z.infer<typeof CrawlEstimate>
