import type { Logger } from '../logger.ts'
import { VERSION } from '../version.ts'
import { otlpBody } from './otlp-body.ts'
import type { Span } from './span.ts'
import { parseHeaders, type TraceSettings } from './trace-settings.ts'

export interface SpanExporter {
  add(span: Span): void
  /** Sends what is left, for a few seconds at most. */
  close(): Promise<void>
}

/** Those of OpenTelemetry's batch processor. */
const EVERY_MS = 5_000
const MOST_AT_ONCE = 512
const MOST_WAITING = 2_048
const TIMEOUT_MS = 10_000
const CLOSE_MS = 2_000
const WARN_EVERY_MS = 60_000
/** https://opentelemetry.io/docs/specs/otlp/#retryable-response-codes */
const PASSING = new Set([429, 502, 503, 504])

/** Sends spans to a collector, many at once, and drops those that it does not take in time. Undefined where none is set. */
export function openSpanExporter(settings: TraceSettings, logger: Logger): SpanExporter | undefined {
  const address = addressOf(settings)
  if (!address) return undefined
  const headers = {
    ...parseHeaders(settings.OTEL_EXPORTER_OTLP_HEADERS ?? ''),
    'Content-Type': 'application/json',
  }
  let waiting: Span[] = []
  let dropped = 0
  let warnedAt = Number.NEGATIVE_INFINITY
  let sending: Promise<void> | undefined
  const timer = setInterval(() => void flush(), EVERY_MS).unref()

  function flush(): Promise<void> {
    sending ??= sendAll().finally(() => {
      sending = undefined
    })
    return sending
  }

  async function sendAll(): Promise<void> {
    while (waiting.length > 0) {
      const spans = waiting.splice(0, MOST_AT_ONCE)
      const fate = await send(address!, headers, otlpBody(spans, VERSION))
      if (fate === 'taken') continue
      if (fate === 'later') waiting = [...spans, ...waiting].slice(0, MOST_WAITING)
      else dropped += spans.length
      return warn(fate)
    }
  }

  /** Once a minute: a collector that is away fills no log. */
  function warn(fate: string): void {
    if (performance.now() - warnedAt < WARN_EVERY_MS) return
    warnedAt = performance.now()
    logger.warn({ fate, waiting: waiting.length, dropped }, 'the collector of traces takes none')
  }

  return {
    add(span) {
      if (waiting.length >= MOST_WAITING) dropped += 1
      else waiting.push(span)
      if (waiting.length === MOST_AT_ONCE) void flush()
    },
    async close() {
      clearInterval(timer)
      await Promise.race([
        (sending ?? Promise.resolve()).then(flush),
        new Promise((resolve) => setTimeout(resolve, CLOSE_MS).unref()),
      ])
    },
  }
}

function addressOf({
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: whole,
  OTEL_EXPORTER_OTLP_ENDPOINT: base,
}: TraceSettings): string | undefined {
  return whole ?? (base && `${base.replace(/\/+$/, '')}/v1/traces`)
}

async function send(
  address: string,
  headers: Record<string, string>,
  body: string,
): Promise<'taken' | 'later' | 'refused'> {
  try {
    const response = await fetch(address, {
      method: 'POST',
      headers,
      body,
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    await response.body?.cancel()
    if (response.ok) return 'taken'
    return PASSING.has(response.status) ? 'later' : 'refused'
  } catch {
    return 'later'
  }
}
