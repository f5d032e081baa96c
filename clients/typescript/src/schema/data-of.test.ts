import { describe, expect, test } from '@jest/globals'
import { z } from 'zod'
import { GleanerError } from '../errors.ts'
import type { AnySchema, DataOf } from './data-of.ts'
import { jsonSchemaOf, validated } from './read-schema.ts'
import type { StandardSchema } from './standard-schema.ts'

type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false

/** Compiles only where the data of a schema has the type that is named. */
function expectType<Data>() {
  return <const S extends AnySchema>(schema: S, isSame: Same<DataOf<S>, Data>) => [schema, isSame] as const
}

describe('the type of the data', () => {
  // The compiler checks each row; at run time there is nothing left of them.
  test.each([
    expectType<{ title: string; price?: number }>()(
      {
        type: 'object',
        properties: { title: { type: 'string' }, price: { type: 'number' } },
        required: ['title'],
      },
      true,
    ),
    expectType<{ tags?: string[]; kind?: 'a' | 'b'; size?: string | null }>()(
      {
        type: 'object',
        properties: {
          tags: { type: 'array', items: { type: 'string' } },
          kind: { enum: ['a', 'b'] },
          size: { type: ['string', 'null'] },
        },
      },
      true,
    ),
    expectType<{
      title?: string
      seen?: string
      products?: { name?: string; price?: number }[]
      tags?: string[]
    }>()(
      { title: 'string', seen: 'date', products: [{ name: 'string', price: 'number' }], tags: 'string[]' },
      true,
    ),
    expectType<string | number>()({ anyOf: [{ type: 'string' }, { type: 'integer' }] }, true),
    expectType<unknown>()({ $ref: '#/$defs/thing', $defs: {} }, true),
    expectType<{ title: string; price?: number | undefined }>()(
      z.object({ title: z.string(), price: z.coerce.number().optional() }),
      true,
    ),
  ])('is that of the schema %#', (_schema, isSame) => {
    expect(isSame).toBe(true)
  })
})

test('a schema of Zod is sent as a JSON Schema of what it reads', () => {
  const schema = z.object({ price: z.string().transform(Number), tags: z.array(z.string()).optional() })
  expect(jsonSchemaOf(schema)).toMatchObject({
    type: 'object',
    properties: { price: { type: 'string' }, tags: { type: 'array', items: { type: 'string' } } },
    required: ['price'],
  })
  const names = { title: 'string' }
  expect(jsonSchemaOf(names)).toBe(names)
})

test('a schema that gives no JSON Schema is refused with a remedy', () => {
  const schema: StandardSchema<string> = {
    '~standard': { version: 1, vendor: 'another', validate: () => ({ issues: [] }) },
  }
  expect(() => jsonSchemaOf(schema)).toThrow(GleanerError)
  expect(() => jsonSchemaOf(schema)).toThrow('pass a JSON Schema')
})

test('data is what the schema reads, and an error names the field where it does not', async () => {
  const schema = z.object({ price: z.string().transform(Number) })
  expect(await validated(schema, { price: '4' }, {})).toEqual({ price: 4 })
  const result = { job_id: 'one' }
  await expect(validated(schema, { price: 4 }, result)).rejects.toMatchObject({
    name: 'SchemaError',
    field: 'price',
    jobId: 'one',
    result,
  })
})
