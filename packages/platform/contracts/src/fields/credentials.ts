import { z } from 'zod'

/** In characters. The most is far beyond any password manager's, and keeps what is hashed small. */
export const PASSWORD_CHARS = { min: 10, max: 1_024 }

/** One that is compared only: what is too short for a new one is merely wrong. */
export const GivenPassword = z
  .string()
  .min(1, 'is required')
  .max(PASSWORD_CHARS.max)
  .describe('Your password, to show that it is you.')
/** Far longer than ours. */
export const OpaqueToken = z
  .string()
  .min(1, 'is required')
  .max(512)
  .describe('As it was given, to the letter.')

export const Code = z
  .string()
  .trim()
  .min(1, 'is required')
  .max(64)
  .describe('A code of the authenticator app.')
/** Of the second factor, where the user has one. */
export const CodeOfFactor = Code.optional().describe(
  'Of the authenticator app, or a recovery code; required of who has a second factor.',
)
