import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import type { ProxyLogin } from './login.ts'

/** What a client of the proxy port wants, before it became a request of ours. */
export interface ProxiedRequest {
  method: string
  url: string
  headers: IncomingHttpHeaders
  login: ProxyLogin
}

const requests = new WeakMap<IncomingMessage, ProxiedRequest>()

/** Makes a client's request one of the endpoint's: nothing that is meant for the target is read as meant for us. */
export function takeOver(request: IncomingMessage, proxied: ProxiedRequest, path: string): void {
  const { 'content-length': length, 'transfer-encoding': encoding, 'idempotency-key': key } = request.headers
  requests.set(request, proxied)
  request.method = 'POST'
  request.url = path
  request.headers = {
    'x-api-key': proxied.login.key,
    ...(length !== undefined && { 'content-length': length }),
    ...(encoding !== undefined && { 'transfer-encoding': encoding }),
    ...(key !== undefined && { 'idempotency-key': key }),
  }
}

export function proxiedRequestOf(request: IncomingMessage): ProxiedRequest {
  return requests.get(request)!
}
