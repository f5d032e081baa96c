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

/** How a tool says who it is, where it does not come by HTTP Basic. */
const CLIENT = {
  id: <Text extends z.ZodType>(text: Text) =>
    text.describe(
      'The tool: its `client_id`, or the address of its metadata document where the server takes such.',
    ),
  secret: Optional.describe('The secret of the tool, unless it comes by HTTP Basic or has none.'),
}
const Scope = Optional.describe('`scrape`, the only one; also where it is left out.')
const GivenScope = z.literal('scrape').describe('What the key may do.')
const ChallengeMethod = Optional.describe('With `code_challenge`: `S256`.')

/** A person's consent to a tool. What RFC 6749 does not know is ignored, as it asks; the rest is judged by packages/people/oauth. */
export const AuthorizeRequest = z.object({
  client_id: CLIENT.id(Required),
  redirect_uri: Required.describe('One of those that are registered for the tool.'),
  state: Required.describe('Returned as it is.'),
  scope: Scope,
  source: z
    .string()
    .trim()
    .max(60)
    .refine(hasNoControls, 'must not contain control characters')
    .nullish()
    .describe('A label for the name of the key.'),
  code_challenge: Optional.describe('PKCE (RFC 7636), S256 only.'),
  code_challenge_method: ChallengeMethod,
  resource: Resource,
})
export type AuthorizeRequest = z.infer<typeof AuthorizeRequest>

export const AuthorizeReply = z.object({
  code: z.string().describe('Goes to `POST /oauth/token`, once.'),
  state: z.string().describe('As it was sent.'),
})
export type AuthorizeReply = z.infer<typeof AuthorizeReply>

/** What opens the consent page, as RFC 6749 section 4.1.1 has it. The page itself tells what is missing. */
export const AuthorizeQuery = z.object({
  response_type: Optional.describe('Always `code`.'),
  client_id: CLIENT.id(Optional),
  redirect_uri: Optional.describe('One of those that are registered for the tool.'),
  state: Optional.describe('Comes back with the code, as it is.'),
  scope: Scope,
  source: Optional.describe('A label for the name of the key.'),
  code_challenge: Optional.describe('PKCE (RFC 7636), S256 only.'),
  code_challenge_method: ChallengeMethod,
  resource: Resource,
})
export type AuthorizeQuery = z.infer<typeof AuthorizeQuery>

/** Fields that must be there are missed with the codes of RFC 6749, by packages/people/oauth. The client may come by HTTP Basic instead. */
export const TokenRequest = z.object({
  grant_type: Optional.describe('`authorization_code`, or `urn:ietf:params:oauth:grant-type:device_code`.'),
  code: Optional.describe('With `authorization_code`: what the redirect has brought.'),
  redirect_uri: Optional.describe('With `authorization_code`: the one of the authorization.'),
  client_id: CLIENT.id(Optional),
  client_secret: CLIENT.secret,
  code_verifier: Optional.describe('With `authorization_code` and PKCE: what `code_challenge` was made of.'),
  device_code: Optional.describe('With a device: that of `POST /oauth/device_authorization`.'),
  resource: Resource,
})
export type TokenRequest = z.infer<typeof TokenRequest>

export const TokenReply = z.object({
  access_token: z.string().describe('An API key.'),
  token_type: z.literal('bearer').describe('How the key is sent: also in `X-API-Key`.'),
  scope: GivenScope,
})
export type TokenReply = z.infer<typeof TokenReply>

/** A token that a client asks about (RFC 7662), or gives up (RFC 7009). The hint changes nothing: there is one kind of token. */
export const OAuthTokenForm = z.object({
  token: Optional.describe('A key that the client got by OAuth.'),
  token_type_hint: Optional.describe('Has no effect: there is one kind of token.'),
  client_id: CLIENT.id(Optional),
  client_secret: CLIENT.secret,
})
export type OAuthTokenForm = z.infer<typeof OAuthTokenForm>

/** RFC 7662 section 2.2. A token that is not good, or not the client's, is `active: false` and nothing else. */
export const Introspection = z.object({
  active: z
    .boolean()
    .describe('Whether the token is good, and the client’s. Where it is not, there is nothing else.'),
  scope: GivenScope.optional().describe('What it may do; of an active one.'),
  client_id: z.string().optional().describe('The tool that has it; of an active one.'),
  token_type: z.literal('bearer').optional().describe('How it is sent; of an active one.'),
  iss: z.string().optional().describe('Who has given it: the address of this service; of an active one.'),
  aud: z.string().optional().describe('What it is for: the address of this API; of an active one.'),
  sub: z.string().optional().describe('The person who allowed it; of an active one.'),
  iat: z.number().int().optional().describe('When it was given, in seconds since 1970; of an active one.'),
  exp: z.number().int().optional().describe('When it ends, in seconds since 1970; absent where it does not.'),
})
export type Introspection = z.infer<typeof Introspection>

