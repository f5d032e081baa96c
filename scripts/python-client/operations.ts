import type { Json, OpenApiDocument, Operation, Parameter } from '../../packages/api/openapi/src/types.ts'
import { type Method, readOperations } from '../typescript-client/operations.ts'
import { componentOf, isForbidden, type Naming, typeOf } from './types.ts'
import { argumentName, pascalCase, snakeCase } from './words.ts'

/** What a caller may say in a request, beside the path. */
export interface Field {
  /** In the API, and in Python. */
  name: string
  argument: string
  type: string
  description: string
  in: 'query' | 'body'
  isRequired: boolean
  isDeprecated: boolean
}

/** One operation, as a method of the Python client. */
export interface PythonMethod {
  /** `LIST_JOBS` in the table of facts. */
  fact: string
  name: string
  of: Method
  description: string
  fields: Field[]
  /** What the reply of a status holds: a type, or None where it holds nothing. */
  replies: Map<number, string>
  /** The type of an entry of a list that comes in pages. */
  entry?: string
}

/** The operations of the document with their fields, named as the TypeScript client names them. */
export function readPythonMethods(document: OpenApiDocument): PythonMethod[] {
  const operations = Object.values(document.paths).flatMap((path) => Object.values(path))
  const byId = new Map(operations.map((operation) => [operation.operationId, operation]))
  return readOperations(document).map((method) => methodOf(method, byId.get(method.operation)!, document))
}

/** Types are those of the modules `m` (models) and `p` (params). */
const REQUEST: Naming = { way: 'request', refer: (name) => `p.${name}`, hoist: (name) => `p.${name}` }
const REPLY: Naming = { way: 'reply', refer: (name) => `m.${name}`, hoist: (name) => `m.${name}` }

function methodOf(of: Method, operation: Operation, document: OpenApiDocument): PythonMethod {
  const entry = of.paging && entryOf(of.paging.entries, operation, document)
  return {
    fact: snakeCase(of.operation).toUpperCase(),
    name: snakeCase(of.name),
    of,
    description: String(operation.description ?? ''),
    fields: [...queryFields(of, operation), ...bodyFields(operation, document)],
    replies: repliesOf(of, operation),
    ...(entry && { entry }),
  }
}

function queryFields({ facts }: Method, { parameters = [] }: Operation): Field[] {
  const own = parameters.filter(({ name }) => facts.query?.includes(name))
  return own.filter((one) => one.in === 'query').map((one) => fieldOf(one.name, one.schema, one, 'query'))
}

function bodyFields({ requestBody }: Operation, document: OpenApiDocument): Field[] {
  const schema = requestBody?.content['application/json']?.schema
  if (!schema) return []
  const [name, body] = follow(componentOf(String(schema.$ref)), document)
  const required = new Set((body.required ?? []) as string[])
  return Object.entries((body.properties ?? {}) as Record<string, Json>)
    .filter(([, property]) => !isForbidden(property))
    .map(([property, said]) =>
      fieldOf(property, said, { required: required.has(property) }, 'body', `${name}${pascalCase(property)}`),
    )
}

function fieldOf(
  name: string,
  schema: Json,
  said: Pick<Parameter, 'required'> & Json,
  where: Field['in'],
  typeName = '',
): Field {
  return {
    name,
    argument: argumentName(name),
    type: typeOf(schema, typeName, REQUEST),
    description: String(said.description ?? schema.description ?? ''),
    in: where,
    isRequired: said.required === true,
    isDeprecated: schema.deprecated === true || said.deprecated === true,
  }
}

function repliesOf({ answer }: Method, { responses }: Operation): Map<number, string> {
  const successes = Object.entries(responses).filter(([status]) => status.startsWith('2'))
  const replies = successes.map(([status, response]): [number, string] => {
    const content = (response.content ?? {}) as Record<string, { schema?: Json }>
    if (answer === 'response') return [Number(status), 'httpx.Response']
    const schema = content['application/json']?.schema
    return [Number(status), schema ? typeOf(schema, '', REPLY) : 'None']
  })
  return new Map(answer === 'events' ? [] : replies)
}

function entryOf(property: string, { responses }: Operation, document: OpenApiDocument): string {
  const content = responses[200]!.content as Record<string, { schema: { $ref: string } }>
  const [name, reply] = follow(componentOf(content['application/json']!.schema.$ref), document)
  const list = (reply.properties as Record<string, Json>)[property]!
  return typeOf(list, `${name}${pascalCase(property)}`, REPLY).replace(/^List\[(.*)\]$/s, '$1')
}

/** The component that a name stands for in the end. */
function follow(name: string, document: OpenApiDocument): [string, Json] {
  const schema = document.components.schemas[name]!
  return typeof schema.$ref === 'string' ? follow(componentOf(schema.$ref), document) : [name, schema]
}
