import type { Dispatcher } from 'undici'
import { type BodyCollector, createBodyCollector } from '../read-body/body-collector.ts'
import { buildResponse, responseWithoutBody } from '../read-body/build-response.ts'
import { memoryToReadOn } from '../read-body/large-body.ts'
import { asHeaderBytes } from '../tier/header-bytes.ts'
import { codeOf, failureOf } from '../tier/network-errors.ts'
import {
  type HttpFailure,
  type HttpRequest,
  type HttpResponse,
  type ReadOptions,
  type ResponseHead,
  TIMED_OUT,
} from '../tier/transport.ts'

/**
 * One request through undici's lowest layer: no streams, no response objects, the body gathered as it arrives. A kept
 * connection that the target closed just as a GET was written on it is not the target's answer, so that GET is sent
 * once more.
 */
export async function sendByDispatcher(
  dispatcher: Dispatcher,
  request: HttpRequest,
  reading: ReadOptions,
): Promise<HttpResponse | HttpFailure> {
  const first = await sendOnce(dispatcher, request, reading)
  const isStale = first.kind === 'failed' && first.closedUnanswered && request.method === 'GET'
  return isStale && !reading.signal.aborted ? await sendOnce(dispatcher, request, reading) : first
}

type Attempt = HttpResponse | (HttpFailure & { closedUnanswered?: boolean })

function sendOnce(dispatcher: Dispatcher, request: HttpRequest, reading: ReadOptions): Promise<Attempt> {
  const { limitFor, signal } = reading
  const { promise, resolve } = Promise.withResolvers<Attempt>()
  let controller: Dispatcher.DispatchController | undefined
  let head: ResponseHead | undefined
  let limit = 0
  let collector: BodyCollector | undefined
  let settled = false

  const settle = (attempt: Attempt | Promise<Attempt>) => {
    if (settled) return
    settled = true
    signal.removeEventListener('abort', onAbort)
    resolve(attempt)
  }
  const onAbort = () => {
    settle({
      kind: 'failed',
      reason: 'timeout',
      detail: TIMED_OUT,
      mayHaveBeenSent: controller !== undefined,
    })
    controller?.abort(new Error(TIMED_OUT))
  }
  signal.addEventListener('abort', onAbort, { once: true })
  if (signal.aborted) onAbort()

  const handler: Dispatcher.DispatchHandler = {
    onRequestStart(started) {
      controller = started
      if (settled) started.abort(new Error(TIMED_OUT))
    },
    onResponseStart(_controller, status, headers) {
      if (status < 200) return
      head = readHead(status, headers)
      limit = limitFor(head)
      if (limit === 0) return stopReading()
      collector = createBodyCollector(limit)
    },
    onResponseData(started, chunk) {
      if (!collector) return
      if (!collector.add(chunk)) return stopReading()
      const memory = memoryToReadOn(reading, { head: head!, limit, size: collector.size })
      if (!memory) return
      started.pause()
      // Without memory the attempt has ended, and this request with it.
      memory.then(
        () => started.resume(),
        () => {},
      )
    },
    onResponseEnd() {
      if (head) settle(buildResponse(head, collector?.bytes() ?? Buffer.alloc(0), limit, reading))
    },
    onResponseError(_controller, error) {
      const closedUnanswered = controller !== undefined && head === undefined && CLOSED.has(codeOf(error))
      settle({ ...failureOf(error, controller !== undefined), closedUnanswered })
    },
  }

  function stopReading(): void {
    settle(responseWithoutBody(head!, limit > 0))
    controller?.abort(new Error('The rest of the body is not wanted'))
  }

  try {
    if (!settled) dispatcher.dispatch(dispatchOptions(request, signal), handler)
  } catch (error) {
    settle(failureOf(error, false))
  }
  return promise
}

const CLOSED: ReadonlySet<string> = new Set(['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE'])

function dispatchOptions(
  request: HttpRequest,
  signal: AbortSignal,
): Dispatcher.DispatchOptions & { signal: AbortSignal } {
  return {
    // Ends a request that waits for its connection, too.
    signal,
    origin: request.url.origin,
    path: request.url.pathname + request.url.search,
    method: request.method,
    headers: asHeaderBytes(request.headers).flat(),
    body: request.body ?? null,
    reset: request.alone,
    // The attempt's own deadline ends both waits.
    headersTimeout: 0,
    bodyTimeout: 0,
  }
}

function readHead(status: number, raw: Record<string, string | string[] | undefined>): ResponseHead {
  const { 'set-cookie': setCookies, ...rest } = raw
  const headers: Record<string, string> = {}
  for (const name in rest) {
    const value = rest[name]!
    headers[name] = typeof value === 'string' ? value : value.join(', ')
  }
  return { status, headers, setCookies: listOf(setCookies), locations: listOf(rest.location) }
}

function listOf(value: string | string[] | undefined): string[] {
  return typeof value === 'string' ? [value] : (value ?? [])
}
