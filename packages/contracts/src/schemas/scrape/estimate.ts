import { z } from 'zod'
import { TIERS } from '../../tier.ts'
import { HttpUrl } from '../primitives.ts'
import { AdvancedOptions, MODES } from './request.ts'

export const EstimateRequest = z.strictObject({
  url: HttpUrl,
  mode: z.enum(MODES).default('auto'),
  advanced: AdvancedOptions.default({}),
})
export type EstimateRequest = z.infer<typeof EstimateRequest>

export const Estimate = z.object({
  url: z.string(),
  estimated_tier: z.enum(TIERS),
  estimated_credits: z.number(),
  max_possible_credits: z.number(),
  confidence: z.enum(['high', 'medium', 'low']),
  reasoning: z.string(),
})
export type Estimate = z.infer<typeof Estimate>
