import type { EndpointName } from '@gleaner/contracts'
import type { AreaExamples, EndpointExample } from './examples/endpoint-example.ts'
import * as areas from './examples/index.ts'
import type { Json } from './types.ts'

const EXAMPLES: AreaExamples = Object.assign({}, ...Object.values(areas))

export interface Example {
  params: Json
  query: Json
  bodies: Record<string, unknown>
  replies: Record<number, unknown>
  /** The data of a stream's events, by their names. */
  events: Record<string, unknown>
}

/** Of an endpoint by its name; empty where there is none. `bodies` by what they show. */
export function exampleOf(name: string): Example {
  const example: EndpointExample | undefined = EXAMPLES[name as EndpointName]
  const { params = {}, query = {}, body, bodies = {}, replies = {}, events = {} } = example ?? {}
  return { params, query, bodies: body === undefined ? bodies : { Example: body }, replies, events }
}
