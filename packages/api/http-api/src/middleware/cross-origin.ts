import { HEADERS } from '@gleaner/contracts'
import cors from 'cors'
import type { NextFunction, Request, RequestHandler, Response } from 'express'

/** Ten minutes: how long a browser asks no more. An origin that is taken off the list may go on as long. */
const MAX_AGE_SECONDS = 600

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']
const REQUEST_HEADERS = [
  'Authorization',
  'Content-Type',
  'Idempotency-Key',
  'Last-Event-ID',
  // Of clients of MCP.
  'Mcp-Method',
  'Mcp-Name',
  'Mcp-Protocol-Version',
  'X-API-Key',
  'X-Organization-Id',
  HEADERS.requestId,
]
/**
 * Lets pages of the listed origins use the API from a browser; `*` is every origin. Cookies are never allowed: there are none.
 * Other origins get no header, and their browsers keep the replies from them.
 */
export function allowOrigins(origins: readonly string[]): RequestHandler {
  if (origins.length === 0) return (_request, _response, next) => next()
  const isEvery = origins.includes('*')
  const share = cors({
    origin: isEvery ? '*' : [...origins],
    methods: METHODS,
    allowedHeaders: REQUEST_HEADERS,
    exposedHeaders: Object.values(HEADERS),
    maxAge: MAX_AGE_SECONDS,
  })
  return (request: Request, response: Response, next: NextFunction) => {
    // Also of the replies to others: a cache must not give them to an origin that is allowed.
    if (!isEvery) response.vary('Origin')
    // Without these it is no preflight, but somebody who asks for the methods of a path.
    const isPreflight = request.get('Access-Control-Request-Method') !== undefined
    if (request.method === 'OPTIONS' && !isPreflight) next()
    else if (!isEvery && !origins.includes(request.get('Origin') ?? '')) next()
    else share(request, response, next)
  }
}
