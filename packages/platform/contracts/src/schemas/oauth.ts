import { z } from 'zod'
import { OAUTH_ERRORS, type OAuthErrorCode } from '../oauth-errors.ts'
import { hasNoControls } from './primitives.ts'

const MOST_CHARS = 2_048

const Text = z.string().max(MOST_CHARS)
const Required = Text.min(1)
/** `null`, like an empty text, is as if it were not there (RFC 6749 section 3.1). */
const Optional = Text.nullish()
/** The parameter of RFC 8707, which alone may be repeated. */
const Resource = z
  .union([Text, z.array(Text).max(10)])
  .nullish()
  .describe('RFC 8707: an address of this API, as its protected resource metadata names it.')

/** A person's consent to a tool. What RFC 6749 does not know is ignored, as it asks; the rest is judged by packages/people/oauth. */
export const AuthorizeRequest = z.object({
  client_id: Required,
  redirect_uri: Required.describe('One of those that are registered for the tool.'),
  state: Required.describe('Returned as it is.'),
  scope: Optional,
  source: z
    .string()
    .trim()
    .max(60)
    .refine(hasNoControls, 'must not contain control characters')
    .nullish()
    .describe('A label for the name of the key.'),
  code_challenge: Optional.describe('PKCE (RFC 7636), S256 only.'),
  code_challenge_method: Optional,
  resource: Resource,
})
export type AuthorizeRequest = z.infer<typeof AuthorizeRequest>

export const AuthorizeReply = z.object({ code: z.string(), state: z.string() })
export type AuthorizeReply = z.infer<typeof AuthorizeReply>

/** What opens the consent page, as RFC 6749 section 4.1.1 has it. The page itself tells what is missing. */
export const AuthorizeQuery = z.object({
  response_type: Optional.describe('Always `code`.'),
  client_id: Optional,
  redirect_uri: Optional,
  state: Optional,
  scope: Optional,
  source: Optional.describe('A label for the name of the key.'),
  code_challenge: Optional.describe('PKCE (RFC 7636), S256 only.'),
  code_challenge_method: Optional,
  resource: Resource,
})
export type AuthorizeQuery = z.infer<typeof AuthorizeQuery>

/** Fields that must be there are missed with the codes of RFC 6749, by packages/people/oauth. The client may come by HTTP Basic instead. */
export const TokenRequest = z.object({
  grant_type: Optional.describe('`authorization_code`, or `urn:ietf:params:oauth:grant-type:device_code`.'),
  code: Optional,
  redirect_uri: Optional,
  client_id: Optional,
  client_secret: Optional,
  code_verifier: Optional,
  device_code: Optional,
  resource: Resource,
})
export type TokenRequest = z.infer<typeof TokenRequest>

export const TokenReply = z.object({
  access_token: z.string().describe('An API key.'),
  token_type: z.literal('bearer'),
  scope: z.literal('scrape'),
})
export type TokenReply = z.infer<typeof TokenReply>

/** A token that a client asks about (RFC 7662), or gives up (RFC 7009). The hint changes nothing: there is one kind of token. */
export const OAuthTokenForm = z.object({
  token: Optional.describe('A key that the client got by OAuth.'),
  token_type_hint: Optional,
  client_id: Optional,
  client_secret: Optional,
})
export type OAuthTokenForm = z.infer<typeof OAuthTokenForm>

/** RFC 7662 section 2.2. A token that is not good, or not the client's, is `active: false` and nothing else. */
export const Introspection = z.object({
  active: z.boolean(),
  scope: z.literal('scrape').optional(),
  client_id: z.string().optional(),
  token_type: z.literal('bearer').optional(),
  iss: z.string().optional(),
  aud: z.string().optional(),
  sub: z.string().optional().describe('The person who allowed it.'),
  iat: z.number().int().optional(),
  exp: z.number().int().optional().describe('Absent where the key does not expire.'),
})
export type Introspection = z.infer<typeof Introspection>

const Said = z.unknown().optional()

/** RFC 7591 section 2. What is not known is ignored; the rest is judged by packages/people/oauth. */
export const ClientRegistration = z.object({
  redirect_uris: Said.describe(
    'Addresses by https, or of native tools by http://127.0.0.1 and http://[::1].',
  ),
  client_name: Said,
  token_endpoint_auth_method: Said.describe('`client_secret_basic`, `client_secret_post` or `none`.'),
  grant_types: Said,
})
export type ClientRegistration = z.infer<typeof ClientRegistration>

/** RFC 7591 section 3.2.1. */
export const ClientRegistrationReply = z.object({
  client_id: z.string(),
  client_id_issued_at: z.number().int(),
  client_secret: z.string().optional().describe('Shown once.'),
  client_secret_expires_at: z.literal(0).optional(),
  client_name: z.string(),
  redirect_uris: z.array(z.string()),
  token_endpoint_auth_method: z.string(),
  grant_types: z.array(z.string()),
  response_types: z.array(z.string()),
  scope: z.literal('scrape'),
})
export type ClientRegistrationReply = z.infer<typeof ClientRegistrationReply>

/** RFC 8628 section 3.1. */
export const DeviceAuthorizationRequest = z.object({
  client_id: Optional,
  client_secret: Optional,
  scope: Optional,
  source: Optional.describe('A label for the name of the key.'),
  resource: Resource,
})
export type DeviceAuthorizationRequest = z.infer<typeof DeviceAuthorizationRequest>

/** RFC 8628 section 3.2. */
export const DeviceAuthorization = z.object({
  device_code: z.string(),
  user_code: z.string().describe('What the person types on the page.'),
  verification_uri: z.string(),
  verification_uri_complete: z.string(),
  expires_in: z.number().int().describe('Seconds.'),
  interval: z.number().int().describe('Seconds between two polls.'),
})
export type DeviceAuthorization = z.infer<typeof DeviceAuthorization>

const UserCode = z.string().trim().min(1).max(32).describe('As the device shows it, in any letter case.')
export const DeviceQuestion = z.strictObject({ user_code: UserCode })
export type DeviceQuestion = z.infer<typeof DeviceQuestion>

/** Who asks, for the person whom the device sent here. */
export const DeviceQuestionReply = z.object({ client_name: z.string(), key_name: z.string() })
export type DeviceQuestionReply = z.infer<typeof DeviceQuestionReply>

export const DeviceDecision = z.strictObject({ user_code: UserCode, allow: z.boolean() })
export type DeviceDecision = z.infer<typeof DeviceDecision>

export const DeviceDecisionReply = z.object({ status: z.enum(['allowed', 'denied']) })

/** The body of an error of RFC 6749 section 5.2. */
export const OAuthErrorReply = z.object({
  error: z.enum(Object.keys(OAUTH_ERRORS) as [OAuthErrorCode, ...OAuthErrorCode[]]),
  error_description: z.string().regex(/^[\x20-\x21\x23-\x5b\x5d-\x7e]+$/),
})
export type OAuthErrorReply = z.infer<typeof OAuthErrorReply>
