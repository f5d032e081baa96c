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

const Code = z.string().trim().min(1, 'is required').max(64)
/** Of the second factor, where the user has one. */
const CodeOfFactor = Code.optional().describe(
  'Of the authenticator app, or a recovery code; required of who has a second factor.',
)

export const PasswordChange = z.strictObject({
  current_password: GivenPassword,
  new_password: NewPassword,
  code: CodeOfFactor,
})
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

/** Whose password is right and who has a second factor. */
export const SecondFactorAsked = z.object({
  status: z.literal('second_factor_required'),
  message: z.string(),
  challenge: z.string().describe('Goes to `POST /auth/login/second-factor`, once, with a code.'),
  expires_in: z.number().int().describe('Seconds.'),
})
export type SecondFactorAsked = z.infer<typeof SecondFactorAsked>

export const SecondFactorAnswer = z.strictObject({
  challenge: OpaqueToken,
  code: Code.describe('Of the authenticator app, or a recovery code.'),
})
export type SecondFactorAnswer = z.infer<typeof SecondFactorAnswer>

/** What somebody has besides a password. */
export const SecondFactor = z.object({
  totp: z.boolean(),
  enabled_at: z.iso.datetime().nullable(),
  recovery_codes_left: z.number().int(),
  passkeys: z.number().int(),
})
export type SecondFactor = z.infer<typeof SecondFactor>

export const PasswordProof = z.strictObject({ password: GivenPassword })
export const TotpCode = z.strictObject({ code: Code })
export const FactorRemoval = z.strictObject({ password: GivenPassword, code: CodeOfFactor })

export const TotpEnrolment = z.object({
  secret: z.string().describe('In base 32, for who types it. Shown once.'),
  otpauth_uri: z.string().describe('For a QR code.'),
})
export type TotpEnrolment = z.infer<typeof TotpEnrolment>

export const RecoveryCodes = z.object({
  recovery_codes: z.array(z.string()).describe('Each signs in once in place of a code. Shown once.'),
})

export const PasskeyProof = z.strictObject({ password: GivenPassword, code: CodeOfFactor })
export type PasskeyProof = z.infer<typeof PasskeyProof>

/** As WebAuthn level 3 writes them in JSON: `PublicKeyCredential.parseCreationOptionsFromJSON` and `parseRequestOptionsFromJSON` read it. */
export const PasskeyOptions = z.looseObject({ challenge: z.string() })

/** What `PublicKeyCredential.toJSON()` gives. The rest is judged by the library that verifies it. */
export const PasskeyCredential = z.looseObject({
  id: z.string().min(1).max(2_048),
  rawId: z.string().max(2_048),
  type: z.literal('public-key'),
  response: z.record(z.string().max(64), z.unknown()),
})
export type PasskeyCredential = z.infer<typeof PasskeyCredential>

export const NewPasskey = z.strictObject({
  name: Name.default('Passkey'),
  credential: PasskeyCredential.describe('What `navigator.credentials.create()` gave, by its `toJSON()`.'),
})
export type NewPasskey = z.infer<typeof NewPasskey>

export const PasskeyLogin = z.strictObject({
  credential: PasskeyCredential.describe('What `navigator.credentials.get()` gave, by its `toJSON()`.'),
})

export const Passkey = z.object({
  id: z.uuid(),
  name: z.string(),
  backed_up: z.boolean().describe('Whether other devices of its owner have it too.'),
  created_at: z.iso.datetime(),
  last_used_at: z.iso.datetime().nullable(),
})
export type Passkey = z.infer<typeof Passkey>

export const PasskeyList = z.object({ passkeys: z.array(Passkey), total: z.number().int() })
export type PasskeyList = z.infer<typeof PasskeyList>

export const PasskeyParams = z.strictObject({ passkey_id: z.string() })

/** A device that is signed in. */
export const SignIn = z.object({
  id: z.uuid(),
  device: z.string().nullable().describe('In words, by what its program calls itself.'),
  user_agent: z.string().nullable(),
  address: z.string().nullable(),
  created_at: z.iso.datetime(),
  last_used_at: z.iso
    .datetime()
    .describe('When it signed in or refreshed its tokens last: at most an hour before its last request.'),
  expires_at: z.iso.datetime(),
  current: z.boolean().describe('Whether it is the one that asks.'),
})
export const SignInList = z.object({ sign_ins: z.array(SignIn), total: z.number().int() })
export type SignInList = z.infer<typeof SignInList>

export const SignInParams = z.strictObject({ sign_in_id: z.string() })
export const SignInsQuery = z.strictObject({
  current: z.stringbool().default(false).describe('Whether the sign-in that asks ends too.'),
})
export const SignInsEnded = z.object({ ended: z.number().int() })

export const ProfileUpdate = z.strictObject({ name: Name.optional() })
export type ProfileUpdate = z.infer<typeof ProfileUpdate>

export const EmailChange = z.strictObject({ email: Email, password: GivenPassword, code: CodeOfFactor })
export type EmailChange = z.infer<typeof EmailChange>

export const MailedTokenForm = z.strictObject({ token: OpaqueToken.describe('From the mail.') })

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
  .strictObject({ password: GivenPassword.optional(), confirm: z.boolean().optional(), code: CodeOfFactor })
  .optional()

export const AccountDeleted = z.object({ status: z.literal('deleted') })
