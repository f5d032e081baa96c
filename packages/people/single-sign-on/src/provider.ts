import { createHash } from 'node:crypto'
import { ApiError } from '@gleaner/contracts'
import type { Logger } from '@gleaner/runtime'
import type { Configuration } from 'openid-client'
import { type Identity, identityOf, lacksClaims } from './claims.ts'
import { refusalOf, unavailable } from './refusals.ts'
import type { SingleSignOnSettings } from './settings.ts'

/** The page of the dashboard that people come back to. */
export const RETURN_PATH = '/app/sign-in/provider'

const TIMEOUT_SECONDS = 10
/** A provider may change its addresses; its keys are looked up anew whenever one is not known. */
const REMEMBERED_MS = 60 * 60_000

export interface Provider {
  /** As people know it. */
  name: string
  issuer: string
  /** Where somebody goes to sign in. `ticket`: a secret of their browser, which comes back with the answer. */
  address(ticket: string): Promise<URL>
  /**
   * Who has signed in, by the query that the provider sent them back with. Throws UNAUTHENTICATED for an answer that is not to this
   * ticket, or not from this provider for this service, FORBIDDEN when it refuses, SERVICE_UNAVAILABLE when it cannot be asked.
   */
  identify(ticket: string, answer: string): Promise<Identity>
}

/** Undefined without SSO_ISSUER. Throws for settings that cannot work. */
export function openProvider(
  settings: SingleSignOnSettings & { PUBLIC_URL: string },
  logger: Logger,
): Provider | undefined {
  const { SSO_ISSUER: issuer, SSO_CLIENT_ID: clientId } = settings
  if (!issuer) return undefined
  if (!clientId) throw new Error('SSO_ISSUER is set, and SSO_CLIENT_ID is not')
  if (!issuer.startsWith('https:') && !isLoopback(new URL(issuer).hostname))
    throw new Error('SSO_ISSUER must be https: whoever is between could sign in as anybody')
  const redirectUri = new URL(RETURN_PATH, settings.PUBLIC_URL).href
  const configuration = remember(() => discover(settings, issuer, clientId))

  async function asked<T>(asking: (config: Configuration) => Promise<T>): Promise<T> {
    const config = await configuration().catch((error: unknown) => {
      logger.error({ err: error }, 'the provider of single sign-on cannot be reached')
      throw unavailable()
    })
    try {
      return await asking(config)
    } catch (error) {
      if (error instanceof ApiError) throw error
      const refusal = refusalOf(error)
      logger.warn({ err: error, refusal: refusal.code }, 'single sign-on was refused')
      throw refusal
    }
  }

  return {
    name: settings.SSO_NAME,
    issuer,
    address: (ticket) =>
      asked(async (config) => {
        const { buildAuthorizationUrl } = await oidc()
        return buildAuthorizationUrl(config, {
          redirect_uri: redirectUri,
          scope: settings.SSO_SCOPES,
          state: partOf(ticket, 'state'),
          nonce: partOf(ticket, 'nonce'),
          code_challenge: createHash('sha256').update(partOf(ticket, 'verifier')).digest('base64url'),
          code_challenge_method: 'S256',
        })
      }),
    identify: (ticket, answer) =>
      asked(async (config) => {
        const { authorizationCodeGrant, fetchUserInfo } = await oidc()
        const returned = new URL(redirectUri)
        returned.search = answer
        const tokens = await authorizationCodeGrant(config, returned, {
          expectedState: partOf(ticket, 'state'),
          expectedNonce: partOf(ticket, 'nonce'),
          pkceCodeVerifier: partOf(ticket, 'verifier'),
          idTokenExpected: true,
        })
        const claims = tokens.claims()!
        const needed = ['email', ...(settings.SSO_ROLES.length > 0 ? [settings.SSO_GROUPS_CLAIM] : [])]
        const more =
          lacksClaims(claims, needed) && config.serverMetadata().userinfo_endpoint
            ? await fetchUserInfo(config, tokens.access_token, claims.sub)
            : {}
        return identityOf(
          { ...more, ...claims },
          {
            issuer: claims.iss,
            subject: claims.sub,
            groupsClaim: settings.SSO_GROUPS_CLAIM,
            trustEmails: settings.SSO_TRUST_EMAILS,
          },
        )
      }),
  }
}

/** Loaded where it is used: most deployments have no provider. */
const oidc = () => import('openid-client')

async function discover(
  { SSO_CLIENT_SECRET: secret }: SingleSignOnSettings,
  issuer: string,
  clientId: string,
): Promise<Configuration> {
  const { allowInsecureRequests, discovery, enableNonRepudiationChecks } = await oidc()
  const isPlain = issuer.startsWith('http:')
  const config = await discovery(new URL(issuer), clientId, secret, undefined, {
    timeout: TIMEOUT_SECONDS,
    ...(isPlain && { execute: [allowInsecureRequests] }),
  })
  // The signature too, not the connection alone: something that ends TLS may stand between.
  enableNonRepudiationChecks(config)
  return config
}

/** What is derived of a ticket: who has only one of them, from a log or a history, has neither the others nor the ticket. */
function partOf(ticket: string, part: 'state' | 'nonce' | 'verifier'): string {
  return createHash('sha256').update(`${part} of ${ticket}`).digest('base64url')
}

/** What `make` gives, made anew after a while and after a failure. */
function remember<T>(make: () => Promise<T>): () => Promise<T> {
  let made: { value: Promise<T>; until: number } | undefined
  return () => {
    if (made && made.until > performance.now()) return made.value
    const value = make()
    made = { value, until: performance.now() + REMEMBERED_MS }
    value.catch(() => {
      if (made?.value === value) made = undefined
    })
    return value
  }
}

function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname)
}
