import type { Method } from '@gleaner/contracts'
import type { HttpRequest, HttpResponse } from './transport.ts'

/** The headers of a request with those that its client adds, but for the ones of its connection. */
export function sentHeaders(
  request: Pick<HttpRequest, 'url' | 'method' | 'headers' | 'body'>,
  { saysNoBody = false, unsent = [] }: { saysNoBody?: boolean | undefined } & Pick<HttpResponse, 'unsent'>,
): [name: string, value: string][] {
  const { url, method, headers, body = saysNoBody && EXPECTS_BODY.has(method) ? '' : undefined } = request
  const length: [string, string][] =
    body === undefined ? [] : [['content-length', String(Buffer.byteLength(body))]]
  return [['host', url.host], ...length, ...headers.filter(([name]) => !unsent.includes(name))]
}

/** Without a body these have a length of nothing (RFC 9110, 8.6). */
const EXPECTS_BODY: ReadonlySet<Method> = new Set(['POST', 'PUT', 'PATCH'])
