import { NAMES, READ_OTHERWISE } from '../../clients/typescript/src/names.ts'
import type { OperationFacts } from '../../clients/typescript/src/operation-facts.ts'
import type { Json, OpenApiDocument, Operation } from '../../packages/api/openapi/src/types.ts'

/** One operation, as a method of the client. */
export interface Method {
  operation: string
  group: string
  name: string
  summary: string
  /** `GET /jobs/{job_id}` */
  route: string
  path: string[]
  facts: OperationFacts
  /** Whether there are fields at all, and whether they may be left out. */
  fields: 'none' | 'optional' | 'required'
  answer: 'json' | 'none' | 'response' | 'events'
  /** Values of `format` for which the answer is a text. */
  textFormats: string[]
  /** Of a list that comes in pages. */
  paging?: { by: 'cursor' | 'offset'; entries: string }
  /** Of a stream: the schema of the data of each event. */
  events: [name: string, schema: string][]
}

export function readOperations(document: OpenApiDocument): Method[] {
  const methods = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => methodOf(path, method, operation, document)),
  )
  return methods.sort((one, other) => ORDER.indexOf(one.operation) - ORDER.indexOf(other.operation))
}

const ORDER = Object.keys(NAMES)

/** In the order of the table of names; '' has what is called on the client itself. */
export function groupsOf(methods: Method[]): Map<string, Method[]> {
  return Map.groupBy(methods, ({ group }) => group)
}

function methodOf(path: string, method: string, operation: Operation, document: OpenApiDocument): Method {
  const { operationId, summary, parameters = [], requestBody, responses } = operation
  const full = (NAMES as Record<string, string>)[operationId]
  if (full === undefined) throw new Error(`clients/typescript/src/names.ts has no name for ${operationId}.`)
  const [name, group = ''] = full.split('.').reverse()
  const body = resolve(requestBody?.content['application/json']?.schema, document)
  const inBody = Object.keys((body?.properties as Json) ?? {})
  const queries = parameters.filter((parameter) => parameter.in === 'query')
  const query = queries.filter((parameter) => !inBody.includes(parameter.name))
  const media = mediaOf(responses)
  const answer = answerOf(media, responses)
  const textFormats =
    answer === 'json' && (media.includes('application/x-ndjson') || media.includes('text/csv'))
      ? textsOf(query.find((parameter) => parameter.name === 'format')?.schema)
      : []
  const events = eventsOf(responses)
  const queryNames = query.map((parameter) => parameter.name)
  const paging = answer === 'events' ? undefined : pagingOf(operationId, queryNames, responses, document)
  const isRequired = requestBody?.required || query.some((parameter) => parameter.required)
  return {
    operation: operationId,
    group,
    name: name!,
    summary,
    route: `${method.toUpperCase()} ${path}`,
    path: parameters.filter((parameter) => parameter.in === 'path').map((parameter) => parameter.name),
    facts: {
      method: method.toUpperCase() as OperationFacts['method'],
      path: hasSlashes(operationId) ? path.replace('{', '{+') : path,
      auth: authOf(operation),
      ...(query.length > 0 && { query: query.map((parameter) => parameter.name) }),
      ...(requestBody && { body: requestBody.content['multipart/form-data'] ? 'file' : 'json' }),
      ...(parameters.some((parameter) => parameter.name === 'Idempotency-Key') && { takesKey: true }),
      ...((answer === 'response' || answer === 'events') && { reply: answer }),
      ...(answer === 'response' && { accept: '*/*' }),
      ...(answer === 'events' && { accept: 'text/event-stream' }),
      ...(textFormats.length > 0 && { textFormats }),
      ...mayAnswer(responses),
    },
    fields: queries.length === 0 && !requestBody ? 'none' : isRequired ? 'required' : 'optional',
    answer,
    textFormats,
    events,
    ...(paging && { paging }),
  }
}

/** The document knows no parameter that takes slashes; these do. */
function hasSlashes(operation: string): boolean {
  return operation === 'downloadFile'
}

function authOf({ security }: Operation): OperationFacts['auth'] {
  if (security.length === 0) return 'none'
  return security.some((scheme) => 'apiKey' in scheme) ? 'key' : 'person'
}

const TEXTS_OF_JSON = ['application/json', 'application/x-ndjson', 'text/csv']

function mediaOf(responses: Record<string, Json>): string[] {
  return successes(responses).flatMap((response) => Object.keys((response.content as Json) ?? {}))
}

function answerOf(media: string[], responses: Record<string, Json>): Method['answer'] {
  if (media.includes('text/event-stream')) return 'events'
  if (media.some((type) => !TEXTS_OF_JSON.includes(type))) return 'response'
  if (media.includes('application/json')) return 'json'
  return media.length > 0 || '303' in responses ? 'response' : 'none'
}

function textsOf(schema: Json | undefined): string[] {
  return ((schema?.enum as string[]) ?? []).filter((format) => format !== 'json')
}

function mayAnswer(responses: Record<string, Json>) {
  const statuses = Object.keys(responses)
    .map(Number)
    .filter((status) => status >= 300 && status < 400)
  return statuses.length > 0 ? { mayAnswer: statuses } : {}
}

function successes(responses: Record<string, Json>): Json[] {
  return Object.entries(responses)
    .filter(([status]) => status.startsWith('2'))
    .map(([, response]) => response)
}

function eventsOf(responses: Record<string, Json>): Method['events'] {
  const stream = (responses[200]?.content as Record<string, Json>)?.['text/event-stream']
  const schemas = (stream?.['x-events'] ?? {}) as Record<string, { $ref: string }>
  return Object.entries(schemas).map(([event, { $ref }]) => [event, $ref.split('/').at(-1)!])
}

function pagingOf(
  operation: string,
  query: string[],
  responses: Record<string, Json>,
  document: OpenApiDocument,
): Method['paging'] {
  const by = query.includes('cursor') ? 'cursor' : query.includes('offset') ? 'offset' : undefined
  if (by === undefined || READ_OTHERWISE.has(operation)) return undefined
  const content = responses[200]?.content as Record<string, { schema: Json }> | undefined
  const reply = resolve(content?.['application/json']?.schema, document)
  const lists = Object.entries((reply?.properties ?? {}) as Record<string, Json>)
    .filter(([, schema]) => schema.type === 'array')
    .map(([name]) => name)
  if (lists.length !== 1)
    throw new Error(`${operation} has pages of ${lists.length} lists; one was expected.`)
  return { by, entries: lists[0]! }
}

function resolve(schema: Json | undefined, document: OpenApiDocument): Json | undefined {
  if (typeof schema?.$ref !== 'string') return schema
  return resolve(document.components.schemas[schema.$ref.split('/').at(-1)!], document)
}
