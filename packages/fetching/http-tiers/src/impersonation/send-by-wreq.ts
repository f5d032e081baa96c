import type { Egress } from '@gleaner/egress'
import { onAbort } from '@gleaner/runtime/until'
import type { Response } from 'wreq-js'
import { createBodyCollector } from '../read-body/body-collector.ts'
import { buildResponse, responseWithoutBody } from '../read-body/build-response.ts'
import { memoryToReadOn } from '../read-body/large-body.ts'
import { checkTarget, forwardProxyFailureOf, isFromForwardProxy } from '../tier/forward-proxy-errors.ts'
import {
  type HttpFailure,
  type HttpRequest,
  type HttpResponse,
  type ReadOptions,
  type ResponseHead,
  TIMED_OUT,
  type Transport,
} from '../tier/transport.ts'
import { chromeHeaderOrder } from './chrome-header-order.ts'
import type { ClientLease, ClientPool } from './client-pool.ts'
import { loadWreq } from './load-wreq.ts'
import { TARGET_CLOSED, wreqFailureOf } from './wreq-errors.ts'

/** The library's own limit, which only has to outlast every deadline of ours. */
const LAST_RESORT_MS = 320_000

/** Sends by wreq, through the forward proxy of the egress. */
export function createWreqTransport(egress: Egress, clients: ClientPool): Transport {
  return async (request, reading) => {
    const refused = await checkTarget(egress, request)
    if (refused) return refused
    const lease = await clients.take(request.proxy, request.alone)
    using _watched = onAbort(reading.signal, lease.cut)
    try {
      const result = await sendOnce(lease, request, reading)
      if (!wasStale(lease, request, result) || reading.signal.aborted) return result
      lease.cut()
      return await sendOnce(lease, request, reading)
    } finally {
      lease.release()
    }
  }
}

/**
 * Whether a request met a kept connection that its target had closed meanwhile. Like a browser, one that changes
 * nothing is then sent again on a new one.
 */
function wasStale(
  { counts }: ClientLease,
  { method }: HttpRequest,
  result: HttpResponse | HttpFailure,
): boolean {
  const broke = result.kind === 'failed' && result.detail === TARGET_CLOSED
  return broke && method === 'GET' && counts().connections === 0
}

async function sendOnce(
  lease: ClientLease,
  request: HttpRequest,
  reading: ReadOptions,
): Promise<HttpResponse | HttpFailure> {
  const { signal } = reading
  const { fetch } = await loadWreq()
  let answered = false
  try {
    const response = await fetch(request.url.href, {
      transport: lease.client,
      method: request.method,
      headers: chromeHeaderOrder(request),
      ...(request.body !== undefined && { body: request.body }),
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
    return wreqFailureOf(error, { answered, refusedStatus: lease.counts().refusedStatus })
  }
}

/** Reads the body; `cut` drops what is left of one that is not wanted, which would hold the connection. */
async function readResponse(
  response: Response,
  reading: ReadOptions,
  cut: () => void,
): Promise<HttpResponse | HttpFailure> {
  const { limitFor, signal } = reading
  const head = readHead(response)
  if (isFromForwardProxy(head)) return forwardProxyFailureOf(head, await response.text())
  const limit = limitFor(head)
  const collector = createBodyCollector(limit)
  const reader = response.body?.getReader()
  const giveUp = () => {
    void reader?.cancel().catch(() => {})
    cut()
  }
  if (limit === 0) {
    giveUp()
    return responseWithoutBody(head, false)
  }
  using _watched = onAbort(signal, giveUp)
  for (;;) {
    const { done, value } = (await reader?.read()) ?? { done: true, value: undefined }
    signal.throwIfAborted()
    if (done) return await buildResponse(head, collector.bytes(), limit, reading)
    if (!collector.add(value!)) {
      giveUp()
      return responseWithoutBody(head, true)
    }
    await memoryToReadOn(reading, { head, limit, size: collector.size })
  }
}

function readHead(response: Response): ResponseHead {
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
