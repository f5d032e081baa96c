import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { applySchema } from './apply-schema.ts'

const PRODUCT = {
  '@type': 'Product',
  name: 'Iron anvil',
  description: 'Heavy.',
  sku: '4711-99',
  image: ['https://shop.example/a.jpg', 'https://shop.example/b.jpg'],
  brand: { '@type': 'Brand', name: 'Smith' },
  offers: { '@type': 'Offer', price: '$1,299.99', priceCurrency: 'USD', availability: 'InStock' },
  aggregateRating: { '@type': 'AggregateRating', ratingValue: '4.5', reviewCount: '1,024' },
  keywords: 'iron, anvil',
}

function cpuMs(work: () => void): number {
  const before = process.threadCpuUsage()
  work()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1000
}

function filter(properties: Record<string, unknown>, ...sources: unknown[]) {
  return outcomeOf({ type: 'object', properties }, sources.length > 0 ? sources : [PRODUCT])
}

/** What was found and what was not; how is a test of its own. */
function outcomeOf(...asked: Parameters<typeof applySchema>) {
  const { filtered, missing } = applySchema(...asked)
  return { filtered, missing }
}

describe('applySchema finds a property', () => {
  test.each([
    ['by its exact key', 'sku', '4711-99'],
    ['in another spelling', 'Price_Currency', 'USD'],
    ['by an alias', 'title', 'Iron anvil'],
    ['by an alias that is a path', 'currency', 'USD'],
    ['below', 'ratingValue', '4.5'],
  ])('%s', (_, name, value) => {
    expect(filter({ [name]: { type: 'string' } })).toEqual({ filtered: { [name]: value }, missing: [] })
  })

  test('in the first source that has it at the top, before it looks below', () => {
    const page = { review: { date: '1999-01-01' } }
    expect(
      filter({ published_at: { type: 'string' } }, page, { published_at: '2023-11-06' }).filtered,
    ).toEqual({ published_at: '2023-11-06' })
  })

  test.each([['gtin'], ['mpn'], ['asin']])("and fills no %s from a shop's own number", (name) => {
    expect(filter({ [name]: { type: 'string' } }).missing).toEqual([name])
    expect(filter({ sku: { type: 'string' } }, { [name]: '4006381333931' }).missing).toEqual([])
  })

  test('or lists it as missing', () => {
    expect(filter({ name: { type: 'string' }, author: { type: 'string' } })).toEqual({
      filtered: { name: 'Iron anvil' },
      missing: ['author'],
    })
  })
})

const SALARY = { minValue: 50_000, maxValue: '70000', unitText: 'YEAR' }
const JOB = {
  '@type': 'JobPosting',
  title: 'Smith',
  baseSalary: { '@type': 'MonetaryAmount', currency: 'EUR', value: SALARY },
}
const ADDRESS = { '@type': 'PostalAddress', streetAddress: 'Forge 1', addressLocality: 'Graz' }
const EVENT = { '@type': 'Event', location: { '@type': 'Place', name: 'The Forge', address: ADDRESS } }

test.each([
  [JOB, { salary: 'string' }, { salary: '50000–70000 EUR per year' }],
  [JOB, { salary: 'number' }, { salary: 50_000 }],
  [
    JOB,
    { salary: { min: 'number', max: 'number', currency: 'string', unit: 'string' } },
    { salary: { min: 50_000, max: 70_000, currency: 'EUR', unit: 'YEAR' } },
  ],
  [
    JOB,
    { salary_min: 'number', salary_max: 'number', salary_currency: 'string' },
    { salary_min: 50_000, salary_max: 70_000, salary_currency: 'EUR' },
  ],
  [EVENT, { address: 'string', venue: 'string' }, { address: 'Forge 1, Graz', venue: 'The Forge' }],
  [
    EVENT,
    { address: { street: 'string', city: 'string' } },
    { address: { street: 'Forge 1', city: 'Graz' } },
  ],
])('what schema.org nests is found: %#', (data, shorthand, filtered) => {
  expect(outcomeOf(shorthand, [data])).toEqual({ filtered, missing: [] })
})

