import { maskLogins } from '@gleaner/runtime/mask-secrets'
import type { FetchRequest } from './fetcher.ts'

/**
 * The headers of a request as a result may show them, names in lower case: without those of its connection, and without what logs anybody
 * in. A header that the caller or a session gave keeps its name alone.
 */
export function shownHeaders(
  sent: Iterable<readonly [name: string, value: string]>,
  { headers = {} }: Pick<FetchRequest, 'headers'>,
): Record<string, string> {
  const hidden = new Set([...LOGINS, ...Object.keys(headers).map((name) => name.toLowerCase())])
  const shown = new Map<string, string>()
  for (const [written, value] of sent) {
    const name = NAMES_OF_HTTP2[written] ?? written.toLowerCase()
    if (name.startsWith(':') || OF_CONNECTION.has(name)) continue
    const before = shown.get(name)
    if (hidden.has(name)) shown.set(name, HIDDEN)
    else shown.set(name, before === undefined ? maskLogins(value) : `${before}, ${maskLogins(value)}`)
  }
  return Object.fromEntries(shown)
}

const HIDDEN = '***'

/** What HTTP/2 has in the place of a header. */
const NAMES_OF_HTTP2: Readonly<Record<string, string>> = { ':authority': 'host' }

const LOGINS = ['authorization', 'cookie', 'cookie2'] as const

/** They concern the next hop, which may be a proxy (RFC 9110, 7.6.1), or log in there (11.7). */
const OF_CONNECTION: ReadonlySet<string> = new Set([
  'connection',
  'keep-alive',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
])
