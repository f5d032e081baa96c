import { type Endpoint, inWords, RETENTION, takesIdempotencyKey } from '@gleaner/contracts'
import { exampleOf } from './example-of.ts'
import type { Schemas } from './schemas.ts'
import type { Json, Parameter } from './types.ts'

/** The parts of path and query, one by one, and the headers that the endpoint heeds. */
export function parametersOf(name: string, endpoint: Endpoint, schemas: Schemas): Parameter[] {
  const { params, query } = endpoint
  const examples = exampleOf(name)
  return [
    ...(params ? spread('path', schemas.request(params), examples.params) : []),
    ...(query ? spread('query', schemas.request(query), examples.query) : []),
    ...(takesIdempotencyKey(endpoint) ? [IDEMPOTENCY_KEY] : []),
    ...(endpoint.auth !== 'none' && !endpoint.personal ? [ORGANIZATION_ID] : []),
  ]
}

const IDEMPOTENCY_KEY: Parameter = {
  name: 'Idempotency-Key',
  in: 'header',
  description: `Makes a POST that creates or charges something safe to repeat: for ${inWords(RETENTION.keyMs)} the same key and request get the first reply again. 1 to 255 printable ASCII characters of your own, best a UUID. 409 \`IDEMPOTENCY_IN_PROGRESS\`: the first request is still running; 422 \`IDEMPOTENCY_CONFLICT\`: the key was used with another request.`,
  // No example: viewers send it as it stands, and a second request of the same key is refused.
  schema: { type: 'string', pattern: '^[\\x21-\\x7e]{1,255}$' },
}

export const ORGANIZATION_ID: Parameter = {
  name: 'X-Organization-Id',
  in: 'header',
  description:
    'Acts for an organization that you are a member of: it pays, and owns what is made. 403 for an organization that is not yours. A UUID.',
  schema: { type: 'string', format: 'uuid' },
}

function spread(place: 'path' | 'query', schema: Json, examples: Json): Parameter[] {
  const required = new Set((schema.required as string[] | undefined) ?? [])
  return Object.entries((schema.properties ?? {}) as Record<string, Json>).map(([name, property]) => {
    const { description, ...rest } = VALUE[place](property)
    return {
      name,
      in: place,
      ...(description !== undefined && { description }),
      ...((place === 'path' || required.has(name)) && { required: true }),
      ...(place === 'query' && rest.type === 'array' && { style: 'form', explode: false }),
      schema: rest,
      ...(name in examples && { example: examples[name] }),
    }
  })
}

const VALUE: Record<'path' | 'query', (schema: Json) => Json> = {
  /** The path of a file comes as its parts. */
  path: (schema) => (schema.type === 'array' ? (schema.items as Json) : schema),
  /** Lists have commas; what holds more than words is written as JSON. */
  query({ description, ...schema }) {
    const text = JSON.stringify(schema.type === 'array' ? schema.items : schema)
    if (!/"type":"object"/.test(text) && text !== '{}') return { description, ...schema }
    return { description, type: 'string', contentMediaType: 'application/json', contentSchema: schema }
  },
}

/** Headers that many endpoints take, with their meaning. */
export function requestHeaders(): string[][] {
  return [IDEMPOTENCY_KEY, ORGANIZATION_ID].map(({ name, description }) => [
    `\`${name}\``,
    String(description),
  ])
}
