import type { Egress } from '@gleaner/egress'
import type { Impit, ImpitResponse } from 'impit'
import { doorFailureOf, isOfDoor, refusalOf } from '../door.ts'
import {
  type AnswerHead,
  type Hop,
  type HopAnswer,
  type HopFailure,
  type Reading,
  type SendHop,
  TIMED_OUT,
} from '../exchange.ts'
import { CURRENT_CHROME } from '../identity/chrome-version.ts'
import { answerWithout } from '../read-body/answer-with.ts'
import { createBodyCollector } from '../read-body/body-collector.ts'
import { impitFailureOf } from './impit-errors.ts'

export interface ImpitSenderOptions {
  egress: Egress
  ignoreTlsErrors: boolean
}

/** The newest profile of the library; the fingerprint test compares it with the Chromium that is installed. */
const PROFILE = `chrome${CURRENT_CHROME}` as const
/** Clients hold connections and TLS sessions of one way out. Sticky proxy sessions may make them many. */
const MAX_CLIENTS = 20
/** The library's own limit, which only has to outlast every deadline of ours. */
const LAST_RESORT_MS = 320_000

/** Sends by impit, through the door's forward proxy. The native library is loaded with the first request. */
export function createImpitSender({ egress, ignoreTlsErrors }: ImpitSenderOptions): SendHop {
  const clients = new Map<string, Impit>()

  async function clientFor(proxyUrl: string): Promise<Impit> {
    const { Impit } = await import('impit')
    const client =
      clients.get(proxyUrl) ??
      new Impit({
        browser: PROFILE,
        proxyUrl,
        ignoreTlsErrors,
        followRedirects: false,
        timeout: LAST_RESORT_MS,
      })
    clients.delete(proxyUrl)
    clients.set(proxyUrl, client)
    if (clients.size > MAX_CLIENTS) clients.delete(clients.keys().next().value!)
    return client
  }

  return async (hop, reading) => {
    const refused = await refusalOf(egress, hop)
    if (refused) return refused
    const { url: proxyUrl } = await egress.forwardProxy(hop.proxy)
    return exchange(await clientFor(proxyUrl), hop, reading)
  }
}

async function exchange(client: Impit, hop: Hop, reading: Reading): Promise<HopAnswer | HopFailure> {
  const { signal } = reading
  let answered = false
  try {
    const response = await client.fetch(hop.url.href, {
      method: hop.method,
      headers: withoutProfileHeaders(hop.headers),
      ...(hop.body !== undefined && { body: hop.body }),
      signal,
    })
    answered = true
    return await readResponse(response, reading)
  } catch (error) {
    if (signal.aborted) return { kind: 'failed', reason: 'timeout', detail: TIMED_OUT, mayHaveBeenSent: true }
    return impitFailureOf(error, answered)
  }
}

/** Headers of the library's profile, which it adds to every request that does not name them. */
const PROFILE_HEADERS = [
  'sec-ch-ua',
  'sec-ch-ua-mobile',
  'sec-ch-ua-platform',
  'upgrade-insecure-requests',
  'sec-fetch-site',
  'sec-fetch-mode',
  'sec-fetch-user',
  'sec-fetch-dest',
  'priority',
]

/** An empty value takes a header of the profile out. */
function withoutProfileHeaders(headers: [string, string][]): [string, string][] {
  const named = new Set(headers.map(([name]) => name.toLowerCase()))
  return [
    ...headers,
    ...PROFILE_HEADERS.filter((name) => !named.has(name)).map((name) => [name, ''] as [string, string]),
  ]
}

async function readResponse(
  response: ImpitResponse,
  { limitFor, signal }: Reading,
): Promise<HopAnswer | HopFailure> {
  const head = readHead(response)
  if (isOfDoor(head)) return doorFailureOf(head, await response.text())
  const limit = limitFor(head)
  if (limit === 0) {
    response.abort()
    return answerWithout(head, false)
  }
  const collector = createBodyCollector(limit)
  const reader = response.body.getReader()
  const onAbort = () => void reader.cancel().catch(() => {})
  signal.addEventListener('abort', onAbort, { once: true })
  try {
    for (;;) {
      const { done, value } = await reader.read()
      signal.throwIfAborted()
      if (done) return { kind: 'answer', ...head, body: collector.bytes(), overflow: false }
      if (!collector.add(value)) {
        response.abort()
        return answerWithout(head, true)
      }
    }
  } finally {
    signal.removeEventListener('abort', onAbort)
  }
}

function readHead(response: ImpitResponse): AnswerHead {
  const headers: Record<string, string> = {}
  response.headers.forEach((value, name) => {
    if (name !== 'set-cookie') headers[name] = value
  })
  return { status: response.status, headers, setCookies: response.headers.getSetCookie() }
}