describe('applySchema takes from what a page shows besides', () => {
  const products = [1, 2].map((n) => ({ name: `Anvil ${n}`, offers: { price: `€ ${n}9,90` } }))
  const links = [1, 2, 3].map((n) => ({ name: `Chapter ${n}`, url: `https://shop.example/${n}` }))
  const shownData = () => ({ lists: [links, products], labels: { 'Screen size': '15 in', Weight: '3 kg' } })
  const entries = [
    { name: 'Anvil 1', price: 19.9 },
    { name: 'Anvil 2', price: 29.9 },
  ]
  const items = { type: 'object', properties: { name: { type: 'string' }, price: { type: 'number' } } }

  test.each([
    ['a list of objects', { goods: [{ name: 'string', price: 'number' }] }, { goods: entries }, []],
    ['a list at the root', { type: 'array', items }, entries, []],
    [
      'a value by its label',
      { screen_size: 'string', weight: 'string' },
      { screen_size: '15 in', weight: '3 kg' },
      [],
    ],
    [
      'what no entry has',
      { goods: [{ name: 'string', url: 'string', colour: 'string' }] },
      { goods: links },
      ['goods.colour'],
    ],
    ['no list that has less', { people: [{ age: 'number', email: 'string' }] }, {}, ['people']],
  ])('%s', (_what, schema, filtered, missing) => {
    expect(outcomeOf(schema, [{ '@type': 'WebPage' }], shownData)).toEqual({ filtered, missing })
  })
})

describe('applySchema coerces', () => {
  test.each([
    ['a written price to a number', 'price', { type: 'number' }, 1299.99],
    ['a written count to an integer', 'review_count', { type: 'integer' }, 1024],
    ['an availability to a boolean', 'in_stock', { type: 'boolean' }, true],
    ['an object to its name', 'brand', { type: 'string' }, 'Smith'],
    [
      'a name to an object',
      'title',
      { type: 'object', properties: { name: { type: 'string' } } },
      { name: 'Iron anvil' },
    ],
    ['a list to its first', 'image_url', { type: 'string', format: 'uri' }, 'https://shop.example/a.jpg'],
    ['one to a list', 'sku', { type: 'array', items: { type: 'string' } }, ['4711-99']],
    ['words to a list', 'tags', { type: 'array', items: { type: 'string' } }, ['iron', 'anvil']],
    [
      'to an enumeration in any letter case',
      'availability',
      { enum: ['in_stock', 'out_of_stock'] },
      'in_stock',
    ],
    ['to one of several types', 'price', { type: ['null', 'number'] }, 1299.99],
    [
      'to the first choice that fits',
      'sku',
      { anyOf: [{ type: 'number', enum: [1] }, { type: 'string' }] },
      '4711-99',
    ],
  ])('%s', (_, name, schema, value) => {
    expect(filter({ [name]: schema }).filtered).toEqual({ [name]: value })
  })

  test('dates to the declared format', () => {
    const page = { datePublished: '6 November 2023' }
    expect(filter({ date: { type: 'string', format: 'date' } }, page).filtered).toEqual({
      date: '2023-11-06',
    })
    expect(filter({ date: { type: 'string', format: 'date-time' } }, page).filtered).toEqual({
      date: '2023-11-06T00:00:00Z',
    })
  })

  test('nothing to what it cannot be', () => {
    expect(
      filter({
        name: { type: 'number' },
        description: { type: 'boolean' },
        sku: { type: 'string', pattern: '^[A-Z]+$' },
      }),
    ).toEqual({
      filtered: {},
      missing: ['name', 'description', 'sku'],
    })
  })
})

describe('applySchema fills', () => {
  test('nested objects, and names what they miss', () => {
    const offers = { type: 'object', properties: { price: { type: 'number' }, seller: { type: 'string' } } }
    expect(filter({ offers })).toEqual({
      filtered: { offers: { price: 1299.99 } },
      missing: ['offers.seller'],
    })
  })

  test('lists of objects, and names once what several entries miss', () => {
    const page = { products: [{ name: 'Anvil' }, { name: 'Hammer' }, { name: 'Tongs', price: 20 }] }
    const entry = { type: 'object', properties: { name: { type: 'string' }, price: { type: 'number' } } }
    expect(outcomeOf({ properties: { products: { type: 'array', items: entry } } }, [page])).toEqual({
      filtered: page,
      missing: ['products.price'],
    })
  })

  test('an object that the page is', () => {
    const product = { type: 'object', properties: { name: { type: 'string' }, price: { type: 'number' } } }
    expect(filter({ product }).filtered).toEqual({ product: { name: 'Iron anvil', price: 1299.99 } })
  })

  test('lists of objects through local references', () => {
    const page = { itemListElement: [{ item: { name: 'a', offers: { price: '1,50 €' } } }, { name: 'b' }] }
    const schema = {
      properties: { items: { type: 'array', items: { $ref: '#/$defs/thing' } } },
      $defs: {
        thing: { type: 'object', properties: { name: { type: 'string' }, price: { type: 'number' } } },
      },
    }
    expect(applySchema(schema, [page]).filtered).toEqual({
      items: [{ name: 'a', price: 1.5 }, { name: 'b' }],
    })
  })
})

