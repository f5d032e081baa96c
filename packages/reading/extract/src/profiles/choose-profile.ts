import type { JsonSchema } from '@gleaner/contracts'
import {
  type ExtractionProfile,
  schemaOfProfile,
} from '@gleaner/contracts/schemas/scrape/extraction-profiles'
import { type Family, familyOf } from '@gleaner/page-types'

/** The profile of each kind of page that has one. */
const PROFILE_OF: Partial<Record<Family, ExtractionProfile>> = {
  product: 'product',
  article: 'article',
  forum: 'article',
  job: 'job_posting',
  faq: 'faq',
  recipe: 'recipe',
  event: 'event',
}

/** The profile that fits what a page is about (`auto`), by its main object; undefined for a page that none fits. */
export function chooseProfile(main: unknown): ExtractionProfile | undefined {
  if (typeof main !== 'object' || main === null) return undefined
  const { '@type': type, itemListElement: entries } = main as Record<string, unknown>
  const family = familyOf(type)
  if (family === 'list') return Array.isArray(entries) ? profileOfList(entries) : undefined
  return family && PROFILE_OF[family]
}

/** What is for sale has prices. */
function profileOfList(entries: readonly unknown[]): ExtractionProfile {
  const priced = entries.filter(
    (entry) =>
      typeof entry === 'object' &&
      entry !== null &&
      ('offers' in entry || familyOf((entry as { '@type'?: unknown })['@type']) === 'product'),
  )
  return priced.length >= entries.length / 2 ? 'ecommerce_homepage' : 'directory_listing'
}

/** The schema of the profile that fits, with its name. */
export function autoSchema(main: unknown): { profile: ExtractionProfile; schema: JsonSchema } | undefined {
  const profile = chooseProfile(main)
  const schema = profile && schemaOfProfile(profile)
  return schema && { profile, schema }
}
