import { http1Name } from '../http/http1-headers.ts'
import { priorityLast } from '../http/priority-last.ts'
import type { HttpRequest } from '../tier/transport.ts'

/**
 * The headers of a request as Chrome's network stack would leave them: named as over HTTP/1.1 (HTTP/2 lower-cases the
 * names by itself, and leaves `Connection` out), the length first. Source: recorded from Chromium 156.
 */
export function chromeHeaderOrder({ headers, body }: HttpRequest): [string, string][] {
  const length: [string, string][] =
    body === undefined ? [] : [['Content-Length', String(Buffer.byteLength(body))]]
  const named = headers.map(([name, value]): [string, string] => [http1Name(name), value])
  return [['Connection', 'keep-alive'], ...length, ...priorityLast(named)]
}
