import { endpointsIn, FILE, NO_BODY } from '../endpoint.ts'
import {
  AuthorizeQuery,
  AuthorizeReply,
  AuthorizeRequest,
  ClientRegistration,
  ClientRegistrationReply,
  DeviceAuthorization,
  DeviceAuthorizationRequest,
  DeviceDecision,
  DeviceDecisionReply,
  DeviceQuestion,
  DeviceQuestionReply,
  Introspection,
  OAuthTokenForm,
  TokenReply,
  TokenRequest,
} from '../schemas/oauth.ts'

const endpoint = endpointsIn(
  'OAuth',
  'Keys for other tools, by the authorization code flow or the device flow.',
)

export const showConsentPage = endpoint({
  method: 'GET',
  path: '/oauth/authorize',
  summary: 'The page on which a person allows a tool to use their account.',
  description:
    'Where a tool sends the browser (RFC 6749 section 4.1.1). It is left to the `redirect_uri`, with `code`, `state` and `iss` or with `error`.',
  auth: 'none',
  limitPerIp: { requests: 300, seconds: 60 },
  query: AuthorizeQuery,
  responses: { 200: FILE },
  contentTypes: ['text/html'],
  errors: [],
  errorFormat: 'page',
})

export const authorizeClient = endpoint({
  method: 'POST',
  path: '/oauth/authorize',
  summary: 'Allow a tool to get an API key of yours.',
  description:
    'For web apps of the operator’s. Gives the code that the tool exchanges, to be passed on to its `redirect_uri` together with `state`.',
  auth: 'bearer',
  role: 'admin',
  limitPerAccount: { requests: 60, seconds: 60 },
  body: AuthorizeRequest,
  responses: { 200: AuthorizeReply },
  errors: [],
})

export const exchangeOAuthCode = endpoint({
  method: 'POST',
  path: '/oauth/token',
  summary: 'Exchange a code for an API key.',
  description:
    'By `authorization_code`, or for a device by `urn:ietf:params:oauth:grant-type:device_code`. The client names itself in the body or by HTTP Basic. A code is good for 5 minutes and one exchange, also a failed one; a code that comes again revokes the key. A new password ends codes. The key does not expire; connecting the tool again replaces it. For an organization it ends when you leave that or are no admin any more.',
  auth: 'none',
  limitPerIp: { requests: 600, seconds: 60 },
  body: TokenRequest,
  takesForm: true,
  responses: { 200: TokenReply },
  errors: ['UNAUTHENTICATED'],
  errorFormat: 'oauth',
})

export const revokeOAuthToken = endpoint({
  method: 'POST',
  path: '/oauth/revoke',
  summary: 'Give up a key that a tool got (RFC 7009).',
  description:
    'The client names itself as at the token endpoint. The key ends within a second. A token that is none, or has ended, is 200 too; that of another client is `unauthorized_client`.',
  auth: 'none',
  limitPerIp: { requests: 600, seconds: 60 },
  body: OAuthTokenForm,
  takesForm: true,
  responses: { 200: NO_BODY },
  errors: ['UNAUTHENTICATED'],
  errorFormat: 'oauth',
})

export const introspectOAuthToken = endpoint({
  method: 'POST',
  path: '/oauth/introspect',
  summary: 'Whether a key that a tool got is good (RFC 7662).',
  description: 'For clients with a secret, and about their own keys: all else is `active: false`.',
  auth: 'none',
  limitPerIp: { requests: 600, seconds: 60 },
  body: OAuthTokenForm,
  takesForm: true,
  responses: { 200: Introspection },
  errors: ['UNAUTHENTICATED'],
  errorFormat: 'oauth',
})

export const startDeviceAuthorization = endpoint({
  method: 'POST',
  path: '/oauth/device_authorization',
  summary: 'Ask for a key from a device without a browser (RFC 8628).',
  description:
    'The device shows `user_code` and `verification_uri`, and polls the token endpoint with `device_code` every `interval` seconds: `authorization_pending`, `slow_down` (five seconds more), `access_denied`, `expired_token`, or the key.',
  auth: 'none',
  limitPerIp: { requests: 60, seconds: 60 },
  body: DeviceAuthorizationRequest,
  takesForm: true,
  responses: { 200: DeviceAuthorization },
  errors: ['UNAUTHENTICATED'],
  errorFormat: 'oauth',
})

export const askAboutDevice = endpoint({
  method: 'POST',
  path: '/oauth/device/ask',
  summary: 'Which tool shows a user code.',
  description: 'Wrong codes are counted, for the person and for their network: ten in 15 minutes.',
  auth: 'bearer',
  role: 'admin',
  limitPerAccount: { requests: 60, seconds: 60 },
  body: DeviceQuestion,
  responses: { 200: DeviceQuestionReply },
  errors: ['NOT_FOUND'],
})

export const decideAboutDevice = endpoint({
  method: 'POST',
  path: '/oauth/device/decide',
  summary: 'Allow or deny the device that shows a user code.',
  description: 'Once for a code. Wrong codes count as in `POST /oauth/device/ask`.',
  auth: 'bearer',
  role: 'admin',
  limitPerAccount: { requests: 60, seconds: 60 },
  body: DeviceDecision,
  responses: { 200: DeviceDecisionReply },
  errors: ['NOT_FOUND'],
})

export const registerOAuthClient = endpoint({
  method: 'POST',
  path: '/oauth/register',
  summary: 'Register a tool (RFC 7591).',
  description:
    'Where the operator allows it (`OAUTH_REGISTRATION`); otherwise 403. A tool that nobody uses is forgotten after 90 days.',
  auth: 'none',
  limitPerIp: { requests: 10, seconds: 3600 },
  body: ClientRegistration,
  responses: { 201: ClientRegistrationReply },
  errors: ['FORBIDDEN'],
  errorFormat: 'oauth',
})
