import { z } from 'zod'
import { Confidence } from '../../fields/estimates.ts'
import { Warnings } from '../../fields/lists.ts'
import { TIERS } from '../../tier.ts'

const pages = z.number().int()

/** What a crawl would probably scrape and cost. */
export const CrawlEstimate = z.object({
  url: z.string().describe('The start page.'),
  estimated_pages: pages.describe('Within the bounds of the request.'),
  min_pages: pages.describe('Pages that were found by looking at the site.'),
  max_pages: pages.describe('Pages that there may be, with those that further links lead to.'),
  estimated_tier: z.enum(TIERS).describe('The tier that will probably deliver the start page.'),
  estimated_credits: z.number().describe('Credits that `estimated_pages` would cost at `estimated_tier`.'),
  min_credits: z
    .number()
    .describe('Credits that `min_pages` cost at the cheapest tier that the request may use.'),
  max_possible_credits: z.number().describe('Credits that `max_pages` cost at the dearest tier.'),
  estimated_cost_dollars: z.number().describe('The same as `estimated_credits`, in dollars.'),
  min_cost_dollars: z.number().describe('The same as `min_credits`, in dollars.'),
  max_cost_dollars: z.number().describe('The same as `max_possible_credits`, in dollars.'),
  confidence: Confidence,
  reasoning: z.string().describe('What the estimate rests on, in a sentence.'),
  sitemap_found: z.boolean().describe('Whether the site has a sitemap that could be read.'),
  warnings: Warnings,
})
export type CrawlEstimate = z.infer<typeof CrawlEstimate>
