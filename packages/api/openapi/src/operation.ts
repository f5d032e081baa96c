import { type Endpoint, tokensOf } from '@gleaner/contracts'
import type { z } from 'zod'
import { areaOf } from './areas.ts'
import { exampleOf } from './example-of.ts'
import { factsOf } from './facts-of-endpoint.ts'
import { parametersOf } from './parameters.ts'
import { responsesOf } from './responses.ts'
import type { Schemas } from './schemas.ts'
import { securityOf } from './security.ts'
import type { Json, Operation } from './types.ts'

/** What one endpoint is, as OpenAPI says it. */
export function operationOf(name: string, endpoint: Endpoint, schemas: Schemas): Operation {
  const { summary, body } = endpoint
  const parameters = parametersOf(name, endpoint, schemas)
  return {
    operationId: name,
    summary,
    description: [endpoint.description, ...factsOf(endpoint)].filter(Boolean).join('\n\n'),
    tags: [areaOf(endpoint)],
    security: securityOf(endpoint),
    ...(parameters.length > 0 && { parameters }),
    ...(body && { requestBody: requestBody(name, body, endpoint, schemas) }),
    responses: responsesOf(name, endpoint, schemas),
    ...limits(endpoint),
  }
}

function requestBody(
  name: string,
  body: z.ZodType,
  { takesForm, takesFile, takesCsv }: Endpoint,
  schemas: Schemas,
): NonNullable<Operation['requestBody']> {
  const { bodies } = exampleOf(name)
  const examples = Object.fromEntries(
    Object.entries(bodies).map(([summary, value]) => [identifier(summary), { summary, value }]),
  )
  const schema = schemas.request(body)
  const types = ['application/json', ...(takesForm ? ['application/x-www-form-urlencoded'] : [])]
  return {
    required: !body.safeParse(undefined).success,
    content: {
      ...Object.fromEntries(types.map((type) => [type, { schema, examples }])),
      ...(takesFile && FILE_CONTENT),
      ...(takesCsv && CSV_CONTENT),
    },
  }
}

const BINARY = { type: 'string', format: 'binary' }

/** A file, beside the JSON body that says the same. */
const FILE_CONTENT = {
  'multipart/form-data': {
    schema: {
      type: 'object',
      required: ['file'],
      properties: {
        file: { ...BINARY, description: 'The file, with its name and type.' },
        options: { type: 'string', description: 'The other fields, as JSON.' },
      },
    },
  },
  'application/octet-stream': { schema: BINARY },
} as const

/** Entries as lines, beside the JSON body that says the same. */
const CSV_CONTENT = {
  'text/csv': {
    schema: { type: 'string' },
    examples: { csv: { value: 'url,external_id\nhttps://example.com/,7\n' } },
  },
  'multipart/form-data': {
    schema: {
      type: 'object',
      required: ['file'],
      properties: {
        file: { ...BINARY, description: 'The CSV.' },
        options: { type: 'string', description: 'What stands beside `urls`, as JSON.' },
      },
    },
  },
} as const

/** Names in OpenAPI's lists hold letters, digits and `_` only. */
function identifier(text: string): string {
  return text.toLowerCase().replaceAll(/[^a-z0-9]+/g, '_')
}

/** For programs: the same as the description says. */
function limits(endpoint: Endpoint): Json {
  const { auth, limitPerIp, limitPerAccount } = endpoint
  return {
    ...(auth !== 'none' && { 'x-rate-limit-tokens': tokensOf(endpoint) }),
    ...(limitPerIp && { 'x-limit-per-ip': limitPerIp }),
    ...(limitPerAccount && { 'x-limit-per-account': limitPerAccount }),
  }
}
