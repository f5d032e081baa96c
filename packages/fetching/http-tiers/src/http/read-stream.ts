import type { IncomingMessage } from 'node:http'
import type { Request } from 'got-scraping'
import { type BodyCollector, createBodyCollector } from '../read-body/body-collector.ts'
import { buildResponse, responseWithoutBody } from '../read-body/build-response.ts'
import { cutInTransfer } from '../read-body/cut-body.ts'
import { memoryToReadOn } from '../read-body/large-body.ts'
import { failureOf } from '../tier/network-errors.ts'
import {
  type HttpFailure,
  type HttpRequest,
  type HttpResponse,
  type ReadOptions,
  type ResponseHead,
  TIMED_OUT,
} from '../tier/transport.ts'

/** State of the connection of a request. */
export interface Progress {
  isSent(): boolean
  /** The body ended by a reset, or with its connection. */
  wasCut(): boolean
}

/** Reads the response from got's request stream; settles soon after the signal aborts. */
export function readStream(
  stream: Request,
  request: HttpRequest,
  reading: ReadOptions,
  progress: Progress,
): Promise<HttpResponse | HttpFailure> {
  const { limitFor, signal } = reading
  const { promise, resolve } = Promise.withResolvers<HttpResponse | HttpFailure>()
  let head: ResponseHead | undefined
  let limit = 0
  let collector: BodyCollector | undefined

  const settle = (result: HttpResponse | HttpFailure | Promise<HttpResponse | HttpFailure>) => {
    signal.removeEventListener('abort', onAbort)
    resolve(result)
    stream.destroy()
  }
  const onAbort = () =>
    settle({ kind: 'failed', reason: 'timeout', detail: TIMED_OUT, mayHaveBeenSent: progress.isSent() })
  signal.addEventListener('abort', onAbort, { once: true })

  stream.on('response', (response: IncomingMessage) => {
    head = readHead(response)
    limit = limitFor(head)
    if (limit === 0) return settle(responseWithoutBody(head, false))
    collector = createBodyCollector(limit)
  })
  stream.on('data', (chunk: Buffer) => {
    if (!collector || !head) return
    if (!collector.add(chunk)) return settle(responseWithoutBody(head, true))
    const memory = memoryToReadOn(reading, { head, limit, size: collector.size })
    if (!memory) return
    stream.pause()
    // Without memory the attempt has ended, and this stream with it.
    memory.then(
      () => stream.resume(),
      () => {},
    )
  })
  stream.on('end', () => {
    if (head && progress.wasCut()) settle(cutInTransfer())
    else if (head && collector) settle(buildResponse(head, collector.bytes(), limit, reading))
  })
  // Got goes on to report errors after it was destroyed; a stream without a listener would end the process.
  stream.on('error', (error: Error) => {
    settle(failureOf(error.cause ?? error, progress.isSent()))
  })

  if (signal.aborted) onAbort()
  else if (request.body === undefined) stream.end()
  return promise
}

function readHead(response: IncomingMessage): ResponseHead {
  const headers: Record<string, string> = {}
  const { 'set-cookie': setCookies = [], ...rest } = response.headers
  for (const [name, value] of Object.entries(rest)) {
    if (!name.startsWith(':')) headers[name] = Array.isArray(value) ? value.join(', ') : (value ?? '')
  }
  return { status: response.statusCode ?? 0, headers, setCookies, locations: locationsOf(response) }
}

/** Of several Location headers Node keeps the first only; its list of names and values has them all. */
function locationsOf({ rawHeaders }: IncomingMessage): string[] {
  return rawHeaders.filter((_, i) => i % 2 === 1 && rawHeaders[i - 1]!.toLowerCase() === 'location')
}
