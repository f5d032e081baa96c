import type { IncomingMessage } from 'node:http'
import proxyAddr from 'proxy-addr'

/**
 * The address that a request comes from, behind the proxies whose `X-Forwarded-For` is believed: Express's `request.ip`, for what is no
 * request of Express. `trustProxy` is what `trustProxyField` gives.
 */
export function createAddressReader(trustProxy: number | string[]): (request: IncomingMessage) => string {
  const trust =
    typeof trustProxy === 'number'
      ? (_: string, hop: number) => hop < trustProxy
      : proxyAddr.compile(trustProxy)
  return (request) => proxyAddr(request, trust) ?? ''
}
