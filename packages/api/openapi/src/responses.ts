import { STATUS_CODES } from 'node:http'
import {
  type Endpoint,
  ERROR_STATUS,
  type ErrorCode,
  ErrorReply,
  EVENT_STREAM,
  errorsOf,
  FILE,
  NO_BODY,
  OAuthErrorReply,
} from '@gleaner/contracts'
import { exampleOf } from './example-of.ts'
import { headersOf } from './headers.ts'
import type { Schemas } from './schemas.ts'
import type { Json } from './types.ts'

/** Every reply of an endpoint by its status: what it declares, and a reference for its errors, which many endpoints share. */
export function responsesOf(name: string, endpoint: Endpoint, schemas: Schemas): Record<string, Json> {
  const successes = Object.entries(endpoint.responses).map(([status]) => [
    status,
    successResponse(name, endpoint, Number(status), schemas),
  ])
  const errors = errorsByStatus(endpoint).map(([status, codes]) => [
    String(status),
    { $ref: `#/components/responses/${errorName(endpoint, codes)}` },
  ])
  return Object.fromEntries([...successes, ...errors])
}

/** The components that error replies refer to. */
export function errorResponses(endpoints: Record<string, Endpoint>, schemas: Schemas): Record<string, Json> {
  const all = Object.values(endpoints).flatMap((endpoint) =>
    errorsByStatus(endpoint).map(([status, codes]) => [
      errorName(endpoint, codes),
      errorResponse(endpoint, status, codes, schemas),
    ]),
  )
  return Object.fromEntries(all.sort())
}

function errorsByStatus(endpoint: Endpoint): [number, ErrorCode[]][] {
  const codes = [...errorsOf(endpoint)].sort()
  return [...Map.groupBy(codes, (code) => ERROR_STATUS[code])].sort(([a], [b]) => a - b)
}

/** Their headers depend on whether the caller is known, their body on the endpoint's format. */
function errorName({ auth, errorFormat }: Endpoint, codes: readonly ErrorCode[]): string {
  return [...codes, ...(auth === 'none' ? ['public'] : []), ...(errorFormat ? [errorFormat] : [])].join('.')
}

function successResponse(name: string, endpoint: Endpoint, status: number, schemas: Schemas): Json {
  const schema = endpoint.responses[status]!
  const common = { description: STATUS_CODES[status], headers: headersOf(endpoint, status) }
  if (schema === NO_BODY) return common
  if (schema === FILE) {
    const types = endpoint.contentTypes ?? ['application/octet-stream']
    return { ...common, content: Object.fromEntries(types.map((type) => [type, {}])) }
  }
  if (schema === EVENT_STREAM)
    return { ...common, content: { 'text/event-stream': eventStream(name, endpoint, schemas) } }
  const value = exampleOf(name).replies[status]
  // Viewers trip over `example` where a field of it is null.
  const json = {
    schema: schemas.reply(schema),
    ...(value !== undefined && { examples: { example: { value } } }),
  }
  const lines = endpoint.lines && { 'application/x-ndjson': {} }
  const csv = endpoint.csv && status === 200 && { 'text/csv': {} }
  return { ...common, content: { 'application/json': json, ...lines, ...csv } }
}

/** OpenAPI 3.1 describes a stream as a text: programs find the schemas of its events' data in `x-events`. */
function eventStream(name: string, { events = {} }: Endpoint, schemas: Schemas): Json {
  const data = Object.entries(exampleOf(name).events)
  const text = data.map(
    ([event, value], index) => `id: ${index + 1}\nevent: ${event}\ndata: ${JSON.stringify(value)}\n\n`,
  )
  return {
    schema: { type: 'string' },
    examples: { example: { value: text.join('') } },
    'x-events': Object.fromEntries(
      Object.entries(events).map(([event, schema]) => [event, schemas.reply(schema)]),
    ),
  }
}

function errorResponse(
  endpoint: Endpoint,
  status: number,
  codes: readonly ErrorCode[],
  schemas: Schemas,
): Json {
  return {
    description: `${STATUS_CODES[status]}: ${codes.map((code) => `\`${code}\``).join(', ')}`,
    headers: headersOf(endpoint, status),
    content: errorContent(endpoint, codes, schemas),
  }
}

function errorContent({ errorFormat }: Endpoint, codes: readonly ErrorCode[], schemas: Schemas): Json {
  if (errorFormat === 'page') return { 'text/html': {} }
  if (errorFormat === 'oauth') return { 'application/json': { schema: schemas.reply(OAuthErrorReply) } }
  const examples = Object.fromEntries(codes.map((code) => [code, { $ref: `#/components/examples/${code}` }]))
  return {
    ...(errorFormat === 'text' && { 'text/plain': { schema: { type: 'string' } } }),
    'application/json': { schema: schemas.reply(ErrorReply), examples },
  }
}
