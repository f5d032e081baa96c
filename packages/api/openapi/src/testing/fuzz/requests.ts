import fc from 'fast-check'
import type { Json, OpenApiDocument, Operation, Parameter } from '../../types.ts'
import { hostileBody, hostileText, mutated } from './hostile.ts'
import { valuesOf } from './values.ts'

/** Who sends a request. */
export const SENDERS = [
  'key',
  'testKey',
  'user',
  'both',
  'nobody',
  'wrongKey',
  'wrongToken',
  'otherKey',
  'otherUser',
] as const
export type Sender = (typeof SENDERS)[number]

/** `seen` stands for an id that a reply has named; it is known when the request is sent. */
export type PathPart = { text: string } | { seen: number }

export interface FuzzRequest {
  operationId: string
  method: string
  path: PathPart[]
  query: [string, string][]
  headers: Record<string, string>
  sender: Sender
  body: string | undefined
}

type Known = Readonly<Record<string, fc.Arbitrary<unknown>>>

/** Requests of one operation: most as documented or nearly so, some hostile in every part. */
export function requestsOf(
  method: string,
  path: string,
  operation: Operation,
  document: OpenApiDocument,
  known: Known,
): fc.Arbitrary<FuzzRequest> {
  const parameters = operation.parameters ?? []
  return fc.record({
    operationId: fc.constant(operation.operationId),
    method: mostly(
      fc.constant(method.toUpperCase()),
      fc.constantFrom('GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'),
    ),
    path: pathOf(path),
    query: queryOf(parameters, document, known),
    headers: headersOf(operation),
    sender: senderOf(operation),
    body: bodyOf(operation, document, known),
  })
}

/** Nine of ten from the first. */
function mostly<T>(usual: fc.Arbitrary<T>, unusual: fc.Arbitrary<T>, weight = 9): fc.Arbitrary<T> {
  return fc.oneof({ weight, arbitrary: usual }, { weight: 1, arbitrary: unusual })
}

function pathOf(path: string): fc.Arbitrary<PathPart[]> {
  const parts = path.split('/').slice(1)
  return fc.tuple(
    ...parts.map((part): fc.Arbitrary<PathPart> => {
      if (!part.startsWith('{')) return fc.constant({ text: part })
      const seen = fc.nat().map((at): PathPart => ({ seen: at }))
      return fc.oneof(
        { weight: 6, arbitrary: seen },
        { weight: 1, arbitrary: fc.uuid().map((text) => ({ text })) },
        { weight: 2, arbitrary: hostileText.map((text) => ({ text: text || '-' })) },
      )
    }),
  )
}

function queryOf(
  parameters: Parameter[],
  document: OpenApiDocument,
  known: Known,
): fc.Arbitrary<[string, string][]> {
  const named = parameters.filter((parameter) => parameter.in === 'query')
  const one = (parameter: Parameter) =>
    mostly(valuesOf(parameter.schema, document, known).map(textOf), hostileText, 3).map(
      (text): [string, string] => [parameter.name, text],
    )
  const documented = fc.tuple(...named.map((parameter) => fc.option(one(parameter), { nil: undefined })))
  const more = fc.array(fc.tuple(fc.constantFrom('limit', 'offset', 'x', 'a[b]', '__proto__'), hostileText), {
    maxLength: 2,
  })
  return fc
    .tuple(documented, mostly<[string, string][]>(fc.constant([]), more))
    .map(([own, others]) => [...own.filter((pair) => pair !== undefined), ...others])
}

function headersOf(operation: Operation): fc.Arbitrary<Record<string, string>> {
  const type = mostly(
    fc.constant('application/json'),
    fc.constantFrom(
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data',
      'application/json; charset=utf-7',
      '??',
    ),
  )
  const usual = operation.requestBody ? type.map((value) => ({ 'Content-Type': value })) : fc.constant({})
  const more = fc.constantFrom<Record<string, string>>(
    { 'Idempotency-Key': 'one' },
    { 'Idempotency-Key': 'x'.repeat(300) },
    { 'Idempotency-Key': 'é' },
    { 'X-Organization-Id': 'not-an-id' },
    { 'X-Organization-Id': '00000000-0000-7000-8000-000000000000' },
    { 'X-Request-Id': '<script>' },
    { 'Content-Encoding': 'gzip' },
    { Accept: 'text/html' },
    { 'X-HTTP-Method-Override': 'DELETE' },
  )
  return fc
    .tuple(usual, mostly(fc.constant({}), more, 4))
    .map(([own, others]): Record<string, string> => ({ ...own, ...others }))
}

/** Most with a credential that the operation accepts. */
function senderOf({ security }: Operation): fc.Arbitrary<Sender> {
  const schemes = security.flatMap((scheme) => Object.keys(scheme))
  const accepted: Sender[] = [
    ...(schemes.includes('apiKey') ? (['key', 'testKey', 'otherKey'] as const) : []),
    ...(schemes.includes('bearer') ? (['user', 'otherUser'] as const) : []),
    ...(schemes.length === 0 ? (['nobody'] as const) : []),
  ]
  return mostly(fc.constantFrom(...accepted), fc.constantFrom(...SENDERS), 6)
}

function bodyOf(
  operation: Operation,
  document: OpenApiDocument,
  known: Known,
): fc.Arbitrary<string | undefined> {
  const json = operation.requestBody?.content['application/json'] as
    | { schema: Json; examples?: Json }
    | undefined
  if (!json) return mostly(fc.constant(undefined), fc.constant('{}'))
  const examples = Object.values(json.examples ?? {}).map((example) => (example as { value: unknown }).value)
  const valid = valuesOf(json.schema, document, known)
  const example = examples.length > 0 ? fc.constantFrom(...examples) : valid
  return fc.oneof(
    { weight: 4, arbitrary: valid.map(textOf) },
    { weight: 3, arbitrary: mutated(valid).map(textOf) },
    { weight: 3, arbitrary: mutated(example).map(textOf) },
    { weight: 1, arbitrary: example.map(textOf) },
    { weight: 1, arbitrary: hostileBody },
  )
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}
