import { endpointsIn, NO_BODY } from '../endpoint.ts'
import {
  AccountDeleted,
  AccountDeletion,
  AccountDeletionQuery,
  Done,
  EmailChange,
  FactorRemoval,
  ForgottenPassword,
  Login,
  MailedTokenForm,
  MailPromised,
  PasswordChange,
  PasswordChanged,
  PasswordProof,
  PasswordResetForm,
  ProfileUpdate,
  RecoveryCodes,
  Refresh,
  Registration,
  RegistrationConfirmation,
  SecondFactor,
  SecondFactorAnswer,
  SecondFactorAsked,
  SignedIn,
  SignInList,
  SignInParams,
  SignInsEnded,
  SignInsQuery,
  TotpCode,
  TotpEnrolment,
} from '../schemas/accounts.ts'
import { Me } from '../schemas/caller.ts'
import {
  NewPasskey,
  Passkey,
  PasskeyList,
  PasskeyLogin,
  PasskeyOptions,
  PasskeyParams,
  PasskeyProof,
  PasskeyUpdate,
} from '../schemas/passkeys.ts'

const endpoint = endpointsIn('Sign-in', 'Accounts, passwords and access tokens.')

const MINUTE = 60
const HOUR = 60 * MINUTE

export const register = endpoint({
  method: 'POST',
  path: '/auth/register',
  summary: 'Open an account and sign in.',
  description:
    'Where the operator wants addresses confirmed (`REGISTRATION=confirm`) the answer is 202 for every address, and a mail brings what ' +
    'opens the account. Otherwise it is 201 with tokens, and 409 for an address that has an account with another password. ' +
    'A new account begins with one dollar of credits, once for a mailbox.',
  auth: 'none',
  limitPerIp: { requests: 3, seconds: HOUR },
  body: Registration,
  responses: { 200: SecondFactorAsked, 201: SignedIn, 202: MailPromised },
  errors: ['FORBIDDEN', 'CONFLICT'],
})

export const confirmRegistration = endpoint({
  method: 'POST',
  path: '/auth/confirm-registration',
  summary: 'Open the account that was asked for, and sign in.',
  description:
    'Takes the token of the mail and the password of the registration, once, within 24 hours. The link in the mail opens a page that does this.',
  auth: 'none',
  limitPerIp: { requests: 10, seconds: HOUR },
  body: RegistrationConfirmation,
  responses: { 201: SignedIn },
  errors: ['FORBIDDEN', 'CONFLICT'],
})

export const login = endpoint({
  method: 'POST',
  path: '/auth/login',
  summary: 'Sign in with an e-mail address and a password.',
  description:
    'After 10 wrong passwords in 15 minutes, networks that the account has not signed in from get 429; a password reset lets its owner in at once. ' +
    'Who has a second factor gets 202 with a `challenge` for `POST /auth/login/second-factor`. 403 for an address that is not confirmed yet.',
  auth: 'none',
  limitPerIp: { requests: 5, seconds: 15 * MINUTE },
  body: Login,
  responses: { 200: SignedIn, 202: SecondFactorAsked },
  errors: ['UNAUTHENTICATED', 'FORBIDDEN'],
})

export const refresh = endpoint({
  method: 'POST',
  path: '/auth/refresh',
  summary: 'Exchange a refresh token for a new access token and the next refresh token.',
  description: 'A refresh token that is shown a second time ends the sign-in that it belongs to.',
  auth: 'none',
  limitPerIp: { requests: 60, seconds: MINUTE },
  body: Refresh,
  responses: { 200: SignedIn },
  errors: ['UNAUTHENTICATED', 'FORBIDDEN'],
})

export const logout = endpoint({
  method: 'POST',
  path: '/auth/logout',
  summary: 'Sign out: the access token and its refresh tokens end.',
  auth: 'bearer',
  personal: true,
  responses: { 204: NO_BODY },
  errors: [],
})

export const forgotPassword = endpoint({
  method: 'POST',
  path: '/auth/forgot-password',
  summary: 'Ask for a mail with a link to set a new password.',
  auth: 'none',
  limitPerIp: { requests: 3, seconds: HOUR },
  body: ForgottenPassword,
  responses: { 202: MailPromised },
  errors: [],
})

