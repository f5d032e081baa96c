import type { Egress } from '@gleaner/egress'
import type { ImpitResponse } from 'impit'
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
import { answerWithout } from '../read-body/answer-with.ts'
import { createBodyCollector } from '../read-body/body-collector.ts'
import type { ClientLease, ClientPool } from './client-pool.ts'
import { impitFailureOf } from './impit-errors.ts'

/** Sends by impit, through the door's forward proxy. */
export function createImpitSender(egress: Egress, clients: ClientPool): SendHop {
  return async (hop, reading) => {
    const refused = await refusalOf(egress, hop)
    if (refused) return refused
    const { url: proxyUrl } = await egress.forwardProxy(hop.proxy)
    const lease = await clients.take(proxyUrl)
    reading.signal.addEventListener('abort', lease.cut, { once: true })
    try {
      return await exchange(lease, hop, reading)
    } finally {
      reading.signal.removeEventListener('abort', lease.cut)
      lease.release()
    }
  }
}

async function exchange(
  { client, cut }: ClientLease,
  hop: Hop,
  reading: Reading,
): Promise<HopAnswer | HopFailure> {
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
    return await readResponse(response, reading, cut)
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

/** Reads the body; `cut` drops what is left of one that is not wanted, which would hold the connection. */
async function readResponse(
  response: ImpitResponse,
  { limitFor, signal }: Reading,
  cut: () => void,
): Promise<HopAnswer | HopFailure> {
  const head = readHead(response)
  if (isOfDoor(head)) return doorFailureOf(head, await response.text())
  const limit = limitFor(head)
  if (limit === 0) {
    cut()
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
        cut()
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
