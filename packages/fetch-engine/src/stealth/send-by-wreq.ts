import type { Egress } from '@gleaner/egress'
import type { Response } from 'wreq-js'
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
import { answerWith, answerWithout } from '../read-body/answer-with.ts'
import { createBodyCollector } from '../read-body/body-collector.ts'
import { roomToReadOn } from '../read-body/large-body.ts'
import type { ClientLease, ClientPool } from './client-pool.ts'
import { loadWreq } from './load-wreq.ts'
import { wireHeaders } from './wire-headers.ts'
import { TARGET_CLOSED, wreqFailureOf } from './wreq-errors.ts'

/** The library's own limit, which only has to outlast every deadline of ours. */
const LAST_RESORT_MS = 320_000

/** Sends by wreq, through the door's forward proxy. */
export function createWreqSender(egress: Egress, clients: ClientPool): SendHop {
  return async (hop, reading) => {
    const refused = await refusalOf(egress, hop)
    if (refused) return refused
    const lease = await clients.take(hop.proxy, hop.alone)
    reading.signal.addEventListener('abort', lease.cut, { once: true })
    try {
      const result = await exchange(lease, hop, reading)
      if (!wasStale(lease, hop, result) || reading.signal.aborted) return result
      lease.cut()
      return await exchange(lease, hop, reading)
    } finally {
      reading.signal.removeEventListener('abort', lease.cut)
      lease.release()
    }
  }
}

/**
 * Whether a request met a kept connection that its target had closed meanwhile. Like a browser, one that changes
 * nothing is then sent again on a new one.
 */
function wasStale({ seen }: ClientLease, { method }: Hop, result: HopAnswer | HopFailure): boolean {
  const broke = result.kind === 'failed' && result.detail === TARGET_CLOSED
  return broke && method === 'GET' && seen().connections === 0
}

async function exchange(lease: ClientLease, hop: Hop, reading: Reading): Promise<HopAnswer | HopFailure> {
  const { signal } = reading
  const { fetch } = await loadWreq()
  let answered = false
  try {
    const response = await fetch(hop.url.href, {
      transport: lease.client,
      method: hop.method,
      headers: wireHeaders(hop),
      ...(hop.body !== undefined && { body: hop.body }),
      disableDefaultHeaders: true,
      redirect: 'manual',
      compress: false,
      timeout: LAST_RESORT_MS,
      signal,
    })
    answered = true
    return await readResponse(response, reading, lease.cut)
  } catch (error) {
    if (signal.aborted) return { kind: 'failed', reason: 'timeout', detail: TIMED_OUT, mayHaveBeenSent: true }
    return wreqFailureOf(error, { answered, refusedStatus: lease.seen().refusedStatus })
  }
}

/** Reads the body; `cut` drops what is left of one that is not wanted, which would hold the connection. */
async function readResponse(
  response: Response,
  reading: Reading,
  cut: () => void,
): Promise<HopAnswer | HopFailure> {
  const { limitFor, signal } = reading
  const head = readHead(response)
  if (isOfDoor(head)) return doorFailureOf(head, await response.text())
  const limit = limitFor(head)
  const collector = createBodyCollector(limit)
  const reader = response.body?.getReader()
  const giveUp = () => {
    void reader?.cancel().catch(() => {})
    cut()
  }
  if (limit === 0) {
    giveUp()
    return answerWithout(head, false)
  }
  signal.addEventListener('abort', giveUp, { once: true })
  try {
    for (;;) {
      const { done, value } = (await reader?.read()) ?? { done: true, value: undefined }
      signal.throwIfAborted()
      if (done) return await answerWith(head, collector.bytes(), limit, reading)
      if (!collector.add(value!)) {
        giveUp()
        return answerWithout(head, true)
      }
      await roomToReadOn(reading, { head, limit, size: collector.size })
    }
  } finally {
    signal.removeEventListener('abort', giveUp)
  }
}

function readHead(response: Response): AnswerHead {
  const { status, headers: received } = response
  const headers: Record<string, string> = {}
  for (const [name, value] of received) {
    if (name !== 'set-cookie') headers[name] = value
  }
  return { status, headers, setCookies: received.getSetCookie(), locations: locationsOf(response) }
}

/** `Headers` joins what the library's own list of names and values still tells apart. */
function locationsOf(response: Response): string[] {
  const list = (response as unknown as { headersInit: [name: string, value: string][] }).headersInit
  return list.flatMap(([name, value]) => (name.toLowerCase() === 'location' ? [value] : []))
}
