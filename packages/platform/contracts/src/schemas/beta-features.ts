import { z } from 'zod'
import { Total } from '../fields/lists.ts'
import { CreatedAt } from '../fields/times.ts'

export const BETA_FEATURE_STATUSES = ['hidden', 'beta', 'ga'] as const
export type BetaFeatureStatus = (typeof BETA_FEATURE_STATUSES)[number]

export const BetaFeatureSlug = z
  .string()
  .max(64)
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'must be lower-case letters, digits and single hyphens')
  .describe('Names the feature: small letters, digits and single hyphens.')

export const BetaFeatureList = z.object({
  features: z
    .array(
      z.object({
        slug: BetaFeatureSlug,
        name: z.string().describe('What the operator calls it.'),
        description: z.string().describe('What it does, in a line.'),
        status: z
          .enum(BETA_FEATURE_STATUSES)
          .describe('`beta`: off until you switch it on; `ga`: on for everybody.'),
        created_at: CreatedAt,
        enabled: z.boolean().describe('Whether it is on for your account.'),
      }),
    )
    .describe('Features that are offered, hidden ones left out.'),
  total: Total,
})
export type BetaFeatureList = z.infer<typeof BetaFeatureList>

export const BetaFeatureSlugs = z.object({
  features: z.array(z.string()).describe('The `slug` of each feature that is on.'),
})
export type BetaFeatureSlugs = z.infer<typeof BetaFeatureSlugs>

export const BetaFeatureSwitched = z.object({
  feature_slug: z.string().describe('The feature, as the path names it.'),
  enabled: z.boolean().describe('Whether it is on now.'),
  message: z.string().describe('The same in a sentence.'),
})
export type BetaFeatureSwitched = z.infer<typeof BetaFeatureSwitched>
