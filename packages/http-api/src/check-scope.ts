import type { Caller } from '@gleaner/accounts'
import { ApiError, type Endpoint, scopeOf } from '@gleaner/contracts'

/** Throws FORBIDDEN when a key's scopes do not cover an endpoint. A person who has signed in has no scopes, and may do all. */
export function checkScope(caller: Caller, endpoint: Pick<Endpoint, 'method' | 'scope'>): void {
  if (caller.kind === 'user') return
  const needed = scopeOf(endpoint)
  if (caller.scopes.includes('scrape') || caller.scopes.includes(needed)) return
  throw new ApiError(
    'FORBIDDEN',
    `This API key has the scopes ${caller.scopes.join(', ') || '(none)'}; this request needs "${needed}" or "scrape". Use another key, or change this one's scopes with PATCH /api-keys/{id}.`,
    { needed_scopes: [needed, 'scrape'], scopes: caller.scopes },
  )
}
