import type { Caller } from '@gleaner/accounts'
import { ApiError, type Endpoint, scopeOf } from '@gleaner/contracts'

/**
 * Throws FORBIDDEN when a key's scopes do not cover an endpoint, or a tool's key asks for what no consent names. A person who has signed
 * in has no scopes, and may do all.
 */
export function checkScope(caller: Caller, endpoint: Pick<Endpoint, 'method' | 'scope' | 'consent'>): void {
  if (caller.kind === 'user') return
  if (caller.isTool && endpoint.consent === undefined) throw notConsented()
  const needed = scopeOf(endpoint)
  if (caller.scopes.includes('scrape') || caller.scopes.includes(needed)) return
  throw new ApiError(
    'FORBIDDEN',
    `This API key has the scopes ${caller.scopes.join(', ') || '(none)'}; this request needs "${needed}" or "scrape". Use another key, or change this one's scopes with PATCH /api-keys/{id}.`,
    { needed_scopes: [needed, 'scrape'], scopes: caller.scopes },
  )
}

function notConsented(): ApiError {
  return new ApiError(
    'FORBIDDEN',
    'This API key was given to a tool by OAuth, and its consent does not name this. Sign in, or use a key that you have made yourself with POST /api-keys.',
    { reason: 'not_consented' },
  )
}