export const resetPassword = endpoint({
  method: 'POST',
  path: '/auth/reset-password',
  summary: 'Set a new password with the token of a mail. Signs out everywhere.',
  auth: 'none',
  limitPerIp: { requests: 10, seconds: HOUR },
  body: PasswordResetForm,
  responses: { 200: Done },
  errors: [],
})

export const changePassword = endpoint({
  method: 'POST',
  path: '/auth/change-password',
  summary: 'Set a new password. Signs out everywhere, and in again here.',
  auth: 'bearer',
  personal: true,
  limitPerAccount: { requests: 5, seconds: 15 * MINUTE },
  body: PasswordChange,
  responses: { 200: PasswordChanged },
  errors: [],
})

export const getMe = endpoint({
  method: 'GET',
  path: '/auth/me',
  summary: 'Who is calling, with balance and limits.',
  auth: 'apiKeyOrBearer',
  consent: 'account',
  responses: { 200: Me },
  errors: [],
})

export const deleteAccount = endpoint({
  method: 'DELETE',
  path: '/auth/account',
  summary: 'Delete the account of the user, with keys, proxies, jobs and files.',
  description:
    'Its balance is lost and open jobs end. Owners hand their organizations over first (409). Takes `password` and `confirm: true`, in the body or in the query.',
  auth: 'bearer',
  personal: true,
  limitPerAccount: { requests: 5, seconds: 15 * MINUTE },
  query: AccountDeletionQuery,
  body: AccountDeletion,
  responses: { 200: AccountDeleted },
  errors: ['CONFLICT'],
})

export const loginSecondFactor = endpoint({
  method: 'POST',
  path: '/auth/login/second-factor',
  summary: 'Finish a sign-in with a code of the authenticator app, or a recovery code.',
  description:
    'A wrong code is 400 and leaves the challenge. Ten wrong codes in 15 minutes for an account: 429.',
  auth: 'none',
  limitPerIp: { requests: 30, seconds: 15 * MINUTE },
  body: SecondFactorAnswer,
  responses: { 200: SignedIn },
  errors: ['UNAUTHENTICATED', 'FORBIDDEN'],
})

export const loginPasskeyOptions = endpoint({
  method: 'POST',
  path: '/auth/login/passkey/options',
  summary: 'What `navigator.credentials.get()` takes to sign in with a passkey.',
  auth: 'none',
  limitPerIp: { requests: 60, seconds: 15 * MINUTE },
  responses: { 200: PasskeyOptions },
  errors: [],
})

export const loginPasskey = endpoint({
  method: 'POST',
  path: '/auth/login/passkey',
  summary: 'Sign in with a passkey: it is both factors.',
  auth: 'none',
  limitPerIp: { requests: 30, seconds: 15 * MINUTE },
  body: PasskeyLogin,
  responses: { 200: SignedIn },
  errors: ['UNAUTHENTICATED', 'FORBIDDEN'],
})

/** Whatever asks for a password or a code again: one who has stolen a token guesses no faster than anybody. */
const PROVEN = {
  auth: 'bearer',
  personal: true,
  limitPerAccount: { requests: 10, seconds: 15 * MINUTE },
} as const
const OWN = { auth: 'bearer', personal: true } as const

export const getSecondFactor = endpoint({
  ...OWN,
  method: 'GET',
  path: '/auth/second-factor',
  summary: 'Whether there is an authenticator app, and how many recovery codes and passkeys.',
  responses: { 200: SecondFactor },
  errors: [],
})

export const beginTotp = endpoint({
  ...PROVEN,
  method: 'POST',
  path: '/auth/totp',
  summary: 'Make a secret for an authenticator app (RFC 6238).',
  description: 'Nothing asks for codes before `POST /auth/totp/confirm`. 409 where an app is set up.',
  body: PasswordProof,
  responses: { 200: TotpEnrolment },
  errors: ['CONFLICT'],
})

export const confirmTotp = endpoint({
  ...PROVEN,
  method: 'POST',
  path: '/auth/totp/confirm',
  summary: 'Turn the second factor on, with a code of the app.',
  body: TotpCode,
  responses: { 200: RecoveryCodes },
  errors: ['CONFLICT'],
})

