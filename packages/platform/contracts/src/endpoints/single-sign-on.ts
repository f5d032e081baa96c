import { endpointsIn } from '../endpoint.ts'
import { SecondFactorAsked, SignedIn } from '../schemas/accounts.ts'
import {
  ConnectionAsked,
  ConnectionProof,
  SingleSignOnAnswer,
  SingleSignOnBegun,
} from '../schemas/single-sign-on.ts'

const endpoint = endpointsIn('Single sign-on', 'Signing in by the OpenID Connect provider of the operator.')

const QUARTER = 15 * 60

export const beginSingleSignOn = endpoint({
  method: 'POST',
  path: '/auth/login/sso/options',
  summary: 'Where the browser goes to sign in by the provider.',
  description: '404 where the operator has set none (`SSO_ISSUER`); `GET /server` tells.',
  auth: 'none',
  limitPerIp: { requests: 60, seconds: QUARTER },
  responses: { 200: SingleSignOnBegun },
  errors: ['NOT_FOUND'],
})

export const singleSignOn = endpoint({
  method: 'POST',
  path: '/auth/login/sso',
  summary: 'Sign in with the answer of the provider.',
  description:
    'Whom the provider names for the first time gets an account. 202 asks for more: the code of a second factor, or the password of an account that has this address already.',
  auth: 'none',
  limitPerIp: { requests: 30, seconds: QUARTER },
  body: SingleSignOnAnswer,
  responses: { 200: SignedIn, 202: SecondFactorAsked.or(ConnectionAsked) },
  errors: ['UNAUTHENTICATED', 'FORBIDDEN', 'NOT_FOUND'],
})

export const connectSingleSignOn = endpoint({
  method: 'POST',
  path: '/auth/login/sso/connect',
  summary: 'Connect an account with the provider by its password, and sign in.',
  description: 'A wrong password is 400 and leaves the ticket. The owner of the account is mailed.',
  auth: 'none',
  limitPerIp: { requests: 5, seconds: QUARTER },
  body: ConnectionProof,
  responses: { 200: SignedIn, 202: SecondFactorAsked },
  errors: ['UNAUTHENTICATED', 'FORBIDDEN', 'NOT_FOUND'],
})
