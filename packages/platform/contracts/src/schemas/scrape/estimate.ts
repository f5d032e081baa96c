import { z } from 'zod'
import { Confidence } from '../../fields/estimates.ts'
import { Warnings } from '../../fields/lists.ts'
import { TIERS } from '../../tier.ts'

export const Estimate = z.object({
  url: z.string().describe('The page, as it was asked for.'),
  estimated_tier: z.enum(TIERS).describe('The tier that will probably deliver.'),
  tier_name: z.string().describe('The name of estimated_tier, such as "browser".'),
  estimated_credits: z
    .number()
    .describe('Credits that it will probably cost, at `estimated_tier` with the options of the request.'),
  max_possible_credits: z
    .number()
    .describe('Credits that it costs at the dearest tier that the request may use.'),
  estimated_cost_dollars: z.number().describe('The same as `estimated_credits`, in dollars.'),
  min_cost_dollars: z
    .number()
    .describe('Dollars that it costs at the cheapest tier that the request may use.'),
  max_cost_dollars: z.number().describe('The same as `max_possible_credits`, in dollars.'),
  tiers: z
    .array(
      z.object({
        tier: z.enum(TIERS).describe('A tier that the request may use.'),
        name: z.string().describe('Its name, such as "browser".'),
        credits: z.number().describe('Credits that it costs if this tier delivers, with all options.'),
      }),
    )
    .describe('What it costs at each tier that the request may use, in the order in which they are tried.'),
  confidence: Confidence,
  reasoning: z.string().describe('What the estimate rests on, in a sentence.'),
  warnings: Warnings,
})
export type Estimate = z.infer<typeof Estimate>
