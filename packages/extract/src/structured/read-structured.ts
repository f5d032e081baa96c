import type { Document } from '../dom/node.ts'
import { readEmbeddedProduct } from './embedded-state.ts'
import { familyOf } from './entity-types.ts'
import { groupVariants } from './group-variants.ts'
import { readVisibleArticle } from './heuristics/article.ts'
import { readVisibleProduct } from './heuristics/product.ts'
import { showsProduct } from './heuristics/product-signs.ts'
import { isObject, type JsonObject } from './jsonld.ts'
import type { Source, SourcedItem } from './main-entity.ts'
import { isSameKind, mergeItems } from './merge.ts'
import { normalizeMain } from './normalize-main.ts'
import { type PageFacts, pageFacts } from './page-facts.ts'

export interface StructuredData {
  /** One schema.org-like object about the page's subject, with `@type`. */
  main: JsonObject
  /** Everything that the page declares, item by item. */
  items: JsonObject[]
  /** Field of `main` to the source that told it. */
  evidence: Record<string, Source>
  method: 'structured_data' | 'algorithmic'
}

/** What a page says about its subject, in the order of trust: JSON-LD, microdata, RDFa, Open Graph and meta, page state, the visible page. */
export function readStructured(document: Document, page: { url: string }): StructuredData {
  const facts = pageFacts(document, page.url)
  const declared = declaredEntries(facts)
  const kind = kindOf(facts, declared)
  const found =
    kind === 'product' ? productEntries(facts, declared) : kind === 'article' ? articleEntries(facts) : []
  const { object, evidence } = mergeItems([...declared, ...found])
  const main = normalizeMain(typed(object, kind), facts.base, facts.survey.language)
  return {
    main,
    items: facts.items.map(({ item }) => item),
    evidence,
    method: facts.main || facts.opengraph?.item['@type'] ? 'structured_data' : 'algorithmic',
  }
}

/** The chosen item, what others of its kind add, and Open Graph. */
function declaredEntries({ main, items, opengraph }: PageFacts): SourcedItem[] {
  const entries: SourcedItem[] = main ? [groupVariants(main, items)] : []
  if (main) {
    const family = familyOf(main.item['@type'])
    const twins = items.filter(
      (entry) => entry.source !== main.source && familyOf(entry.item['@type']) === family,
    )
    // Several of a kind are a list: none of them is known to be the same thing.
    for (const source of ['json-ld', 'microdata', 'rdfa'] as const) {
      const same = twins.filter((entry) => entry.source === source)
      if (same.length === 1) entries.push(same[0]!)
    }
  }
  if (opengraph && (!main || isSameKind(main.item, opengraph.item) || opengraph.item['@type'] === 'WebSite'))
    entries.push(opengraph)
  else if (opengraph) {
    const { '@type': _, offers: __, ...rest } = opengraph.item
    entries.push({ source: 'opengraph', item: rest })
  }
  return entries
}

function kindOf(facts: PageFacts, declared: readonly SourcedItem[]): string {
  const family = familyOf(declared[0]?.item['@type'])
  const ogFamily = familyOf(facts.opengraph?.item['@type'])
  if (
    family &&
    ![
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
      'video',
    ].includes(family)
  )
    return family
  if (ogFamily === 'product' || ogFamily === 'article') return ogFamily
  if (facts.headline && showsProduct(facts.survey, facts.headline, facts.identity.url)) return 'product'
  return family ?? 'page'
}

function productEntries(facts: PageFacts, declared: readonly SourcedItem[]): SourcedItem[] {
  const entries: SourcedItem[] = []
  if (!isComplete(declared)) {
    const state = readEmbeddedProduct(facts.survey, facts.identity)
    if (state) entries.push({ source: 'embedded-state', item: state })
  }
  if (!isComplete([...declared, ...entries])) {
    const visible = readVisibleProduct(facts.survey, facts.headline, facts.identity.url)
    if (visible) entries.push({ source: 'page', item: visible })
  }
  return entries
}

function isComplete(entries: readonly SourcedItem[]): boolean {
  const { object } = mergeItems(entries)
  const offers = [object.offers].flat().filter(isObject)
  return (
    object.sku !== undefined &&
    offers.some(
      (offer) =>
        (offer.price ?? offer.lowPrice ?? offer.priceSpecification) !== undefined &&
        offer.availability !== undefined,
    )
  )
}

function articleEntries(facts: PageFacts): SourcedItem[] {
  const item = readVisibleArticle(facts)
  return item ? [{ source: 'page', item }] : []
}

const TYPE_OF_KIND: Record<string, string> = {
  product: 'Product',
  article: 'Article',
  list: 'CollectionPage',
}

function typed(object: JsonObject, kind: string): JsonObject {
  const family = familyOf(object['@type'])
  const weak = family === undefined || ['organization', 'page', 'site', 'breadcrumb', 'part'].includes(family)
  const type = weak && TYPE_OF_KIND[kind] ? TYPE_OF_KIND[kind] : (object['@type'] ?? 'WebPage')
  const { '@type': _, ...rest } = object
  return { '@type': type, ...rest }
}
