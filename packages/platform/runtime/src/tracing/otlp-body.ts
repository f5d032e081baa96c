import type { Span, SpanKind } from './span.ts'

/** https://github.com/open-telemetry/opentelemetry-proto/blob/main/opentelemetry/proto/trace/v1/trace.proto */
const KIND: Record<SpanKind, number> = { internal: 1, server: 2, client: 3, consumer: 5 }
const FAILED = 2

/** Spans as OTLP writes them in JSON: https://opentelemetry.io/docs/specs/otlp/#json-protobuf-encoding */
export function otlpBody(spans: readonly Span[], version: string): string {
  const resourceSpans = [...Map.groupBy(spans, ({ service }) => service)].map(([service, own]) => ({
    resource: {
      attributes: attributesOf({
        'service.namespace': 'gleaner',
        'service.name': service,
        'service.version': version,
      }),
    },
    scopeSpans: [{ scope: { name: 'gleaner', version }, spans: own.map(written) }],
  }))
  return JSON.stringify({ resourceSpans })
}

function written({
  traceId,
  spanId,
  parentId,
  name,
  kind = 'internal',
  startedAt,
  durationMs,
  attributes = {},
  requestId,
  error,
  calledFrom,
}: Span) {
  const link = calledFrom && linkOf(calledFrom)
  return {
    traceId,
    spanId,
    ...(parentId && { parentSpanId: parentId }),
    name,
    kind: KIND[kind],
    startTimeUnixNano: nanos(startedAt),
    endTimeUnixNano: nanos(startedAt + Math.max(durationMs, 0)),
    attributes: attributesOf({ 'gleaner.request_id': requestId, ...attributes }),
    ...(link && { links: [link] }),
    ...(error !== undefined && { status: { code: FAILED, message: error } }),
  }
}

/** Beyond what a double holds exactly: as text. */
function nanos(ms: number): string {
  return `${BigInt(Math.round(ms * 1_000)) * 1_000n}`
}

function attributesOf(values: Readonly<Record<string, string | number | boolean | undefined>>) {
  return Object.entries(values).flatMap(([key, value]) =>
    value === undefined ? [] : [{ key, value: writtenValue(value) }],
  )
}

function writtenValue(value: string | number | boolean) {
  if (typeof value === 'string') return { stringValue: value }
  if (typeof value === 'boolean') return { boolValue: value }
  return Number.isInteger(value) ? { intValue: String(value) } : { doubleValue: value }
}

/** https://www.w3.org/TR/trace-context/#traceparent-header; undefined for what is none. */
function linkOf(traceparent: string): { traceId: string; spanId: string } | undefined {
  const [, traceId, spanId] = /^[0-9a-f]{2}-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}/.exec(traceparent) ?? []
  return traceId && spanId ? { traceId, spanId } : undefined
}
