import { z } from 'zod'
import { TIERS } from '../tier.ts'

/** 200 of GET /server. */
export const Server = z
  .object({
    demo: z
      .object({
        is_open: z.boolean().describe('Whether `POST /scrape/demo` answers.'),
        pages_per_hour: z.number().int().describe('Pages that one address may try in an hour.'),
        highest_tier: z.enum(TIERS).describe('The highest tier that is tried for it.'),
      })
      .describe('Trying a page without an account.'),
    registration: z
      .enum(['open', 'confirm', 'closed'])
      .describe(
        'Who opens accounts. `open`: anybody, at once; `confirm`: whoever opens the link of a mail; `closed`: the operator alone.',
      ),
    single_sign_on: z
      .object({ name: z.string().describe('What people know the provider as.') })
      .describe('Signing in by a provider of the operator; null where there is none.')
      .nullable(),
    signup_credits: z.number().int().describe('Credits that an account begins with.'),
  })
  .describe('What a server offers to those who have no account there yet.')
export type Server = z.infer<typeof Server>
