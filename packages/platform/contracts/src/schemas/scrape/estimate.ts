import { z } from 'zod'
import { TIERS } from '../../tier.ts'

export const Estimate = z.object({
  url: z.string(),
  estimated_tier: z.enum(TIERS).describe('The tier that will probably deliver.'),
  tier_name: z.string().describe('The name of estimated_tier, such as "browser".'),
  estimated_credits: z.number(),
  max_possible_credits: z.number().describe('At the dearest tier that the request may use.'),
  estimated_cost_dollars: z.number(),
  min_cost_dollars: z.number().describe('At the cheapest tier that the request may use.'),
  max_cost_dollars: z.number(),
  confidence: z.enum(['high', 'medium', 'low']),
  reasoning: z.string(),
  warnings: z.array(z.string()).optional(),
})
export type Estimate = z.infer<typeof Estimate>
