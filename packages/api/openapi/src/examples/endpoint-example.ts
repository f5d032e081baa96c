import type { EndpointName } from '@gleaner/contracts'

/** Examples of one endpoint's requests and replies. A test reads them by the endpoint's schemas. */
export interface EndpointExample {
  params?: Record<string, unknown>
  query?: Record<string, unknown>
  /** The body, or several by what they show. */
  body?: unknown
  bodies?: Record<string, unknown>
  /** By status. */
  replies?: Record<number, unknown>
  /** The data of a stream's events, by their names. */
  events?: Record<string, unknown>
}

export type AreaExamples = Partial<Record<EndpointName, EndpointExample>>
