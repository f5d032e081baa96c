import { ENDPOINTS, type Endpoint, ErrorReply, takesIdempotencyKey } from '@gleaner/contracts'
import { describe, expect, test } from '@jest/globals'
import { compileErrors, validate as validateByReadme } from '@readme/openapi-parser'
import { Validator } from '@seriousme/openapi-schema-validator'
import openapiTypescript, { astToString } from 'openapi-typescript'
import type { z } from 'zod'
import { AREAS } from './areas.ts'
import { createDocument } from './document.ts'
import { errorExamples } from './errors.ts'
import { exampleOf } from './example-of.ts'
import { isJson } from './is-json.ts'

const document = createDocument({ publicUrl: 'https://scrape.example.com/' })
const declared: [string, Endpoint][] = Object.entries(ENDPOINTS)
const operations = Object.values(document.paths).flatMap((path) => Object.values(path))

test('two independent validators find nothing wrong with the document', async () => {
  const byReadme = await validateByReadme(structuredClone(document) as never)
  expect(byReadme.valid ? 'valid' : compileErrors(byReadme)).toBe('valid')
  const bySeriousme = await new Validator().validate(structuredClone(document))
  expect(bySeriousme).toEqual({ valid: true })
})

test('a typed client can be generated from the document', async () => {
  const source = astToString(await openapiTypescript(structuredClone(document) as never))
  for (const [name] of declared) expect(source).toContain(`operations["${name}"]`)
  expect(source).toContain('"application/json": components["schemas"]["ScrapeRequest"]')
})

test('a typed client may leave out of a request what has a default', async () => {
  const source = astToString(await openapiTypescript(structuredClone(document) as never))
  const request = source.slice(source.indexOf('        ScrapeRequest: {'))
  const fields = request.slice(0, request.indexOf('\n        };'))
  expect([...fields.matchAll(/^ {12}(\w+): /gm)].map(([, name]) => name)).toEqual(['url'])
  expect(fields).toContain('Default: "auto".')
})

test('every endpoint is an operation under its own name, at its path below the server', () => {
  expect(operations.map(({ operationId }) => operationId).sort()).toEqual(
    declared.map(([name]) => name).sort(),
  )
  expect(document.servers).toEqual([{ url: 'https://scrape.example.com/api/v1' }])
})

// An endpoint is only documented when somebody who has never seen it can use it.
describe('every endpoint', () => {
  test.each(declared)(
    '%s has a summary that is a sentence, and a tag that is described',
    (name, { summary }) => {
      expect(summary).toMatch(/^[A-Z].*\.$/)
      const operation = operations.find(({ operationId }) => operationId === name)!
      expect(AREAS.map(({ name }) => name)).toContain(operation.tags[0])
    },
  )

  test.each(declared)(
    '%s has an example of each request and reply that its own schemas read',
    (name, endpoint) => {
      const { params, query, bodies, replies, events } = exampleOf(name)
      const named = [...endpoint.path.matchAll(/\{\+?(\w+)\}/g)].map(([, parameter]) => parameter)
      expect(Object.keys(params)).toEqual(named)
      const shown = Object.entries(endpoint.responses).filter(([, schema]) => isJson(schema))
      expect(Object.keys(replies)).toEqual(shown.map(([status]) => status))
      expect(Object.keys(bodies).length > 0).toBe(endpoint.body !== undefined)
      const declaredEvents = Object.entries(endpoint.events ?? {})
      expect(Object.keys(events)).toEqual(declaredEvents.map(([event]) => event))
      const faults = [
        ...declaredEvents.flatMap(([event, schema]) => faultsOf(schema, events[event])),
        ...Object.values(bodies).flatMap((body) => faultsOf(endpoint.body!, body)),
        ...(endpoint.query ? faultsOf(endpoint.query, query) : []),
        ...shown.flatMap(([status, schema]) => faultsOf(schema, replies[Number(status)])),
      ]
      expect(faults).toEqual([])
    },
  )
})

test('no optional header has a value that a viewer would send unasked', () => {
  const headers = Object.values(document.paths).flatMap((operations) =>
    Object.values(operations).flatMap(({ parameters = [] }) =>
      parameters.filter((each) => each.in === 'header'),
    ),
  )
  expect(headers.length).toBeGreaterThan(50)
  const given = headers.filter(
    (header) =>
      !header.required &&
      ('example' in header ||
        'examples' in header ||
        'default' in header.schema ||
        'example' in header.schema),
  )
  expect(given.map(({ name }) => name)).toEqual([])
})

test.each(Object.entries(errorExamples()))('the example of %s is as errors are', (_, example) => {
  expect(faultsOf(ErrorReply, (example as { value: unknown }).value)).toEqual([])
})

function faultsOf(schema: z.ZodType, value: unknown): string[] {
  return (
    schema.safeParse(value).error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) ?? []
  )
}

test('whatever may be repeated later says when, an Idempotency-Key in use among it', () => {
  for (const { operationId, responses } of operations) {
    const endpoint: Endpoint = ENDPOINTS[operationId as keyof typeof ENDPOINTS]
    for (const [status, given] of Object.entries<{ $ref?: string; headers?: object }>(responses)) {
      const shared = document.components.responses as Record<string, { headers?: object }>
      const { headers = {} } = given.$ref ? shared[given.$ref.split('/').at(-1)!]! : given
      const isLater =
        ['429', '502', '503'].includes(status) || (status === '409' && takesIdempotencyKey(endpoint))
      expect([operationId, status, 'Retry-After' in headers]).toEqual([operationId, status, isLater])
    }
  }
})
