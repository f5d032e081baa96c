import { readCredential } from '@gleaner/http-api'
import { Gleaner } from '@gleaner/sdk'
import type { Request } from 'express'

/** A client of our own API that acts as whoever has sent `request`. What fails is told to the agent, which repeats it when it likes. */
export function actAs(request: Request, fetch: typeof globalThis.fetch): Gleaner {
  const credential = readCredential({
    authorization: request.get('Authorization'),
    keys: [request.get('X-API-Key')],
  })!
  return new Gleaner({
    apiKey: credential.text,
    baseUrl: 'http://inside',
    fetch,
    WebSocket: false,
    maxRetries: 0,
    userAgent: 'gleaner-mcp',
  })
}
