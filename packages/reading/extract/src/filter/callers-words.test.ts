import { describe, expect, test } from '@jest/globals'
import { applySchema } from './apply-schema.ts'
import { CALLERS_WORDS } from './testing/callers-words.ts'

/** What any page says of itself: nothing of it may stand in for what is not declared. */
const METADATA = { title: 'Page title', url: 'https://page.example/x', description: 'Of the page.' }

describe.each(CALLERS_WORDS)('of a declared $entity.@type is found', ({ entity, rows }) => {
  const cases = rows
    .trim()
    .split('\n')
    .map((row) => /^\s*(\S+) (.*)$/.exec(row)!)
    .map(([, name, json]) => [name!, JSON.parse(json!)] as const)

  test.each(cases)('%s', (name, value) => {
    const schema = { type: 'object', properties: { [name]: schemaOf(value) } }
    expect(applySchema(schema, [entity, METADATA], undefined, [entity]).filtered).toEqual({ [name]: value })
  })
})

function schemaOf(value: unknown): object {
  if (Array.isArray(value)) return { type: 'array', items: schemaOf(value[0]) }
  if (typeof value !== 'object' || value === null)
    return { type: Number.isInteger(value) ? 'integer' : typeof value }
  return {
    type: 'object',
    properties: Object.fromEntries(Object.entries(value).map(([name, entry]) => [name, schemaOf(entry)])),
  }
}

describe('of a page is not made up', () => {
  const ARTICLE = { '@type': 'NewsArticle', headline: 'Fair opens', datePublished: '2026-02-01' }
  const PRICED = {
    '@type': 'Product',
    name: 'Anvil',
    offers: { priceCurrency: 'EUR' },
    brand: { name: 'Smith' },
  }

  test.each([
    [ARTICLE, { event: { name: 'string', start: 'string' } }],
    [ARTICLE, { recipe: { name: 'string', ingredients: ['string'] } }],
    [ARTICLE, { author: { name: 'string', url: 'string' } }],
    [ARTICLE, { author_url: 'string' }],
    [ARTICLE, { start_date: 'string' }],
    [PRICED, { price: 'string' }],
    [PRICED, { brand_logo: 'string' }],
    [PRICED, { shipping_price: 'number' }],
    [{ ...PRICED, aggregateRating: { bestRating: 5 } }, { rating: 'number' }],
  ])('%#: %j has no %j', (entity, schema) => {
    const { filtered } = applySchema(schema, [entity, METADATA], undefined, [entity])
    expect(filtered).toEqual({})
  })
})

describe('beside what a page is about is found', () => {
  const article = {
    '@type': 'Article',
    headline: 'Our best soup',
    author: { '@type': 'Person', name: 'Ann' },
  }
  const recipe = {
    '@type': 'Recipe',
    name: 'Leek soup',
    recipeIngredient: ['1 leek'],
    recipeYield: '4',
    prepTime: 'PT1H5M',
  }
  const organization = { '@type': 'Organization', name: 'Acme', telephone: '+43 1' }
  const entities = [article, recipe, organization]

  test.each([
    [
      { title: 'string', ingredients: ['string'], servings: 'integer' },
      { title: 'Leek soup', ingredients: ['1 leek'], servings: 4 },
    ],
    [
      { name: 'string', phone: 'string' },
      { name: 'Acme', phone: '+43 1' },
    ],
    [
      { title: 'string', author: 'string' },
      { title: 'Our best soup', author: 'Ann' },
    ],
    [{ recipe: { name: 'string' } }, { recipe: { name: 'Leek soup' } }],
    [
      { prep_time: 'number', prep_minutes: 'integer', prep_hours: 'number' },
      { prep_time: 65, prep_minutes: 65, prep_hours: 1.08 },
    ],
  ])('%#: %j', (schema, filtered) => {
    expect(applySchema(schema, [article, METADATA], undefined, entities)).toMatchObject({
      filtered,
      missing: [],
    })
  })
})

test('steps of sections are the entries of a list, under the headings that say something', () => {
  const step = (text: string, name?: string) => ({ '@type': 'HowToStep', text, ...(name && { name }) })
  const recipeInstructions = [
    {
      '@type': 'HowToSection',
      name: 'For the dough',
      itemListElement: [step('Mix.', 'Step 1'), step('Knead.')],
    },
    step('Bake for an hour.', 'Bake for'),
    step('Let it rest.', 'Patience'),
  ]
  const { filtered } = applySchema({ instructions: ['string'] }, [{ '@type': 'Recipe', recipeInstructions }])
  expect(filtered).toEqual({
    instructions: ['For the dough', 'Mix.', 'Knead.', 'Bake for an hour.', 'Patience', 'Let it rest.'],
  })
})

test('a property is found by what its schema says of it, where its name says nothing', () => {
  const entity = { '@type': 'Book', author: { '@type': 'Person', name: 'Ann' }, numberOfPages: 212 }
  const properties = {
    x1: { type: 'string', description: 'Name of the author' },
    x2: { type: 'integer', description: 'Number of pages, without the cover' },
    x3: { type: 'string', description: 'Name of the publisher' },
    x4: {
      type: 'string',
      description: 'Anything that somebody who reads this would ever want to know of the author',
    },
  }
  expect(applySchema({ properties }, [entity], undefined, [entity]).filtered).toEqual({ x1: 'Ann', x2: 212 })
})
