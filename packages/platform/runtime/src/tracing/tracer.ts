import { createHash, randomBytes } from 'node:crypto'
import type { SpanRecord } from './span.ts'
import type { SpanExporter } from './span-exporter.ts'

export interface Tracer {
  /** Costs no wait, and never fails. */
  record(span: SpanRecord): void
}

/** The key of the request itself. */
export const REQUEST = 'request'

/**
 * Traces without a word in any message: the ids of a trace and of its parts are made of the request's id, which every row keeps. Of the
 * same request each process decides the same on whether it is traced. `ratio`: the share that is.
 */
export function createTracer(service: string, exporter: SpanExporter, ratio: number): Tracer {
  return {
    record(span) {
      const traceId = hashOf(`trace of ${span.requestId}`).slice(0, 32)
      // The last 7 bytes are random: https://www.w3.org/TR/trace-context-2/#random-trace-id-flag.
      if (Number.parseInt(traceId.slice(-14), 16) >= ratio * 2 ** 56) return
      const idOf = (key: string) => hashOf(`${key} of ${span.requestId}`).slice(0, 16)
      exporter.add({
        ...span,
        service,
        traceId,
        spanId: span.key ? idOf(span.key) : randomBytes(8).toString('hex'),
        parentId: span.key === REQUEST ? undefined : idOf(span.partOf ?? REQUEST),
      })
    },
  }
}

/** What `work` gives, recorded as a span where there is a tracer and a request. */
export async function traced<T>(
  tracer: Tracer | undefined,
  span: Omit<SpanRecord, 'requestId' | 'startedAt' | 'durationMs'> & { requestId: string | null },
  work: () => Promise<T>,
): Promise<T> {
  const { requestId } = span
  if (!tracer || requestId === null) return await work()
  const startedAt = Date.now()
  const since = performance.now()
  const end = (error?: unknown) =>
    tracer.record({
      ...span,
      requestId,
      startedAt,
      durationMs: performance.now() - since,
      ...(error !== undefined && { error: error instanceof Error ? error.name : 'thrown' }),
    })
  try {
    const result = await work()
    end()
    return result
  } catch (error) {
    end(error)
    throw error
  }
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
