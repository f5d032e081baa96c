import { z } from 'zod'
import { MAX_CREDITS, MICROS_PER_CREDIT } from '../money.ts'

export const RESET_PERIODS = ['daily', 'weekly', 'monthly'] as const
export type ResetPeriod = (typeof RESET_PERIODS)[number]

const count = z.number().int()

export const SpendLimitInput = z
  .strictObject({
    budget_limit_credits: z.number().min(0).max(MAX_CREDITS).nullish().describe('Most credits of a period.'),
    budget_limit_microcents: count
      .min(0)
      .max(MAX_CREDITS * MICROS_PER_CREDIT)
      .nullish()
      .describe('The same in millionths of a dollar.'),
    request_limit: count.min(0).max(1_000_000_000).nullish().describe('Most requests of a period.'),
    reset_period: z
      .enum(RESET_PERIODS)
      .default('monthly')
      .describe('When it counts anew, in UTC: at midnight, on Monday, or on the first of the month.'),
    enabled: z.boolean().default(true).describe('Whether the limit holds.'),
  })
  .refine(
    (input) => input.budget_limit_credits == null || input.budget_limit_microcents == null,
    'give the budget once: as budget_limit_credits or as budget_limit_microcents',
  )
  .refine(
    (input) => (input.budget_limit_credits ?? input.budget_limit_microcents ?? input.request_limit) != null,
    'name a limit: budget_limit_credits or request_limit; DELETE removes them',
  )
export type SpendLimitInput = z.infer<typeof SpendLimitInput>

export const SpendLimit = z.object({
  budget_limit_credits: z.number().nullable(),
  budget_limit_microcents: count.nullable(),
  request_limit: count.nullable(),
  reset_period: z.enum(RESET_PERIODS),
  enabled: z.boolean(),
  usage: z
    .object({
      used_credits: z.number(),
      held_credits: z.number(),
      requests: count,
      period_start: z.iso.datetime(),
      resets_at: z.iso.datetime(),
    })
    .describe('Of the current period. What open requests hold counts as spent.'),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
})
export type SpendLimit = z.infer<typeof SpendLimit>

export const AccountLimits = z.object({
  account_id: z.uuid(),
  user_id: z.uuid().nullable(),
  has_limits: z.boolean(),
  limits: SpendLimit.nullable(),
})
export type AccountLimits = z.infer<typeof AccountLimits>

export const ApiKeyLimits = z.object({
  api_key_id: z.uuid(),
  has_limits: z.boolean(),
  limits: SpendLimit.nullable(),
})
export type ApiKeyLimits = z.infer<typeof ApiKeyLimits>
