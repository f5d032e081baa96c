import { z } from 'zod'
import { Code, CodeOfFactor, GivenPassword, OpaqueToken, PASSWORD_CHARS } from '../fields/credentials.ts'
import { queryFlag } from '../fields/flags.ts'
import { inPath, ownId } from '../fields/ids.ts'
import { Total } from '../fields/lists.ts'
import { time } from '../fields/times.ts'
import { Email } from './email.ts'
import { Name } from './primitives.ts'

export const NewPassword = z
  .string()
  .min(PASSWORD_CHARS.min)
  .max(PASSWORD_CHARS.max)
  .describe('A password of 10 to 1,024 characters.')
export const Registration = z.strictObject({
  email: Email.describe('By which you sign in, and where mails go.'),
  password: NewPassword.describe('At least 10 characters, to sign in with.'),
  name: Name.optional(),
})
export type Registration = z.infer<typeof Registration>

export const Login = z.strictObject({
  email: Email.describe('That of your account.'),
  password: GivenPassword,
})
export type Login = z.infer<typeof Login>

export const Refresh = z.strictObject({
  refresh_token: OpaqueToken.describe('The one of the last sign-in or refresh; it is good once.'),
})

export const ForgottenPassword = z.strictObject({
  email: Email.describe('Where the mail goes, if it is that of an account.'),
})

/** `token`: of the mail. */
export const RegistrationConfirmation = z.strictObject({
  token: OpaqueToken.describe('From the mail.'),
  password: GivenPassword.describe('The one that was chosen when the account was asked for.'),
})
export type RegistrationConfirmation = z.infer<typeof RegistrationConfirmation>

export const PasswordResetForm = z.strictObject({
  token: OpaqueToken.describe('From the mail.'),
  password: NewPassword.describe('The new password: at least 10 characters.'),
})
export type PasswordResetForm = z.infer<typeof PasswordResetForm>

export const PasswordChange = z.strictObject({
  current_password: GivenPassword.describe('The one before.'),
  new_password: NewPassword.describe('The new one: at least 10 characters.'),
  code: CodeOfFactor,
})
export type PasswordChange = z.infer<typeof PasswordChange>

export const User = z
  .object({
    id: z.uuid().describe('Names the person.'),
    email: z.string().describe('By which they sign in.'),
    name: z.string().nullable().describe('What they are called; null where they have not said.'),
    created_at: time('When the account was opened.'),
  })
  .describe('A person who has an account.')
export type User = z.infer<typeof User>

export const SignedIn = z
  .object({
    user: User.describe('Who has signed in.'),
    access_token: z.string().describe('Goes into `Authorization: Bearer`.'),
    token_type: z.literal('bearer').describe('How the access token is sent.'),
    expires_in: z.number().int().describe('Seconds that the access token is valid.'),
    refresh_token: z.string().describe('Good for one exchange, within 30 days.'),
  })
  .describe('Who has signed in, and with what they go on.')
export type SignedIn = z.infer<typeof SignedIn>

/** Whose password is right and who has a second factor. */
export const SecondFactorAsked = z.object({
  status: z.literal('second_factor_required').describe('The password is right, and more is asked for.'),
  message: z.string().describe('What to do, in a sentence.'),
  challenge: z.string().describe('Goes to `POST /auth/login/second-factor`, once, with a code.'),
  expires_in: z.number().int().describe('Seconds that the challenge is good for.'),
})
export type SecondFactorAsked = z.infer<typeof SecondFactorAsked>

export const SecondFactorAnswer = z.strictObject({
  challenge: OpaqueToken.describe('That of the reply to `POST /auth/login`.'),
  code: Code.describe('Of the authenticator app, or a recovery code.'),
})
export type SecondFactorAnswer = z.infer<typeof SecondFactorAnswer>

/** What somebody has besides a password. */
export const SecondFactor = z.object({
  totp: z.boolean().describe('Whether an authenticator app is set up.'),
  enabled_at: time('When it was confirmed; null where there is none.').nullable(),
  recovery_codes_left: z.number().int().describe('How many recovery codes are not used.'),
  passkeys: z.number().int().describe('How many passkeys there are.'),
})
export type SecondFactor = z.infer<typeof SecondFactor>

export const PasswordProof = z.strictObject({ password: GivenPassword })
export const TotpCode = z.strictObject({ code: Code.describe('One that the app shows now.') })
export const FactorRemoval = z.strictObject({ password: GivenPassword, code: CodeOfFactor })

export const TotpEnrolment = z.object({
  secret: z.string().describe('In base 32, for who types it. Shown once.'),
  otpauth_uri: z.string().describe('For a QR code.'),
})
export type TotpEnrolment = z.infer<typeof TotpEnrolment>

export const RecoveryCodes = z.object({
  recovery_codes: z.array(z.string()).describe('Each signs in once in place of a code. Shown once.'),
})

export const SignIn = z
  .object({
    id: ownId('sign_in_id'),
    device: z
      .string()
      .nullable()
      .describe('The device in words, by what its program calls itself; null where it says nothing.'),
    user_agent: z
      .string()
      .nullable()
      .describe('What its program calls itself, as it sends it; null where it sends nothing.'),
    address: z
      .string()
      .nullable()
      .describe('IP address that it came from last; null where that was not noted.'),
    created_at: time('When it signed in.'),
    last_used_at: z.iso
      .datetime()
      .describe('When it signed in or refreshed its tokens last: at most an hour before its last request.'),
    expires_at: time('When it ends unless it is used before.'),
    current: z.boolean().describe('Whether it is the one that asks.'),
  })
  .describe('A device that is signed in.')
export const SignInList = z.object({
  sign_ins: z.array(SignIn).describe('The one that was used last comes first.'),
  total: Total,
})
export type SignInList = z.infer<typeof SignInList>

export const SignInParams = inPath('sign_in_id').strict()
export const SignInsQuery = z.strictObject({
  current: queryFlag().default(false).describe('Whether the sign-in that asks ends too.'),
})
export const SignInsEnded = z.object({ ended: z.number().int().describe('How many have ended.') })

export const ProfileUpdate = z.strictObject({
  name: Name.optional().describe('What you are called: one line of at most 100 characters.'),
})
export type ProfileUpdate = z.infer<typeof ProfileUpdate>

export const EmailChange = z.strictObject({
  email: Email.describe('The new address, which a mail is sent to.'),
  password: GivenPassword,
  code: CodeOfFactor,
})
export type EmailChange = z.infer<typeof EmailChange>

export const MailedTokenForm = z.strictObject({ token: OpaqueToken.describe('From the mail.') })

export const Done = z.object({ status: z.string().describe('What was done.') })

export const PasswordChanged = SignedIn.extend({
  status: z.literal('password_changed').describe('The password is the new one.'),
})

/** What was asked for is answered by a mail. */
export const MailPromised = z.object({
  status: z.literal('accepted').describe('What was asked for goes on by a mail.'),
  message: z.string().describe('The same in a sentence.'),
})

/** Told in the query by published clients; a body keeps the password out of the logs of proxies. */
export const AccountDeletionQuery = z.strictObject({
  password: GivenPassword.optional().describe('Your password; better in the body, which proxies do not log.'),
  confirm: queryFlag().optional().describe('Whether to give up what is left of the balance.'),
})
export const AccountDeletion = z
  .strictObject({
    password: GivenPassword.optional(),
    confirm: z.boolean().optional().describe('Whether to give up what is left of the balance.'),
    code: CodeOfFactor,
  })
  .optional()

export const AccountDeleted = z.object({
  status: z.literal('deleted').describe('The account is gone, and you are signed out.'),
})
