import type { Action, AdvancedOptions, ScrapeRequest } from '@gleaner/contracts'
import { withoutLabels } from '@gleaner/contracts/schemas/labels'
import { sessionIdOf } from '@gleaner/contracts/schemas/scrape/fields'
import { splitUrlCredentials, withMaskedCredentials } from '@gleaner/contracts/url-credentials'

/** An accepted request as it is stored and read back: everything but what must stay secret, and whom to tell of its end. */
export type ScrapeSpec = Omit<
  ScrapeRequest,
  'body' | 'advanced' | 'webhook_url' | 'external_id' | 'metadata'
> & {
  advanced: Omit<AdvancedOptions, 'cookies' | 'session_headers' | 'actions' | 'session_id'>
}

/** The parts of a request that may carry credentials. Stored sealed, opened by the worker that sends them. */
export interface ScrapeSecrets {
  body?: string
  cookies?: Record<string, string>
  headers?: Record<string, string>
  /** What is typed into forms may be a password. */
  actions?: Action[]
  /** The login that the address held, as an `Authorization` header; sent to the address's own origin only. */
  authorization?: string
}

/**
 * Splits a request: what may be stored as it is, and what is sealed. From here on no address holds a login. `secrets` is
 * undefined when it has none.
 */
export function splitRequest(request: ScrapeRequest): {
  spec: ScrapeSpec
  secrets: ScrapeSecrets | undefined
} {
  const { body, advanced, webhook_url: _, session_id: __, ...rest } = withoutLabels(request)
  const { url, authorization } = splitUrlCredentials(request.url)
  const { cookies, session_headers: headers, actions, session_id: ___, ...options } = advanced
  const sessionId = sessionIdOf(request)
  const secrets = {
    ...(body !== undefined && { body }),
    ...(cookies && { cookies }),
    ...(headers && { headers }),
    ...(actions && { actions }),
    ...(authorization !== undefined && { authorization }),
  }
  return {
    spec: { ...rest, ...(sessionId && { session_id: sessionId }), url, advanced: options },
    secrets: Object.keys(secrets).length > 0 ? secrets : undefined,
  }
}

/** The address as callers are shown it: that it held a login, but not which. */
export function shownUrl({ url }: Pick<ScrapeSpec, 'url'>, secrets: ScrapeSecrets | undefined): string {
  return secrets?.authorization === undefined ? url : withMaskedCredentials(url)
}
