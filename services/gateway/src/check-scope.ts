import type { Caller } from '@gleaner/accounts'
import { ApiError, type Endpoint, type Scope } from '@gleaner/contracts'

/** Throws FORBIDDEN when a key's scopes do not cover an endpoint. A person who has signed in has no scopes, and may do all. */
export function checkScope(caller: Caller, { method }: Pick<Endpoint, 'method'>): void {
  if (caller.kind === 'user') return
  const needed: Scope = method === 'GET' ? 'read' : 'write'
  if (caller.scopes.includes('scrape') || caller.scopes.includes(needed)) return
  throw new ApiError(
    'FORBIDDEN',
    `This API key has the scopes ${caller.scopes.join(', ') || '(none)'}; this request needs "${needed}" or "scrape". Use another key.`,
  )
}
