import { endpointsIn, NO_BODY } from '../endpoint.ts'
import {
  AccountDeleted,
  AccountDeletion,
  AccountDeletionQuery,
  Done,
  ForgottenPassword,
  Login,
  MailPromised,
  Me,
  PasswordChange,
  PasswordChanged,
  PasswordResetForm,
  Refresh,
  Registration,
  RegistrationConfirmation,
  SignedIn,
} from '../schemas/accounts.ts'

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
  responses: { 201: SignedIn, 202: MailPromised },
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
    'After 10 wrong passwords in 15 minutes, networks that the account has not signed in from get 429; a password reset lets its owner in at once.',
  auth: 'none',
  limitPerIp: { requests: 5, seconds: 15 * MINUTE },
  body: Login,
  responses: { 200: SignedIn },
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
