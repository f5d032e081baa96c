import { type Endpoint, invalidRequest } from '@gleaner/contracts'
import type { Request } from 'express'

/** Throws INVALID_REQUEST for options beside a body, which nothing would read. */
export function refuseQuery({ auth, body, query }: Endpoint, request: Request): void {
  if (!body || query || auth === 'none') return
  const names = Object.keys(request.query)
  if (names.length === 0) return
  const message = 'is not read from the query; put it into the body'
  throw invalidRequest(
    names.map((path) => ({ path, message })),
    'query',
  )
}
