import type { IncomingMessage } from 'node:http'
import { headersInOrder } from './received-request.ts'

/**
 * Why a request does not look like one of a browser, judged by its headers and their order as simple bot
 * filters do; undefined when it does. Chrome, Firefox and Safari all send these headers in this order, also
 * over plain HTTP, where Chrome leaves out `br` and everything that starts with `sec-`.
 */
export function unlikeBrowser(request: IncomingMessage): string | undefined {
  const { headers } = request
  if (!/^Mozilla\/5\.0 \(.+\) /.test(headers['user-agent'] ?? '')) return 'user-agent is not one of a browser'
  if (!headers.accept?.includes('text/html')) return 'accept does not ask for a page'
  if (!headers['accept-language']) return 'accept-language is missing'
  if (!/gzip/.test(String(headers['accept-encoding']))) return 'accept-encoding lacks gzip'
  // Browsers offer brotli over TLS only (and to their own machine).
  const isSecure = 'encrypted' in request.socket
  if (isSecure && !/br/.test(String(headers['accept-encoding']))) return 'accept-encoding lacks br'
  if (!headers['upgrade-insecure-requests']) return 'upgrade-insecure-requests is missing'
  return disorder(headersInOrder(request).map(([name]) => name.toLowerCase()))
}

// Where accept-language stands differs: Chrome puts it last, Firefox in the middle, a language override first.
const ORDER = [
  ['user-agent', 'accept'],
  ['accept', 'accept-encoding'],
] as const

function disorder(names: string[]): string | undefined {
  const pair = ORDER.find(([first, second]) => names.indexOf(first) > names.indexOf(second))
  return pair && `${pair[0]} comes after ${pair[1]}`
}
