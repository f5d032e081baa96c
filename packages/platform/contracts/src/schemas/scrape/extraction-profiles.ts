import type { JsonSchema } from './extraction-schema.ts'

const text = { type: 'string' }
const number = { type: 'number' }
const texts = { type: 'array', items: text }
const listOf = (properties: object) => ({ type: 'array', items: { type: 'object', properties } })
const object = (properties: Record<string, unknown>): JsonSchema => ({ type: 'object', properties })

/** Schemas that stand ready under a name: `extraction_profile`. `auto` takes the one of what the page is about. */
const SCHEMAS = {
  product: object({
    name: text,
    price: number,
    currency: text,
    availability: text,
    rating: number,
    review_count: number,
    brand: text,
    sku: text,
    images: texts,
    description: text,
  }),
  article: object({
    title: text,
    author: text,
    published_at: text,
    updated_at: text,
    description: text,
    image: text,
    articleBody: text,
  }),
  job_posting: object({
    title: text,
    company: text,
    location: text,
    salary: text,
    employment_type: text,
    published_at: text,
    description: text,
    requirements: text,
  }),
  faq: object({ questions: listOf({ question: text, answer: text }) }),
  recipe: object({
    name: text,
    ingredients: texts,
    instructions: texts,
    prep_time: text,
    cook_time: text,
    servings: text,
    image: text,
  }),
  event: object({
    name: text,
    start_date: text,
    end_date: text,
    location: text,
    description: text,
    organizer: text,
    url: text,
  }),
  ecommerce_homepage: object({ products: listOf({ name: text, price: number, url: text, image: text }) }),
  directory_listing: object({ items: listOf({ name: text, url: text, description: text }) }),
}

export const EXTRACTION_PROFILES = ['auto', ...(Object.keys(SCHEMAS) as (keyof typeof SCHEMAS)[])] as const
export type ExtractionProfile = (typeof EXTRACTION_PROFILES)[number]

export function isProfile(name: string | undefined): name is ExtractionProfile {
  return (EXTRACTION_PROFILES as readonly (string | undefined)[]).includes(name)
}

/** Undefined for `auto`: its schema is known once the page is read. */
export function schemaOfProfile(profile: ExtractionProfile): JsonSchema | undefined {
  return profile === 'auto' ? undefined : SCHEMAS[profile]
}
