import { endpointsIn, FILE } from '../endpoint.ts'
import {
  AuthorizeQuery,
  AuthorizeReply,
  AuthorizeRequest,
  TokenReply,
  TokenRequest,
} from '../schemas/oauth.ts'

const endpoint = endpointsIn('OAuth', 'Keys for other tools, by the authorization code flow.')

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
    'The client names itself in the body or by HTTP Basic. A code is good for 5 minutes and one exchange, also a failed one; a code that comes again revokes the key. A new password ends codes. The key does not expire; connecting the tool again replaces it. For an organization it ends when you leave that or are no admin any more.',
  auth: 'none',
  limitPerIp: { requests: 600, seconds: 60 },
  body: TokenRequest,
  takesForm: true,
  responses: { 200: TokenReply },
  errors: ['UNAUTHENTICATED'],
  errorFormat: 'oauth',
})
