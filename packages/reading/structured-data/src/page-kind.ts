import {
  type Family,
  familyOf,
  isArticleAddress,
  isDocumentation,
  isHome,
  isThread,
} from '@gleaner/page-types'
import { nameOf } from './entities/main-entity.ts'
import { readVisibleThread } from './heuristics/article.ts'
import { findByline } from './heuristics/byline.ts'
import { readVisibleEvent, readVisibleJob } from './heuristics/facts.ts'
import { showsProduct } from './heuristics/product-signs.ts'
import { questionsPage } from './heuristics/questions.ts'
import { readVisibleRecipe } from './heuristics/recipe.ts'
import { findTiles, itemList } from './heuristics/tiles.ts'
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
  const shown = shownKind(facts, shared === 'article')
  if (shown) return shown
  // What a page declares of its site is not what the page is about.
  const isSite = family === 'site' && !isHome(facts.identity.url)
  return { family: family === undefined || isSite ? 'page' : family }
}

/** The kind by the visible page, the most specific first. Open Graph calls any page an article, so that a visible recipe wins. */
function shownKind(facts: PageFacts, isCalledArticle: boolean): PageKind | undefined {
  const { index, metas, headline, identity } = facts
  if (headline && showsProduct(index, headline, identity.url) && !isCalledArticle)
    return { family: 'product' }
  const isManual = isDocumentation(identity.url, metas.get('generator')?.[0])
  if (!isManual && isThread(identity.url)) return { family: 'forum', shown: readVisibleThread(facts) }
  const looks: [Family, () => JsonObject | undefined][] = [
    ['recipe', () => readVisibleRecipe(index, headline)],
    ['job', () => readVisibleJob(index, headline, identity.url)],
    ['event', () => readVisibleEvent(index, headline, identity.url)],
  ]
  for (const [family, look] of looks) {
    const shown = look()
    if (shown) return { family, shown }
  }
  const isArticle = isCalledArticle || looksLikeArticle(facts, isManual)
  if (isCalledArticle || (isArticle && findByline(index, headline!))) return { family: 'article' }
  const list = shownList(facts, isManual, isArticle)
  if (list) return { family: 'list', shown: list }
  if (isArticle) return { family: 'article' }
  const questions = questionsPage(index)
  return questions && { family: 'faq', shown: questions }
}

/** What the page lists; one that looks like an article too is a list where little else stands on it. */
function shownList(facts: PageFacts, isManual: boolean, isArticle: boolean): JsonObject | undefined {
  const { index } = facts
  const declared = isArticle ? undefined : declaredList(facts)
  // The links of a documentation page lead to its other pages; its subject is its text.
  if (declared || isManual) return declared
  return findTiles(index, { ...facts, dates: index.dates }, isArticle ? MOST_OF_TEXT : undefined)
}

const MOST_OF_TEXT = 0.6

/** Families whose items a page lists. */
const LISTED: ReadonlySet<Family> = new Set(['product', 'job', 'event', 'recipe'])
const LEAST_LISTED = 3

/** The products, jobs or events that a page declares one by one, when it is about none of them alone. */
function declaredList({ items }: PageFacts): JsonObject | undefined {
  for (const family of LISTED) {
    const own = items.filter(({ item }) => familyOf(item['@type']) === family).map(({ item }) => item)
    const names = new Set(own.map(nameOf))
    if (names.size >= LEAST_LISTED) return itemList(own)
  }
  return undefined
}

/** Sentences of this many characters are an article's when one thing more says so. */
const LEAST_PROSE = 1_000

function looksLikeArticle({ index, headline, identity }: PageFacts, isManual: boolean): boolean {
  if (!headline) return false
  const isText = index.prose >= LEAST_PROSE && !isManual && !isHome(identity.url)
  const isDated = findVisibleDates(index, headline).published !== undefined
  if (isText && (isDated || isArticleAddress(identity.url))) return true
  return (isText || isDated) && findByline(index, headline) !== undefined
}
