import type { Hop } from '../exchange.ts'
import { http1Name } from '../http/http1-headers.ts'

/**
 * The headers of a request as Chrome's network stack would leave them: named as over HTTP/1.1 (HTTP/2 makes the names
 * small by itself, and leaves `Connection` out), the length first, the priority behind the cookies. Source: recorded
 * from Chromium 156.
 */
export function wireHeaders({ headers, body }: Hop): [string, string][] {
  const isPriority = ([name]: [string, string]) => name === 'priority'
  const length: [string, string][] =
    body === undefined ? [] : [['Content-Length', String(Buffer.byteLength(body))]]
  return [
    ['Connection', 'keep-alive'],
    ...length,
    ...headers
      .filter((header) => !isPriority(header))
      .map(([name, value]): [string, string] => [http1Name(name), value]),
    ...headers.filter(isPriority),
  ]
}
