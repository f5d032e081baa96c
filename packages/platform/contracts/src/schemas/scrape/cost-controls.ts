import { z } from 'zod'
import { LIMITS } from '../../limits.ts'
import { CREDITS_PER_DOLLAR, MAX_CREDITS } from '../../money.ts'
import { ForceTier, MaxTier } from './tiers.ts'

const Credits = z.number().nonnegative().max(MAX_CREDITS)

export const CostFields = z.strictObject({
  max_credits: Credits.optional().describe('Start no tier that costs more credits.'),
  max_cost: Credits.optional().describe('Another name of `max_credits`.'),
  force_tier: ForceTier.optional(),
  max_tier: MaxTier.optional(),
  prefer_cost: z
    .boolean()
    .optional()
    .describe(
      'Begin with the cheapest tier and try one after the other, also where only a browser can help.',
    ),
  prefer_speed: z.boolean().optional().describe('Begin with the browser.'),
  fail_fast: z.boolean().optional().describe('Try tiers 1 and 2 only.'),
  prefer_known: z
    .boolean()
    .optional()
    .describe(
      'Begin with the tier that is known to deliver at this host; 1 request in 20 still begins below it.',
    ),
  time_budget: z
    .number()
    .min(LIMITS.timeBudgetSeconds.min)
    .max(LIMITS.timeBudgetSeconds.max)
    .optional()
    .describe('Seconds for all tiers together; the same as `timeout`, and the shorter of the two counts.'),
})

/** `prefer` and `max_cost_dollars` are how published clients write the fields that they stand for. */
export const CostControls = z
  .strictObject({
    ...CostFields.shape,
    prefer: z
      .enum(['cost', 'speed', 'balanced'])
      .optional()
      .meta({ description: 'The same as prefer_cost or prefer_speed.', deprecated: true }),
    max_cost_dollars: z
      .number()
      .nonnegative()
      .max(MAX_CREDITS / CREDITS_PER_DOLLAR)
      .optional()
      .meta({ description: 'The same as max_credits, of which a dollar has 5,000.', deprecated: true }),
  })
  .transform(
    ({ prefer, max_cost_dollars, ...controls }): z.output<typeof CostFields> => ({
      ...(prefer === 'cost' && { prefer_cost: true }),
      ...(prefer === 'speed' && { prefer_speed: true }),
      ...(max_cost_dollars !== undefined && { max_cost: max_cost_dollars * CREDITS_PER_DOLLAR }),
      ...controls,
    }),
  )
  .describe('Which tiers are tried, in which order, and what they may cost.')
