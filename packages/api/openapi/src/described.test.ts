import { expect, test } from '@jest/globals'
import { createAsyncDocument } from './async-document.ts'
import { createDocument } from './document.ts'
import { faultsOf, type Part, propertiesOf, saysTheName } from './testing/described-parts.ts'
import type { Json, Operation } from './types.ts'

const document = createDocument({ publicUrl: 'https://scrape.example.com/' })
const live = createAsyncDocument({ publicUrl: 'https://scrape.example.com/' })
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ at: `${method} ${path}`, operation })),
)
const webhooks = Object.entries(document.webhooks as Record<string, { post: Operation }>).map(
  ([event, { post }]) => ({ at: event, operation: post }),
)
const { schemas, headers, securitySchemes } = document.components as Record<string, Record<string, Json>>
const saysOf = (reference: string) =>
  schemas![reference.split('/').at(-1)!]?.description as string | undefined

/** Components that a request may hold. */
const requested = reachable(
  operations.map(({ operation: { requestBody, parameters } }) => [requestBody, parameters]),
)

test('every property of every schema says what it is, its unit and form, and what its absence and null mean', () => {
  const parts = [
    ...Object.entries(schemas!).flatMap(([name, schema]) => [
      ...propertiesOf(schema, name, saysOf, !requested.has(name)),
    ]),
    ...operations.flatMap(({ at, operation: { parameters, requestBody, responses } }) => [
      ...propertiesOf([parameters, requestBody], at, saysOf, false),
      ...propertiesOf(responses, at, saysOf, true),
    ]),
    ...propertiesOf(live, 'asyncapi', () => undefined, true),
  ]
  expect(parts.length).toBeGreaterThan(2_500)
  expect(faultsOf(parts)).toEqual([])
})

test('every parameter and header says what it is', () => {
  const parameters = [...operations, ...webhooks].flatMap(({ at, operation }) =>
    (operation.parameters ?? []).map((parameter) =>
      partOf(`${at} ${parameter.in} ${parameter.name}`, parameter.name, parameter),
    ),
  )
  expect(parameters.length).toBeGreaterThan(500)
  const ofReplies = Object.entries(headers!).map(([name, header]) => partOf(name, name, header))
  const schemes = Object.entries(securitySchemes!).map(([name, scheme]) => partOf(name, name, scheme))
  expect(faultsOf([...parameters, ...ofReplies, ...schemes])).toEqual([])
})

test('every named schema says what it is', () => {
  const parts = Object.entries(schemas!).map(([name, schema]) => ({
    ...partOf(name, name, schema),
    schema: {},
  }))
  expect(faultsOf(parts)).toEqual([])
})

test('every operation, also of the WebSocket and of webhooks, has a summary and an id of its own', () => {
  const all = [...operations, ...webhooks]
  const ids = all.map(({ operation: { operationId } }) => operationId)
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([])
  const summaries = [
    ...all.map(({ at, operation: { summary } }) => ({ at, summary })),
    ...Object.entries(live.operations as Record<string, Json>).map(([at, { summary }]) => ({ at, summary })),
    ...Object.values(live.channels as Record<string, { messages: Record<string, Json> }>).flatMap(
      ({ messages }) => Object.values(messages).map(({ name, summary }) => ({ at: String(name), summary })),
    ),
  ]
  const parts = summaries.map(({ at, summary }) => partOf(at, at, { description: summary }))
  expect(faultsOf(parts)).toEqual([])
})

test('every reply of every operation says what it is', () => {
  const replies = operations.flatMap(({ at, operation: { responses } }) =>
    Object.entries(responses).map(([status, { $ref, description }]) => [
      `${at} ${status}`,
      $ref ?? description,
    ]),
  )
  expect(replies.filter(([, says]) => !says)).toEqual([])
})

test('a description that says its name in words is told from one that says more', () => {
  expect(['The id of the job.', 'Job ids.', ''].map((text) => saysTheName('job_id', text))).toEqual([
    true,
    true,
    true,
  ])
  expect(saysTheName('job_id', 'What `GET /jobs/{job_id}` reads.')).toBe(false)
})

test.each<[fault: string, schema: Json]>([
  ['has no description', { type: 'string' }],
  ['has no description', { type: 'string', description: 'Default: "a".' }],
  ['does not end with a full stop', { type: 'string', description: 'What it is called' }],
  ['does not begin as a sentence', { type: 'string', description: 'what it is called.' }],
  ['says only its name', { type: 'string', description: 'The thing wait ms.' }],
  ['does not say its unit', { type: 'integer', description: 'How long it is waited for.' }],
  ['does not say its form', { type: 'string', format: 'uuid', description: 'Who waits.' }],
  ['does not say what null means', { type: ['string', 'null'], description: 'Who waits.' }],
  ['does not say when it is there', { type: 'string', description: 'Who waits.' }],
])('a property that %s is a fault', (fault, schema) => {
  const [found] = faultsOf(
    propertiesOf({ properties: { thing_wait_ms: schema } }, 'Thing', () => undefined, true),
  )
  expect(found).toContain(`Thing.thing_wait_ms ${fault}`)
})

function partOf(at: string, name: string, { schema = {}, description = '' }: Json): Part {
  return {
    at,
    name,
    schema: schema as Json,
    description: String(description),
    isOptional: false,
    isReplied: false,
  }
}

/** Names of the components that something refers to, and those refer to. */
function reachable(from: unknown): Set<string> {
  const found = new Set<string>()
  const pending = [JSON.stringify(from)]
  for (let text = pending.pop(); text !== undefined; text = pending.pop())
    for (const [, name] of text.matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g)) {
      if (found.has(name!)) continue
      found.add(name!)
      pending.push(JSON.stringify(schemas![name!]))
    }
  return found
}
