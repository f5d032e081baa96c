export type SpanKind = 'internal' | 'server' | 'client' | 'consumer'

/** Something that was done for a request, once it is over. */
export interface SpanRecord {
  /** What asked for it: all that is done for one request is one trace, whichever process does it. */
  requestId: string
  name: string
  kind?: SpanKind
  /** Names it within its trace, for those that are part of it. */
  key?: string
  /** The key of what it is part of; default: the request. */
  partOf?: string
  /** Milliseconds since 1970. */
  startedAt: number
  durationMs: number
  attributes?: Readonly<Record<string, string | number | boolean | undefined>>
  error?: string | undefined
  /** W3C `traceparent` of the caller, who has a trace of their own. */
  calledFrom?: string | undefined
}

/** A span as the exporter takes it. */
export interface Span extends SpanRecord {
  service: string
  traceId: string
  spanId: string
  parentId: string | undefined
}
