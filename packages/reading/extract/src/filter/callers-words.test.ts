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

function schemaOf(value: unknown): Record<string, unknown> {
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

describe('what a name says of which thing is meant', () => {
  const LISTING = {
    '@type': 'RealEstateListing',
    name: 'Row house',
    datePosted: '2025-01-08',
    video: { '@type': 'VideoObject', name: 'A walk', contentUrl: 'https://a.example/v.mp4' },
    offers: { '@type': 'Offer', offeredBy: { '@type': 'RealEstateAgent', name: 'Dana', telephone: '1' } },
  }
  const hours = (dayOfWeek: unknown, opens: string) => ({
    '@type': 'OpeningHoursSpecification',
    dayOfWeek,
    opens,
  })
  const CAFE = {
    '@type': 'Cafe',
    openingHoursSpecification: [
      hours(['https://schema.org/Monday', 'Tuesday'], '07:30'),
      hours('Sunday', '09:00'),
    ],
    amenityFeature: [{ '@type': 'LocationFeatureSpecification', name: 'Outdoor pool', value: 'false' }],
  }
  const QUESTIONS = {
    '@type': 'FAQPage',
    mainEntity: [
      { '@type': 'Question', name: 'When?', acceptedAnswer: { text: 'Today.' } },
      { '@type': 'Question', name: 'Where?', acceptedAnswer: { text: 'Here.' } },
    ],
  }
  test.each([
    [LISTING, { agent_name: 'Dana', agentPhone: '1', listed_on: '2025-01-08' }],
    [LISTING, { video_url: 'https://a.example/v.mp4' }],
    [CAFE, { monday_opening_time: '07:30', 'Opens Sunday': '09:00', has_pool: false }],
    [QUESTIONS, { first_question: 'When?', firstAnswer: 'Today.' }],
    [{ ...QUESTIONS, mainEntity: QUESTIONS.mainEntity[0] }, { has_accepted_answer: true }],
    [
      {
        '@type': 'PodcastEpisode',
        name: 'Lamps',
        partOfSeries: { '@type': 'PodcastSeries', name: 'Signals', url: 'https://s.example' },
      },
      { podcast_name: 'Signals', podcastUrl: 'https://s.example', episode_name: 'Lamps' },
    ],
    [
      {
        '@type': 'MusicAlbum',
        track: {
          '@type': 'ItemList',
          numberOfItems: 2,
          itemListElement: ['Iron', 'Sun'].map((name) => ({ item: { '@type': 'MusicRecording', name } })),
        },
      },
      { track_titles: ['Iron', 'Sun'] },
    ],
    [
      {
        '@type': 'ScholarlyArticle',
        author: [{ name: 'Ann' }, { name: 'Ben' }],
        funder: { '@type': 'Organization', name: 'Council' },
      },
      { first_author: 'Ann', funding_org: 'Council' },
    ],
    [
      { '@type': 'Person', identifier: { '@type': 'PropertyValue', propertyID: 'ORCID', value: '0000-1' } },
      { orcid_id: '0000-1' },
    ],
    [
      {
        '@type': 'Product',
        offers: ['Pagewell', 'Quayside'].map((name) => ({ seller: { '@type': 'Organization', name } })),
      },
      { seller_names: ['Pagewell', 'Quayside'] },
    ],
    [
      {
        '@type': 'Review',
        name: 'Quiet brilliance',
        itemReviewed: { '@type': 'Product', name: 'Velora' },
      },
      { product_name: 'Velora' },
    ],
    [{ '@type': 'Recipe', totalTime: 'PT50M' }, { total_time_min: 50 }],
    [
      { '@type': 'Product', additionalProperty: { name: 'Refresh Rate', value: '165', unitText: 'Hz' } },
      { refresh_rate_hz: 165 },
    ],
    [{ '@type': 'Book', isbn: '9780143127550' }, { isbn13: '9780143127550' }],
    [
      { '@type': 'JobPosting', experienceRequirements: { monthsOfExperience: '60' } },
      { min_years_experience: 5 },
    ],
    [
      { '@type': 'Event', eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode' },
      { is_online: false },
    ],
    [
      { '@type': 'Offer', itemCondition: 'https://schema.org/UsedCondition' },
      { is_new: false, is_used: true },
    ],
  ])('%#: %j has %j', (entity, asked) => {
    expect(applySchema(schemaOf(asked), [entity, METADATA], undefined, [entity]).filtered).toEqual(asked)
  })

  test.each([
    [{ '@type': 'Book', isbn: '9780143127550' }, 'isbn10'],
    [{ ...QUESTIONS, mainEntity: QUESTIONS.mainEntity.slice(0, 1) }, 'first_answer_count'],
    [{ '@type': 'Book', numberOfPages: 300 }, 'first_page'],
    [{ '@type': 'PodcastEpisode', episodeNumber: 142 }, 'total_episodes'],
    [{ '@type': 'MusicAlbum', numTracks: '5' }, 'track_title'],
    [{ '@type': 'Review', reviewBody: 'The X2 cancels noise better.' }, 'num_comments'],
    [{ ...LISTING, video: { name: 'A walk' } }, 'video_url'],
  ])('%#: %j has no %s', (entity, asked) => {
    const { filtered } = applySchema({ [asked]: 'string' }, [entity, METADATA], undefined, [entity])
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
