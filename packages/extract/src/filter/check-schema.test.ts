import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { checkExtractionSchema } from './check-schema.ts'

describe('checkExtractionSchema', () => {
  test('accepts an ordinary schema with local references, patterns and properties named like keywords', () => {
    expect(
      checkExtractionSchema({
        type: 'object',
        properties: {
          offer: { $ref: '#/$defs/offer' },
          other: { $ref: '#/$defs/offer' },
          pattern: { type: 'string', pattern: '^\\d+$' },
          type: { type: ['string', 'null'], enum: ['$ref'] },
          any: true,
          list: { type: 'array', items: { anyOf: [{ type: 'string' }, { type: 'number' }] } },
        },
        $defs: { offer: { type: 'object', properties: { price: { type: 'number' } } } },
      }),
    ).toEqual([])
  })

  test.each([
    [
      'a remote reference',
      { properties: { a: { $ref: 'https://evil.example/s.json' } } },
      'properties.a.$ref',
    ],
    ['a reference to a file', { $ref: 'other.json#/a' }, '$ref'],
    ['a reference that leads nowhere', { properties: { a: { $ref: '#/$defs/none' } } }, 'properties.a.$ref'],
    ['a schema that contains itself', { properties: { child: { $ref: '#' } } }, 'properties.child.$ref'],
    [
      'a circle of references',
      { $ref: '#/$defs/a', $defs: { a: { $ref: '#/$defs/b' }, b: { $ref: '#/$defs/a' } } },
      '$ref.$ref.$ref',
    ],
    ['a pattern with look-ahead', { properties: { a: { pattern: '(?=x)x' } } }, 'properties.a.pattern'],
    ['a pattern with a back reference', { properties: { a: { pattern: '(x)\\1' } } }, 'properties.a.pattern'],
    ['a pattern property that cannot be compiled', { patternProperties: { '(': {} } }, 'patternProperties'],
    ['properties that are a list', { properties: [] }, 'properties'],
    ['a property that is a number', { properties: { a: 5 } }, 'properties.a'],
    [
      'a property that is a list',
      { properties: { a: { properties: { b: [] } } } },
      'properties.a.properties.b',
    ],
    ['items that are text', { properties: { a: { type: 'array', items: 'string' } } }, 'properties.a.items'],
    ['an unknown type', { type: 'price' }, 'type'],
  ])('refuses %s', (_, schema, path) => {
    expect(checkExtractionSchema(schema).map((issue) => issue.path)).toContain(path)
  })

  test.each(['(a+)+$', '(a|a)*b', 'x{1,1000}', '((a{1,100}){1,100}){1,100}'])(
    'decides about the pattern %s in linear time and bounded memory',
    (pattern) => {
      const start = performance.now()
      checkExtractionSchema({ pattern })
      expect(performance.now() - start).toBeLessThan(1_000)
    },
  )

  test('follows references that double at every level only once', () => {
    const $defs: Record<string, unknown> = { d0: { type: 'string' } }
    for (let i = 1; i < 30; i++)
      $defs[`d${i}`] = { properties: { a: { $ref: `#/$defs/d${i - 1}` }, b: { $ref: `#/$defs/d${i - 1}` } } }
    const start = performance.now()
    checkExtractionSchema({ $ref: '#/$defs/d29', $defs })
    expect(performance.now() - start).toBeLessThan(1_000)
  })

  test('never throws', () => {
    fc.assert(
      fc.property(
        fc.object({
          maxDepth: 5,
          key: fc.constantFrom('$ref', 'type', 'pattern', 'properties', 'items', 'enum', 'a'),
        }),
        (schema) => Array.isArray(checkExtractionSchema(schema)),
      ),
    )
  })
})
