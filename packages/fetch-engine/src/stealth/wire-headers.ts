import type { Hop } from '../exchange.ts'
import { http1Name } from '../http/http1-headers.ts'
import { priorityLast } from '../http/priority-last.ts'

/**
 * The headers of a request as Chrome's network stack would leave them: named as over HTTP/1.1 (HTTP/2 makes the names
 * small by itself, and leaves `Connection` out), the length first. Source: recorded from Chromium 156.
 */
export function wireHeaders({ headers, body }: Hop): [string, string][] {
  const length: [string, string][] =
    body === undefined ? [] : [['Content-Length', String(Buffer.byteLength(body))]]
  const named = headers.map(([name, value]): [string, string] => [http1Name(name), value])
  return [['Connection', 'keep-alive'], ...length, ...priorityLast(named)]
}
