import { z } from 'zod'
import { OAUTH_ERRORS, type OAuthErrorCode } from '../oauth-errors.ts'
import { hasNoControls } from './primitives.ts'

const MOST_CHARS = 2_048

const Text = z.string().max(MOST_CHARS)
const Required = Text.min(1)
/** `null`, like an empty text, is as if it were not there (RFC 6749 section 3.1). */
const Optional = Text.nullish()

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
})
export type AuthorizeQuery = z.infer<typeof AuthorizeQuery>

/** Fields that must be there are missed with the codes of RFC 6749, by packages/people/oauth. The client may come by HTTP Basic instead. */
export const TokenRequest = z.object({
  grant_type: Optional.describe('Always `authorization_code`.'),
  code: Optional,
  redirect_uri: Optional,
  client_id: Optional,
  client_secret: Optional,
  code_verifier: Optional,
})
export type TokenRequest = z.infer<typeof TokenRequest>

export const TokenReply = z.object({
  access_token: z.string().describe('An API key.'),
  token_type: z.literal('bearer'),
  scope: z.literal('scrape'),
})
export type TokenReply = z.infer<typeof TokenReply>

/** The body of an error of RFC 6749 section 5.2. */
export const OAuthErrorReply = z.object({
  error: z.enum(Object.keys(OAUTH_ERRORS) as [OAuthErrorCode, ...OAuthErrorCode[]]),
  error_description: z.string().regex(/^[\x20-\x21\x23-\x5b\x5d-\x7e]+$/),
})
export type OAuthErrorReply = z.infer<typeof OAuthErrorReply>
