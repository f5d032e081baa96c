import { type Family, familyOf, isDocumentation } from '@gleaner/page-types'
import { findByline } from './heuristics/byline.ts'
import { readVisibleEvent, readVisibleJob } from './heuristics/facts.ts'
import { showsProduct } from './heuristics/product-signs.ts'
import { findQuestions } from './heuristics/questions.ts'
import { readVisibleRecipe } from './heuristics/recipe.ts'
import { findTiles } from './heuristics/tiles.ts'
import { findVisibleDates } from './heuristics/visible-dates.ts'
import type { PageFacts } from './page-facts.ts'
import type { JsonObject } from './syntaxes/jsonld.ts'

/** Families that describe the site, or the page as such, and do not settle what it is about. */
const UNDECIDED: ReadonlySet<Family> = new Set([
  'list',
  'organization',
  'page',
  'site',
  'breadcrumb',
  'part',
  'business',
  'faq',
  'person',
  'work',
  'unknown',
])

export interface PageKind {
  family: Family
  /** What the visible page shows of its subject, when that is how the family was found. */
  shown?: JsonObject
}

/** What a page is about: as it declares, else as it looks. */
export function pageKind(facts: PageFacts): PageKind {
  const family = familyOf(facts.main?.item['@type'])
  const shared = familyOf(facts.opengraph?.item['@type'])
  if (family && !UNDECIDED.has(family)) return { family }
  if (shared && !UNDECIDED.has(shared) && shared !== 'article') return { family: shared }
  return shownKind(facts, shared === 'article') ?? { family: family ?? 'page' }
}

/** The kind by the visible page, the most specific first. Open Graph calls any page an article, so that a visible recipe wins. */
function shownKind(facts: PageFacts, isCalledArticle: boolean): PageKind | undefined {
  const { index, metas, headline, identity } = facts
  if (headline && showsProduct(index, headline, identity.url) && !isCalledArticle)
    return { family: 'product' }
  const looks: [Family, () => JsonObject | undefined][] = [
    ['recipe', () => readVisibleRecipe(index, headline)],
    ['job', () => readVisibleJob(index, headline, identity.url)],
    ['event', () => readVisibleEvent(index, headline, identity.url)],
  ]
  for (const [family, look] of looks) {
    const shown = look()
    if (shown) return { family, shown }
  }
  if (isCalledArticle || looksLikeArticle(facts)) return { family: 'article' }
  const questions = findQuestions(index.body)
  if (questions) return { family: 'faq', shown: questions }
  // The links of a documentation page lead to its other pages; its subject is its text.
  if (isDocumentation(identity.url, metas.get('generator')?.[0])) return undefined
  const tiles = findTiles(index, facts.base, facts.country)
  return tiles ? { family: 'list', shown: tiles } : undefined
}

function looksLikeArticle({ index, headline }: PageFacts): boolean {
  if (!headline) return false
  return (
    findVisibleDates(index, headline).published !== undefined && findByline(index, headline) !== undefined
  )
}
