import { z } from 'zod'
import { GivenPassword, OpaqueToken } from '../fields/credentials.ts'

export const SingleSignOnBegun = z
  .object({
    authorization_url: z
      .url()
      .describe('Where the browser goes; the provider sends it back to `/app/sign-in/provider`.'),
    ticket: z
      .string()
      .describe(
        'A secret that the browser keeps meanwhile, and shows with the answer: no answer is good elsewhere.',
      ),
    expires_in: z.number().int().describe('Seconds that the ticket is good for.'),
  })
  .describe('A sign-in at the provider that has begun.')
export type SingleSignOnBegun = z.infer<typeof SingleSignOnBegun>

export const SingleSignOnAnswer = z.strictObject({
  ticket: OpaqueToken.describe('That of `POST /auth/login/sso/options`.'),
  answer: z
    .string()
    .min(1, 'is required')
    .max(8_192)
    .describe('The query that the provider sent the browser back with, to the letter.'),
})
export type SingleSignOnAnswer = z.infer<typeof SingleSignOnAnswer>

/** Whom the provider has named and whose address has an account that the provider is not connected with. */
export const ConnectionAsked = z
  .object({
    status: z.literal('password_required').describe('The provider is right, and a password is asked for.'),
    message: z.string().describe('What to do, in a sentence.'),
    ticket: z.string().describe('Goes to `POST /auth/login/sso/connect`, with the password.'),
    email: z.string().describe('The address, as the provider says it.'),
    expires_in: z.number().int().describe('Seconds that the ticket is good for.'),
  })
  .describe('An account that is not connected with the provider yet.')
export type ConnectionAsked = z.infer<typeof ConnectionAsked>

export const ConnectionProof = z.strictObject({
  ticket: z
    .string()
    .min(1, 'is required')
    .max(65_536)
    .describe('That of the reply to `POST /auth/login/sso`.'),
  password: GivenPassword.describe('Of the account that has this address.'),
})
export type ConnectionProof = z.infer<typeof ConnectionProof>
