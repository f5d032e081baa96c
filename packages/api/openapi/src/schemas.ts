import * as contracts from '@gleaner/contracts'
import { type Endpoint, WEBHOOK_BODIES } from '@gleaner/contracts'
import { z } from 'zod'
import { bodiesOf } from './describe-components.ts'
import { type Direction, describeDefaults, describeFields } from './describe-fields.ts'
import { isJson } from './is-json.ts'
import { tidy } from './tidy-schema.ts'
import type { Json } from './types.ts'

/** The schemas of all requests and replies as JSON Schema 2020-12, those with a name as components. */
export interface Schemas {
  components: Record<string, Json>
  /** What may be sent, and what is replied. A reference where the schema has a name. */
  request(schema: z.ZodType): Json
  reply(schema: z.ZodType): Json
}

const REF = '#/components/schemas/'

/**
 * A schema's name is that of its export from `packages/platform/contracts`. One that has no export is called by its endpoint. A request's and a
 * reply's view of a schema may differ (what has a default may be left out of a request); then the request's ends in `Input`.
 */
export function createSchemas(endpoints: Record<string, Endpoint>, { closed }: { closed: boolean }): Schemas {
  const { registry, nameOf } = nameSchemas(endpoints)
  const saysOf = new Map([...bodiesOf(endpoints)].map(([schema, says]) => [nameOf(schema), says]))
  const convert = (io: Direction): Record<string, Json> => {
    const { schemas } = z.toJSONSchema(registry, {
      io,
      unrepresentable: 'any',
      uri: (name) => `${REF}${name}`,
      override: ({ zodSchema, jsonSchema }) =>
        tidy(zodSchema, jsonSchema as Json, io === 'output' && !closed),
    })
    const named = mapValues(schemas as Record<string, Json>, ({ $schema: _, $id: __, ...schema }, name) => ({
      ...(saysOf.has(name) && { description: saysOf.get(name) }),
      ...schema,
    }))
    return mapValues(named, (schema) => describeFields(schema, io, named))
  }
  const [inputs, outputs] = [convert('input'), convert('output')]

  const declared = Object.values(endpoints)
  const requested = reachable(
    inputs,
    declared.flatMap(({ body }) => (body ? [nameOf(body)] : [])),
  )
  const replied = reachable(outputs, [
    'ErrorReply',
    ...(declared.some(({ errorFormat }) => errorFormat === 'oauth') ? ['OAuthErrorReply'] : []),
    ...declared.flatMap(({ responses }) => Object.values(responses).filter(isJson).map(nameOf)),
    ...declared.flatMap(({ events = {} }) => Object.values(events).map(nameOf)),
    ...Object.values(WEBHOOK_BODIES).map(([body]) => nameOf(body)),
  ])
  const differing = namesThatDiffer(inputs, outputs, requested, replied)
  const inputName = (name: string) => (differing.has(name) ? `${name}Input` : name)
  const components = Object.fromEntries([
    ...[...replied].map((name) => [name, outputs[name]!] as const),
    ...[...requested].map(
      (name) => [inputName(name), renameRefs(describeDefaults(inputs[name]!), inputName)] as const,
    ),
  ])
  return {
    components: Object.fromEntries(Object.entries(components).sort(([a], [b]) => (a < b ? -1 : 1))),
    // Parameters and query are spread over the operation: they are no components.
    request: (schema) =>
      requested.has(nameOf(schema))
        ? { $ref: `${REF}${inputName(nameOf(schema))}` }
        : inline(inputs[nameOf(schema)]!, inputs),
    reply: (schema) => ({ $ref: `${REF}${nameOf(schema)}` }),
  }
}

function mapValues(
  record: Record<string, Json>,
  map: (value: Json, key: string) => Json,
): Record<string, Json> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value, key)]))
}

function nameSchemas(endpoints: Record<string, Endpoint>) {
  const names = new Map<z.ZodType, string>()
  const registry = z.registry<{ id: string }>()
  const add = (schema: z.ZodType | undefined, id: string) => {
    if (!schema || !isJson(schema) || names.has(schema)) return
    names.set(schema, id)
    registry.add(schema, { id })
  }
  for (const [name, value] of Object.entries(contracts)) if (value instanceof z.ZodType) add(value, name)
  for (const [name, { params, query, body, responses, events = {} }] of Object.entries(endpoints)) {
    const own = `${name[0]!.toUpperCase()}${name.slice(1)}`
    add(params, `${own}Params`)
    add(query, `${own}Query`)
    add(body, `${own}Request`)
    for (const [status, schema] of Object.entries(responses)) add(schema, `${own}Reply${status}`)
    for (const [event, schema] of Object.entries(events)) add(schema, `${own}Event_${event}`)
  }
  const nameOf = (schema: z.ZodType): string => names.get(schema)!
  return { registry, nameOf }
}

/** The named schemas and all that they refer to. */
function reachable(schemas: Record<string, Json>, names: readonly string[]): Set<string> {
  const found = new Set<string>()
  const pending = [...names]
  for (let name = pending.pop(); name !== undefined; name = pending.pop()) {
    if (found.has(name)) continue
    found.add(name)
    pending.push(...refsOf(schemas[name]!))
  }
  return found
}

function namesThatDiffer(
  inputs: Record<string, Json>,
  outputs: Record<string, Json>,
  requested: ReadonlySet<string>,
  replied: ReadonlySet<string>,
): Set<string> {
  const shared = [...requested].filter((name) => replied.has(name))
  const differing = new Set(
    shared.filter((name) => JSON.stringify(inputs[name]) !== JSON.stringify(outputs[name])),
  )
  // What refers to one that differs does so too.
  for (let before = -1; before !== differing.size; ) {
    before = differing.size
    for (const name of shared)
      if (refsOf(inputs[name]!).some((ref) => differing.has(ref))) differing.add(name)
  }
  return differing
}

const REFS = /"\$ref":"#\/components\/schemas\/([^"]+)"/g

function refsOf(schema: Json): string[] {
  return [...JSON.stringify(schema).matchAll(REFS)].map(([, name]) => name!)
}

function renameRefs(schema: Json, rename: (name: string) => string): Json {
  return JSON.parse(JSON.stringify(schema).replaceAll(REFS, (_, name) => `"$ref":"${REF}${rename(name)}"`))
}

/** A parameter's schema with the named schemas that it refers to in their places. */
function inline(schema: Json, schemas: Record<string, Json>): Json {
  return JSON.parse(JSON.stringify(schema), (_, value) => {
    if (typeof value?.$ref !== 'string') return value
    // What is said of this use of it goes first.
    const { $ref, ...said } = value
    return { ...inline(schemas[$ref.slice(REF.length)]!, schemas), ...said }
  })
}