export const removeTotp = endpoint({
  ...PROVEN,
  method: 'DELETE',
  path: '/auth/totp',
  summary: 'Turn the second factor off, by password and code.',
  body: FactorRemoval,
  responses: { 204: NO_BODY },
  errors: [],
})

export const renewRecoveryCodes = endpoint({
  ...PROVEN,
  method: 'POST',
  path: '/auth/recovery-codes',
  summary: 'Other recovery codes in place of those there are.',
  body: TotpCode,
  responses: { 200: RecoveryCodes },
  errors: ['CONFLICT'],
})

export const listPasskeys = endpoint({
  ...OWN,
  method: 'GET',
  path: '/auth/passkeys',
  summary: 'The passkeys of the user.',
  responses: { 200: PasskeyList },
  errors: [],
})

export const passkeyOptions = endpoint({
  ...PROVEN,
  method: 'POST',
  path: '/auth/passkeys/options',
  summary: 'What `navigator.credentials.create()` takes to make a passkey.',
  body: PasskeyProof,
  responses: { 200: PasskeyOptions },
  errors: [],
})

export const addPasskey = endpoint({
  ...PROVEN,
  method: 'POST',
  path: '/auth/passkeys',
  summary: 'Store a passkey that an authenticator has made.',
  description:
    'Of the service’s own domain, or that of `PASSKEY_DOMAIN`. The authenticator has to verify its user.',
  idempotent: false,
  body: NewPasskey,
  responses: { 201: Passkey },
  errors: ['CONFLICT'],
})

export const renamePasskey = endpoint({
  ...OWN,
  method: 'PATCH',
  path: '/auth/passkeys/{passkey_id}',
  summary: 'Give a passkey another name.',
  params: PasskeyParams,
  body: PasskeyUpdate,
  responses: { 200: Passkey },
  errors: ['NOT_FOUND'],
})

export const removePasskey = endpoint({
  ...OWN,
  method: 'DELETE',
  path: '/auth/passkeys/{passkey_id}',
  summary: 'Remove a passkey.',
  params: PasskeyParams,
  responses: { 204: NO_BODY },
  errors: ['NOT_FOUND'],
})

export const listSignIns = endpoint({
  ...OWN,
  method: 'GET',
  path: '/auth/sign-ins',
  summary: 'The devices that are signed in.',
  responses: { 200: SignInList },
  errors: [],
})

export const endSignIn = endpoint({
  ...OWN,
  method: 'DELETE',
  path: '/auth/sign-ins/{sign_in_id}',
  summary: 'Sign one device out.',
  params: SignInParams,
  responses: { 204: NO_BODY },
  errors: ['NOT_FOUND'],
})

export const endSignIns = endpoint({
  ...OWN,
  method: 'DELETE',
  path: '/auth/sign-ins',
  summary: 'Sign all other devices out.',
  query: SignInsQuery,
  responses: { 200: SignInsEnded },
  errors: [],
})

export const updateMe = endpoint({
  ...OWN,
  method: 'PATCH',
  path: '/auth/me',
  summary: 'Change the name of the user.',
  body: ProfileUpdate,
  responses: { 200: Me },
  errors: [],
})

export const changeEmail = endpoint({
  ...PROVEN,
  method: 'POST',
  path: '/auth/email',
  summary: 'Ask for another e-mail address.',
  description:
    'A mail to the new address brings what confirms it; until then nothing changes. The answer is the same whether or not the address has an account.',
  idempotent: false,
  takesSlot: false,
  body: EmailChange,
  responses: { 202: MailPromised },
  errors: [],
})

export const confirmEmail = endpoint({
  method: 'POST',
  path: '/auth/confirm-email',
  summary: 'Take the new e-mail address, with the token of the mail.',
  description:
    'The old address is told, with a link that undoes it within seven days and signs everybody out.',
  auth: 'none',
  limitPerIp: { requests: 10, seconds: HOUR },
  body: MailedTokenForm,
  responses: { 200: Done },
  errors: ['CONFLICT'],
})

export const undoEmail = endpoint({
  method: 'POST',
  path: '/auth/undo-email',
  summary: 'Take the old e-mail address back, with the token of the mail. Signs out everywhere.',
  auth: 'none',
  limitPerIp: { requests: 10, seconds: HOUR },
  body: MailedTokenForm,
  responses: { 200: Done },
  errors: ['CONFLICT'],
})
