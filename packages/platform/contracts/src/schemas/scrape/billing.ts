import { z } from 'zod'
import { TIERS } from '../../tier.ts'

export const Escalation = z
  .object({
    tier: z.enum(TIERS).describe('The tier of the attempt.'),
    result: z.enum(['success', 'failed']).describe('Whether the tier delivered.'),
    credits: z.number().describe('Credits charged for it.'),
    cost: z.number().describe('The same in dollars.'),
    duration_ms: z.number().int().describe('How long the attempt took, in milliseconds.'),
    error: z.string().optional().describe('Why the tier did not deliver; absent where it did.'),
  })
  .describe('One attempt, at one tier.')
export type Escalation = z.infer<typeof Escalation>

export const Billing = z
  .object({
    total_credits: z.number().describe('Credits charged.'),
    total_cost: z.number().describe('The same in dollars.'),
    tier_used: z.string().describe('The tier that delivered; empty where none did.'),
    tier_name: z
      .string()
      .optional()
      .describe('The name of `tier_used`, such as `browser`; absent where none delivered.'),
    escalations: z.array(Escalation).describe('Every attempt, in order.'),
    savings: z.number().describe('Credits saved, compared with the dearest tier.'),
    cost_dollars: z.number().describe('The same as `total_cost`, in dollars.'),
    final_cost_microcents: z.number().int().describe('The same as total_cost; 1,000,000 are a dollar.'),
    byop_applied: z.boolean().describe('Whether the page came through a proxy of your own.'),
    optimization_suggestion: z.string().optional().describe('How the same page may cost less, where it may.'),
  })
  .describe('What a scrape took, attempt by attempt, and what was charged.')
export type Billing = z.infer<typeof Billing>
