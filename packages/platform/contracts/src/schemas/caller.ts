import { z } from 'zod'
import { AccountId } from '../fields/ids.ts'
import { time } from '../fields/times.ts'

/** What an account may ask for, and what the next tier takes. Names as published clients read them. */
export const TierInfo = z
  .object({
    name: z.string().describe('The spend tier, such as `High Volume`.'),
    slug: z.string().describe('The same for programs, such as `high_volume`.'),
    requests_per_minute: z.number().int().describe('Rate-limit tokens a minute.'),
    concurrent_requests: z.number().int().describe('Slots for requests at once.'),
    min_balance_usd: z
      .number()
      .nullable()
      .describe('Balance from which it holds, in dollars; null where the operator has granted it.'),
    max_balance_usd: z
      .number()
      .nullable()
      .describe('Balance from which the next one holds, in dollars; null at the top.'),
    next_tier_slug: z.string().nullable().describe('The next one; null at the top.'),
    next_tier_threshold_usd: z
      .number()
      .nullable()
      .describe('The same as `max_balance_usd`, in dollars; null at the top.'),
  })
  .describe('What an account may ask for at its balance, and what the next tier takes.')
export type TierInfo = z.infer<typeof TierInfo>

/** The caller: a person, or of a key that no person made, its account. */
export const Me = z
  .object({
    id: z
      .uuid()
      .describe('The person; of a key that no person made, the user of its account, or else the account.'),
    account_id: AccountId,
    email: z
      .string()
      .nullable()
      .describe('Address by which the person signs in; null where there is no person.'),
    name: z
      .string()
      .nullable()
      .describe('What the person, or else the account, is called; null where they have not said.'),
    avatar_url: z.string().nullable().describe('Null: there are no pictures of people.'),
    created_at: time('When the person, or else the account, came.'),
    subscription_tier: z.string().describe('The same as `tier_info.slug`.'),
    credits_remaining: z.number().describe('Credits of the balance; what open jobs hold is a part of them.'),
    credits_total: z.number().describe('Credits that were ever paid in.'),
    is_operator: z.boolean().describe('Whether you may call the endpoints of operators (`/operator`).'),
    tier_info: TierInfo.describe('What the account may ask for at its balance.'),
  })
  .describe('Who calls, and the account that they act for.')
export type Me = z.infer<typeof Me>
