import { LIMITS } from '@gleaner/contracts/limits'
import type { FetchOutcome, FetchRequest } from '@gleaner/http-tiers'
import { isUnreached } from '@gleaner/http-tiers'
import type { SignInSigns } from '@gleaner/login-state'
import { deadlineSignal } from '@gleaner/runtime'
import { MEGABYTE } from '@gleaner/runtime/units'
import type { SessionSecrets } from '@gleaner/sessions'
import { redactOutcome } from '../attempt/redact-outcome.ts'
import { signsOfPage } from '../session/page-signs.ts'
import type { ValidationAddress } from './addresses.ts'
import type { ValidationFetch } from './validation-fetch.ts'

/** What an address answered. */
export type Answer =
  | { kind: 'signs'; url: string; signs: SignInSigns }
  | { kind: 'silent'; url: string; status: number; reason: Silence; details: string }

/** `unreached`: no connection; `wall`: a wall against robots, which a browser may pass; `failed`: the target failed or was too slow. */
export type Silence = 'unreached' | 'wall' | 'failed'

/** What is sent to show who asks, to the session's domain alone. */
export interface Credentials extends SessionSecrets {
  headersDomain: string
}

/** Pages above this size (bytes) are not looked at: a menu stands in its first part, but a fetcher tells only of whole pages. */
const MAX_BYTES = 8 * MEGABYTE

/** Asks one address as who has these credentials, over http where nobody speaks TLS and may not have to. */
export async function askAddress(
  fetch: ValidationFetch,
  { url, mayBeHttp }: ValidationAddress,
  credentials: Credentials,
  limits: { timeoutMs: number; signal: AbortSignal },
): Promise<Answer> {
  using deadline = deadlineSignal(limits.timeoutMs, [limits.signal])
  const ask = async (at: string) => ({
    at,
    outcome: await fetch(requestOf(at, credentials), deadline.signal),
  })
  const first = await ask(url)
  if (!mayBeHttp || !isUnreached(first.outcome)) return answerOf(first.at, first.outcome, credentials)
  const second = await ask(url.replace(/^https:/, 'http:'))
  const { at, outcome } = isUnreached(second.outcome) ? first : second
  return answerOf(at, outcome, credentials)
}

function requestOf(url: string, credentials: Credentials): FetchRequest {
  return {
    url,
    method: 'GET',
    ...credentials,
    takesWalls: true,
    // What the target sets meanwhile is hidden as well.
    keepsCookies: true,
    // A menu says who is signed in, and a banner may stand before it: nothing is removed, and no picture is needed.
    browser: { removeCookieBanners: false, blockImages: true, blockAds: true },
    maxBytes: Math.min(MAX_BYTES, LIMITS.responseBody),
  }
}

function answerOf(url: string, came: FetchOutcome, secrets: SessionSecrets): Answer {
  const outcome = redactOutcome(came, secrets)
  switch (outcome.kind) {
    case 'page':
      return { kind: 'signs', url, signs: signsOfPage(url, outcome.page) }
    case 'blocked':
      return { kind: 'silent', url, status: outcome.status, reason: 'wall', details: outcome.detail }
    case 'failed':
      return {
        kind: 'silent',
        url,
        status: outcome.status ?? 0,
        reason: outcome.reason === 'network_error' && !outcome.mayHaveBeenSent ? 'unreached' : 'failed',
        details: outcome.detail,
      }
  }
}