describe('applySchema withstands', () => {
  test('any schema and any data', () => {
    const anything = fc.object({ maxDepth: 4, withBigInt: false })
    fc.assert(
      fc.property(anything, anything, anything, (schema, properties, data) => {
        const { filtered, missing } = applySchema({ ...schema, properties }, [data])
        expect(typeof filtered).toBe('object')
        expect(Array.isArray(missing)).toBe(true)
      }),
      { numRuns: 60 },
    )
  })

  test('references that double at every level', () => {
    const $defs: Record<string, unknown> = {
      d0: { type: 'object', properties: { name: { type: 'string' } } },
    }
    for (let i = 1; i < 20; i++) {
      const $ref = `#/$defs/d${i - 1}`
      $defs[`d${i}`] = { type: 'object', properties: { a: { $ref }, b: { $ref }, name: { type: 'string' } } }
    }
    const start = performance.now()
    applySchema({ properties: { x: { $ref: '#/$defs/d19' } }, $defs }, [{ x: { a: { a: {} }, name: 'n' } }])
    expect(performance.now() - start).toBeLessThan(3_000)
  })

  test('alternatives that multiply at every level of references', () => {
    const $defs: Record<string, unknown> = {
      d0: { type: 'object', properties: { none: { type: 'number' } } },
    }
    for (let i = 1; i <= 14; i++) {
      $defs[`d${i}`] = { anyOf: Array.from({ length: 20 }, () => ({ $ref: `#/$defs/d${i - 1}` })) }
    }
    const used = cpuMs(() => {
      const { missing } = applySchema({ properties: { offers: { $ref: '#/$defs/d14' } }, $defs }, [PRODUCT])
      expect(missing).toEqual(['offers'])
    })
    expect(used).toBeLessThan(1_000)
  })

  test('thousands of spellings of one long value', () => {
    const names = Array.from(
      { length: 4_000 },
      (_, i) => `description${'_'.repeat(i % 200)}${'-'.repeat(i / 200)}`,
    )
    const properties = Object.fromEntries(names.map((name) => [name, { type: 'string' }]))
    const used = cpuMs(() => {
      const { filtered, missing } = applySchema({ properties }, [{ description: 'x'.repeat(500_000) }])
      expect(JSON.stringify(filtered).length).toBeLessThan(50_000_000)
      expect(missing.length + Object.keys(filtered).length).toBe(names.length)
    })
    expect(used).toBeLessThan(10_000)
  })

  test('thousands of properties of thousands of objects', () => {
    const properties = Object.fromEntries(
      Array.from({ length: 4_000 }, (_, i) => [`p${i}`, { type: 'string' }]),
    )
    const data = { list: Array.from({ length: 50 }, (_, i) => ({ [`q${i}`]: { r: { s: i } } })) }
    const used = cpuMs(() => applySchema({ properties }, [data, data, data]))
    expect(used).toBeLessThan(5_000)
  })

  test('a long enumeration for every field', () => {
    const members = Array.from({ length: 10_000 }, (_, i) => `member ${i}`)
    const fields = Array.from({ length: 200 }, (_, i) => [`f${i}`, { enum: members }] as const)
    const data = Object.fromEntries(fields.map(([name]) => [name, 'MEMBER_9999']))
    const used = cpuMs(() => {
      const { filtered } = applySchema({ properties: Object.fromEntries(fields) }, [data])
      expect(filtered).toMatchObject({ f199: 'member 9999' })
    })
    expect(used).toBeLessThan(10_000)
  })

  test('a property called __proto__', () => {
    const schema = JSON.parse('{"properties": {"__proto__": {"type": "string"}, "name": {"type": "string"}}}')
    expect(applySchema(schema, [PRODUCT]).filtered).toEqual({ name: 'Iron anvil' })
  })
})
