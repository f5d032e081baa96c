import type { AdvancedOptions, ScrapeRequest } from '@gleaner/contracts'

/** An accepted request as it is stored and read back: everything but what must stay secret. */
export type ScrapeSpec = Omit<ScrapeRequest, 'body' | 'advanced'> & {
  advanced: Omit<AdvancedOptions, 'cookies' | 'session_headers'>
}

/** The parts of a request that may carry credentials. Stored sealed, opened by the worker that sends them. */
export interface ScrapeSecrets {
  body?: string
  cookies?: Record<string, string>
  headers?: Record<string, string>
}

/** Splits a request; `secrets` is undefined when it has none. */
export function splitRequest(request: ScrapeRequest): {
  spec: ScrapeSpec
  secrets: ScrapeSecrets | undefined
} {
  const { body, advanced, ...rest } = request
  const { cookies, session_headers: headers, ...options } = advanced
  const secrets = {
    ...(body !== undefined && { body }),
    ...(cookies && { cookies }),
    ...(headers && { headers }),
  }
  return {
    spec: { ...rest, advanced: options },
    secrets: Object.keys(secrets).length > 0 ? secrets : undefined,
  }
}
