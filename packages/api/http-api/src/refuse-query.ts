import { type Endpoint, invalidRequest } from '@gleaner/contracts'
import type { Request } from 'express'

/** Throws INVALID_REQUEST for options beside a body, which nothing would read. Beside a file they have no other place. */
export function refuseQuery({ auth, body, query, takesFile, takesCsv }: Endpoint, request: Request): void {
  if (!body || query || auth === 'none') return
  if ((takesFile || takesCsv) && !isJson(request)) return
  const names = Object.keys(request.query)
  if (names.length === 0) return
  const message = 'is not read from the query; put it into the body'
  throw invalidRequest(
    names.map((path) => ({ path, message })),
    'query',
  )
}

function isJson(request: Request): boolean {
  return request.get('content-type') === undefined || request.is(['application/json', '+json']) !== false
}
