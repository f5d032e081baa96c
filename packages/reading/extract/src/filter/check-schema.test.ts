import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { checkExtractionSchema } from './check-schema.ts'

describe('checkExtractionSchema', () => {
  test.each([
    [{ title: 'string', price: 'number' }, []],
    [{ products: [{ name: 'string', tags: 'string[]', type: 'string' }] }, []],
    [{ title: { type: 'string' }, type: 'string', day: 'date' }, []],
    [{ type: 'object', properties: { list: { type: 'array', items: { name: 'string' } } } }, []],
    [{ title: 'the headline of the page' }, ['properties.title']],
    [{ products: [{ name: 'text' }] }, ['properties.products.items.properties.name']],
  ])('knows a shorthand by its names and types: %j', async (schema, paths) => {
    expect((await checkExtractionSchema(schema)).map(({ path }) => path)).toEqual(paths)
  })

  test('accepts an ordinary schema with local references, patterns and properties named like keywords', async () => {
    expect(
      await checkExtractionSchema({
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
    ['items that are text', { properties: { a: { type: 'array', items: 'text' } } }, 'properties.a.items'],
    ['an unknown type', { type: 'price' }, 'type'],
  ])('refuses %s', async (_, schema, path) => {
    expect((await checkExtractionSchema(schema)).map((issue) => issue.path)).toContain(path)
  })

  test.each(['(a+)+$', '(a|a)*b', 'x{1,1000}', '((a{1,100}){1,100}){1,100}'])(
    'decides about the pattern %s in linear time and bounded memory',
    async (pattern) => {
      const start = performance.now()
      await checkExtractionSchema({ pattern })
      expect(performance.now() - start).toBeLessThan(1_000)
    },
  )

  test('follows references that double at every level only once', async () => {
    const $defs: Record<string, unknown> = { d0: { type: 'string' } }
    for (let i = 1; i < 30; i++)
      $defs[`d${i}`] = { properties: { a: { $ref: `#/$defs/d${i - 1}` }, b: { $ref: `#/$defs/d${i - 1}` } } }
    const start = performance.now()
    await checkExtractionSchema({ $ref: '#/$defs/d29', $defs })
    expect(performance.now() - start).toBeLessThan(1_000)
  })

  const properties = (count: number, pattern: string) =>
    Object.fromEntries(Array.from({ length: count }, (_, i) => [`p${i}`, { pattern: `${pattern}${i}` }]))

  test.each([
    ['repeated a thousand times, again and again', 'x{1000}'.repeat(140)],
    ['with optional parts', 'x{0,1000}'.repeat(100)],
    ['with repetitions within repetitions', '((x{10}){10}){10}'.repeat(30)],
    ['with a repetition behind an empty class', `[^]${'x{1000}'.repeat(100)}`],
    ['with wide ranges without letter case', `(?i)${'[B-\u{1e942}]'.repeat(150)}`],
    ['with wide ranges in other spellings', `(?i)[${'\\x{42}-\\u{1e942}'.repeat(50)}]`],
    ['of Unicode classes', '\\pL'.repeat(300)],
  ])('names sixty patterns %s, without compiling them', async (_, pattern) => {
    const before = process.threadCpuUsage()
    const issues = await checkExtractionSchema({ properties: properties(60, pattern) })
    const { user, system } = process.threadCpuUsage(before)
    expect(issues[0]).toEqual({
      path: 'properties.p0.pattern',
      message: expect.stringContaining('too large'),
    })
    expect((user + system) / 1000).toBeLessThan(200)
  })

  test.each([
    '^.{1,1000}$',
    '^(?:[A-Z]{2}\\d{6}|\\d{10,13})$',
    '(?i)^[\\p{L}\\p{N} ._-]{1,200}$',
    '(?i)^[一-龥]+$',
    '(?i)[^]+',
    '\\d{1000}\\w{1000}',
  ])('takes the pattern %s', async (pattern) => {
    expect(await checkExtractionSchema({ properties: { a: { pattern } } })).toEqual([])
  })

  test('counts a pattern that is used often once', async () => {
    const used = Object.fromEntries(Array.from({ length: 90 }, (_, i) => [`p${i}`, { pattern: 'x{1000}' }]))
    expect(await checkExtractionSchema({ properties: used })).toEqual([])
  })

  test('names the place at which all patterns together become too many steps', async () => {
    const issues = await checkExtractionSchema({ properties: properties(20, 'x{1000}') })
    expect(issues).toEqual([
      { path: 'properties.p4.pattern', message: expect.stringContaining("the schema's patterns") },
    ])
  })

  test('lets the event loop turn between patterns', async () => {
    let turns = 0
    const turn = () => {
      turns += 1
      next = setImmediate(turn)
    }
    let next = setImmediate(turn)
    await checkExtractionSchema({ properties: properties(20, 'x{100}') })
    clearImmediate(next)
    expect(turns).toBeGreaterThan(2)
  })

  test('looks an anchor up once, however often it is named', async () => {
    const $defs: Record<string, unknown> = Object.fromEntries(
      Array.from({ length: 4_000 }, (_, i) => [`a${i}`, {}]),
    )
    $defs.last = { $anchor: 'last' }
    const before = process.threadCpuUsage()
    await checkExtractionSchema({ $defs, anyOf: Array.from({ length: 1_400 }, () => ({ $ref: '#last' })) })
    const { user, system } = process.threadCpuUsage(before)
    expect((user + system) / 1000).toBeLessThan(200)
  })

  test('never throws', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.object({
          maxDepth: 5,
          key: fc.constantFrom('$ref', 'type', 'pattern', 'properties', 'items', 'enum', 'a'),
        }),
        async (schema) => Array.isArray(await checkExtractionSchema(schema)),
      ),
    )
  })
})
