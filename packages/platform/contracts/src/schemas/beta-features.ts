import { z } from 'zod'

export const BETA_FEATURE_STATUSES = ['hidden', 'beta', 'ga'] as const
export type BetaFeatureStatus = (typeof BETA_FEATURE_STATUSES)[number]

export const BetaFeatureSlug = z
  .string()
  .max(64)
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'must be lower-case letters, digits and single hyphens')

export const BetaFeatureList = z.object({
  features: z.array(
    z.object({
      slug: BetaFeatureSlug,
      name: z.string(),
      description: z.string(),
      status: z
        .enum(BETA_FEATURE_STATUSES)
        .describe('`beta`: off until you switch it on; `ga`: on for everybody.'),
      created_at: z.iso.datetime(),
      enabled: z.boolean(),
    }),
  ),
  total: z.number().int(),
})
export type BetaFeatureList = z.infer<typeof BetaFeatureList>

export const BetaFeatureSlugs = z.object({ features: z.array(z.string()) })
export type BetaFeatureSlugs = z.infer<typeof BetaFeatureSlugs>

export const BetaFeatureSwitched = z.object({
  feature_slug: z.string(),
  enabled: z.boolean(),
  message: z.string(),
})
export type BetaFeatureSwitched = z.infer<typeof BetaFeatureSwitched>