const Said = z.unknown().optional()

/** RFC 7591 section 2. What is not known is ignored; the rest is judged by packages/people/oauth. */
export const ClientRegistration = z.object({
  redirect_uris: Said.describe(
    'Addresses by https, or of native tools by http://127.0.0.1 and http://[::1].',
  ),
  client_name: Said.describe('What people are asked about.'),
  token_endpoint_auth_method: Said.describe('`client_secret_basic`, `client_secret_post` or `none`.'),
  grant_types: Said.describe(
    '`authorization_code`, `urn:ietf:params:oauth:grant-type:device_code`, or both.',
  ),
})
export type ClientRegistration = z.infer<typeof ClientRegistration>

/** RFC 7591 section 3.2.1. */
export const ClientRegistrationReply = z.object({
  client_id: z.string().describe('Names the tool from now on.'),
  client_id_issued_at: z.number().int().describe('When it was registered, in seconds since 1970.'),
  client_secret: z
    .string()
    .optional()
    .describe('Its secret, shown once; absent of a tool that can keep none.'),
  client_secret_expires_at: z
    .literal(0)
    .optional()
    .describe('Its secret does not end; absent where there is none.'),
  client_name: z.string().describe('What people are asked about.'),
  redirect_uris: z.array(z.string()).describe('Where people are sent back to.'),
  token_endpoint_auth_method: z.string().describe('How it says who it is.'),
  grant_types: z.array(z.string()).describe('How it may come to a key.'),
  response_types: z.array(z.string()).describe('What an authorization answers with.'),
  scope: GivenScope,
})
export type ClientRegistrationReply = z.infer<typeof ClientRegistrationReply>

/** RFC 8628 section 3.1. */
export const DeviceAuthorizationRequest = z.object({
  client_id: CLIENT.id(Optional),
  client_secret: CLIENT.secret,
  scope: Scope,
  source: Optional.describe('A label for the name of the key.'),
  resource: Resource,
})
export type DeviceAuthorizationRequest = z.infer<typeof DeviceAuthorizationRequest>

/** RFC 8628 section 3.2. */
export const DeviceAuthorization = z.object({
  device_code: z.string().describe('What the device polls `POST /oauth/token` with.'),
  user_code: z.string().describe('What the person types on the page.'),
  verification_uri: z.string().describe('The page that the person opens.'),
  verification_uri_complete: z.string().describe('The same with the code, such as for a QR code.'),
  expires_in: z.number().int().describe('Seconds that both codes are good for.'),
  interval: z.number().int().describe('Seconds between two polls.'),
})
export type DeviceAuthorization = z.infer<typeof DeviceAuthorization>

const UserCode = z.string().trim().min(1).max(32).describe('As the device shows it, in any letter case.')
export const DeviceQuestion = z.strictObject({ user_code: UserCode })
export type DeviceQuestion = z.infer<typeof DeviceQuestion>

/** Who asks, for the person whom the device sent here. */
export const DeviceQuestionReply = z.object({
  client_name: z.string().describe('What the tool is called.'),
  key_name: z.string().describe('What the key will be called.'),
})
export type DeviceQuestionReply = z.infer<typeof DeviceQuestionReply>

export const DeviceDecision = z.strictObject({
  user_code: UserCode,
  allow: z.boolean().describe('Whether the tool gets a key.'),
})
export type DeviceDecision = z.infer<typeof DeviceDecision>

export const DeviceDecisionReply = z.object({
  status: z.enum(['allowed', 'denied']).describe('What was decided.'),
})

export const OAuthErrorReply = z
  .object({
    error: z
      .enum(Object.keys(OAUTH_ERRORS) as [OAuthErrorCode, ...OAuthErrorCode[]])
      .describe('The code of the error, of RFC 6749, 7009, 7591 and 8628.'),
    error_description: z
      .string()
      .regex(/^[\x20-\x21\x23-\x5b\x5d-\x7e]+$/)
      .describe('What is wrong, for people, in ASCII.'),
  })
  .describe('The body of an error, as RFC 6749 section 5.2 has it.')
export type OAuthErrorReply = z.infer<typeof OAuthErrorReply>
