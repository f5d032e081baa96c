import { z } from 'zod'
import { AccountId, ownId } from '../fields/ids.ts'
import { credits } from '../fields/money.ts'
import { CreatedAt, time, UpdatedAt } from '../fields/times.ts'
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

export const SpendLimit = z
  .object({
    budget_limit_credits: z.number().nullable().describe('Most credits of a period; null: no such limit.'),
    budget_limit_microcents: count
      .nullable()
      .describe('The same in microcents: 1,000,000 are a dollar; null: no such limit.'),
    request_limit: count.nullable().describe('Most requests of a period; null: no such limit.'),
    reset_period: z
      .enum(RESET_PERIODS)
      .describe('When it counts anew, in UTC: at midnight, on Monday, or on the first of the month.'),
    enabled: z.boolean().describe('Whether the limit holds.'),
    usage: z
      .object({
        used_credits: credits('Credits charged in the period.'),
        held_credits: credits('Credits that open requests hold.'),
        requests: count.describe('Requests of the period.'),
        period_start: time('When the period began.'),
        resets_at: time('When it counts anew.'),
      })
      .describe('Of the current period. What open requests hold counts as spent.'),
    created_at: CreatedAt,
    updated_at: UpdatedAt,
  })
  .describe('What may be spent in a period, and what is.')
export type SpendLimit = z.infer<typeof SpendLimit>

export const AccountLimits = z.object({
  account_id: AccountId,
  user_id: z.uuid().nullable().describe('The person who asks; null for a key that no person made.'),
  has_limits: z.boolean().describe('Whether there is a limit.'),
  limits: SpendLimit.nullable().describe('What the account may spend; null without a limit.'),
})
export type AccountLimits = z.infer<typeof AccountLimits>

export const ApiKeyLimits = z.object({
  api_key_id: ownId('key_id'),
  has_limits: z.boolean().describe('Whether there is a limit.'),
  limits: SpendLimit.nullable().describe('What the key may spend; null without a limit of its own.'),
})
export type ApiKeyLimits = z.infer<typeof ApiKeyLimits>
