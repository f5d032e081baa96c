import { z } from 'zod'
import { Email } from './email.ts'
import { Name } from './primitives.ts'

/** In characters. The most is far beyond any password manager's, and keeps what is hashed small. */
const PASSWORD_CHARS = { min: 10, max: 1_024 }

export const NewPassword = z.string().min(PASSWORD_CHARS.min).max(PASSWORD_CHARS.max)
/** One that is compared only: what is too short for a new one is merely wrong. */
const GivenPassword = z.string().min(1, 'is required').max(PASSWORD_CHARS.max)
/** Far longer than ours. */
const OpaqueToken = z.string().min(1, 'is required').max(512)

export const Registration = z.strictObject({
  email: Email,
  password: NewPassword.describe('At least 10 characters.'),
  name: Name.optional(),
})
export type Registration = z.infer<typeof Registration>

export const Login = z.strictObject({ email: Email, password: GivenPassword })
export type Login = z.infer<typeof Login>

export const Refresh = z.strictObject({ refresh_token: OpaqueToken })

export const ForgottenPassword = z.strictObject({ email: Email })

/** `token`: of the mail. */
export const RegistrationConfirmation = z.strictObject({
  token: OpaqueToken.describe('From the mail.'),
  password: GivenPassword,
})
export type RegistrationConfirmation = z.infer<typeof RegistrationConfirmation>

export const PasswordResetForm = z.strictObject({
  token: OpaqueToken.describe('From the mail.'),
  password: NewPassword,
})
export type PasswordResetForm = z.infer<typeof PasswordResetForm>

export const PasswordChange = z.strictObject({ current_password: GivenPassword, new_password: NewPassword })
export type PasswordChange = z.infer<typeof PasswordChange>

/** A person who has an account. */
export const User = z.object({
  id: z.uuid(),
  email: z.string(),
  name: z.string().nullable(),
  created_at: z.iso.datetime(),
})
export type User = z.infer<typeof User>

/** Who has signed in, and with what they go on. */
export const SignedIn = z.object({
  user: User,
  access_token: z.string().describe('Goes into `Authorization: Bearer`.'),
  token_type: z.literal('bearer'),
  expires_in: z.number().int().describe('Seconds that the access token is valid.'),
  refresh_token: z.string().describe('Good for one exchange, within 30 days.'),
})
export type SignedIn = z.infer<typeof SignedIn>

export const Done = z.object({ status: z.string() })

export const PasswordChanged = SignedIn.extend({ status: z.literal('password_changed') })

/** What was asked for is answered by a mail. */
export const MailPromised = z.object({ status: z.literal('accepted'), message: z.string() })

/** What an account may ask for, and what the next tier takes. Names as published clients read them. */
export const TierInfo = z.object({
  name: z.string(),
  slug: z.string(),
  requests_per_minute: z.number().int(),
  concurrent_requests: z.number().int(),
  min_balance_usd: z.number().nullable(),
  max_balance_usd: z.number().nullable(),
  next_tier_slug: z.string().nullable(),
  next_tier_threshold_usd: z.number().nullable(),
})
export type TierInfo = z.infer<typeof TierInfo>

/** The caller: a person, or of a key that no person made, its account. */
export const Me = z.object({
  id: z.uuid(),
  account_id: z.uuid(),
  email: z.string().nullable(),
  name: z.string().nullable(),
  avatar_url: z.string().nullable(),
  created_at: z.iso.datetime(),
  subscription_tier: z.string(),
  credits_remaining: z.number().describe('In credits. What open jobs hold is a part of it.'),
  credits_total: z.number().describe('All that was ever paid in, in credits.'),
  is_operator: z.boolean().describe('Whether you may call the endpoints of operators (`/operator`).'),
  tier_info: TierInfo,
})
export type Me = z.infer<typeof Me>

/** Told in the query by published clients; a body keeps the password out of the logs of proxies. */
export const AccountDeletionQuery = z.strictObject({
  password: GivenPassword.optional(),
  confirm: z.stringbool().optional(),
})
export const AccountDeletion = z
  .strictObject({ password: GivenPassword.optional(), confirm: z.boolean().optional() })
  .optional()

export const AccountDeleted = z.object({ status: z.literal('deleted') })
