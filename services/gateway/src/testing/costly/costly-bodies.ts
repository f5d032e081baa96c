import { type Endpoint, GATEWAY_ENDPOINTS } from '@gleaner/contracts'
import { createDocument, type Json, type OpenApiDocument } from '@gleaner/openapi'
import { exampleOf } from '@gleaner/openapi/example-of'
import { MEGABYTE } from '@gleaner/runtime/units'
import type { CostlyRequest } from '../costly-requests.ts'
import { fillSchema, resolved } from './fill-schema.ts'
import { HOSTILE_TEXTS } from './hostile-texts.ts'
import { ODD_VALUES } from './odd-values.ts'

/** Somewhat less than the greatest body, for what JSON adds to it. */
const BODY_BYTES = MEGABYTE - 64 * 1024
/** Alternatives of a field that are looked at: no schema of ours has more of a kind. */
const CHOICES = 3
const NOBODY = '019a9f3e-7c1a-7b2e-9d55-3f0a6c1b2d55'

/** A field of a body. */
interface Place {
  path: string[]
  schema: Json
}

/** One costly body of an endpoint. */
export interface CostlyBody extends CostlyRequest {
  /** The text or value that it is made of. */
  family: string
}

/**
 * Costly bodies for every declared endpoint: each field alone, and all of them at once, filled with each hostile text and odd value. Made of the
 * endpoints' declarations, so that a new endpoint or field is among them.
 */
export function costlyBodies(): CostlyBody[] {
  const document = createDocument({ publicUrl: 'http://a.test', endpoints: GATEWAY_ENDPOINTS })
  return Object.entries(GATEWAY_ENDPOINTS).flatMap(([name, endpoint]: [string, Endpoint]) => {
    const schema = endpoint.body && bodySchema(document, endpoint)
    return schema ? bodiesOf(document, name, endpoint, schema) : []
  })
}

function bodySchema(document: OpenApiDocument, { path, method }: Endpoint): Json | undefined {
  const operation = document.paths[path.replaceAll('{+', '{')]?.[method.toLowerCase()]
  return operation?.requestBody?.content['application/json']?.schema
}

function bodiesOf(
  document: OpenApiDocument,
  name: string,
  { method, path, auth }: Endpoint,
  schema: Json,
): CostlyBody[] {
  const example = (Object.values(exampleOf(name).bodies)[0] ?? {}) as Json
  const request = (family: string, place: string, body: () => string): CostlyBody => ({
    category: name,
    name: `${place}: ${family}`,
    family,
    method,
    path: path.replaceAll(/\{\+?\w+\}/g, NOBODY),
    body,
    withKey: auth !== 'none',
    ...(auth === 'bearer' && { asUser: true }),
  })
  const places = placesOf(document, schema)
  const texts = Object.entries(HOSTILE_TEXTS).flatMap(([family, text]) => {
    const chars = Math.floor(BODY_BYTES / bytesPerChar(text))
    const fill = (inner: Json, choice: number, overfull: boolean) =>
      fillSchema(inner, { document, text, overfull }, chars, choice, 1)
    return [
      request(family, 'all fields', () => JSON.stringify(fill(schema, 0, false))),
      ...places.flatMap((place) =>
        choicesOf(document, place.schema).flatMap((choice) =>
          (holdsMany(document, place.schema, choice) ? [false, true] : [false]).map((overfull) =>
            request(
              family,
              `${place.path.join('.')}${choice ? ` (${choice})` : ''}${overfull ? ', overfull' : ''}`,
              () => JSON.stringify(withValue(example, place.path, fill(place.schema, choice, overfull))),
            ),
          ),
        ),
      ),
    ]
  })
  const odd = Object.entries(ODD_VALUES).flatMap(([family, value]) =>
    places.map((place) =>
      request(family, place.path.join('.'), () =>
        JSON.stringify(withValue(example, place.path, MARK)).replace(`"${MARK}"`, () => value(BODY_BYTES)),
      ),
    ),
  )
  return [...texts, ...odd]
}

/** Of a text as JSON in UTF-8. */
function bytesPerChar(text: (chars: number) => string): number {
  const sample = text(SAMPLE_CHARS)
  return Buffer.byteLength(JSON.stringify(sample)) / sample.length
}

const SAMPLE_CHARS = 2_000

const MARK = 'the value stands here'

/** The fields of a body, and those of objects in it. */
function placesOf(document: OpenApiDocument, schema: Json, above: string[] = []): Place[] {
  const { properties = {} } = resolved(schema, document, 0) as { properties?: Record<string, Json> }
  return Object.entries(properties).flatMap(([name, inner]) => {
    const path = [...above, name]
    return [{ path, schema: inner }, ...(path.length < 3 ? placesOf(document, inner, path) : [])]
  })
}

/** The alternatives of a field that take a text, a list or an object: nothing else can be made large. */
function choicesOf(document: OpenApiDocument, schema: Json): number[] {
  const seen = new Map<Json, number>()
  for (let choice = 0; choice < CHOICES; choice++) {
    const one = resolved(schema, document, choice)
    if (!seen.has(one) && canBeLarge(one)) seen.set(one, choice)
  }
  return [...seen.values()]
}

function canBeLarge({ type, enum: values, format, ...schema }: Json): boolean {
  const types = [type].flat()
  if (values || 'const' in schema) return false
  return types.some(
    (name) => name === undefined || name === 'string' || name === 'array' || name === 'object',
  )
}

/** Whether it has lists or maps, which may hold more than is allowed. */
function holdsMany(document: OpenApiDocument, schema: Json, choice: number): boolean {
  const { type, additionalProperties } = resolved(schema, document, choice)
  return [type].flat().includes('array') || typeof additionalProperties === 'object'
}

function withValue(body: Json, [name, ...rest]: string[], value: unknown): Json {
  const inner = body[name!]
  const isObject = typeof inner === 'object' && inner !== null && !Array.isArray(inner)
  return {
    ...body,
    [name!]: rest.length > 0 ? withValue(isObject ? (inner as Json) : {}, rest, value) : value,
  }
}
