import type { Document } from '@gleaner/markup'
import { type Family, familyOf } from '@gleaner/page-types'
import { declaredEntries } from './declared-entries.ts'
import { withAssumedAvailability } from './entities/assumed-availability.ts'
import type { Source, SourcedItem } from './entities/main-entity.ts'
import { mergeItems } from './entities/merge.ts'
import { foundEntries, liveEntries } from './found-entries.ts'
import { findBreadcrumbs } from './heuristics/breadcrumbs.ts'
import { normalizeMain } from './normalize-main.ts'
import { type PageFacts, pageFacts } from './page-facts.ts'
import { pageKind } from './page-kind.ts'
import type { JsonObject } from './syntaxes/jsonld.ts'

export interface StructuredData {
  /** One schema.org-like object about the page's subject, with `@type`. */
  main: JsonObject
  /** Everything that the page declares, item by item, and its breadcrumbs. */
  items: JsonObject[]
  /** The same with its values in one form, as `main` has them. */
  entities: JsonObject[]
  /** How each of them is declared. */
  sources: readonly Source[]
  /** Field of `main` to the source that it is from. */
  evidence: Record<string, Source>
  method: 'structured_data' | 'algorithmic'
}

/** What a page says about its subject, in the order of trust: JSON-LD, microdata, RDFa, Open Graph and meta, page state, the visible page. */
export function readStructured(document: Document, page: { url: string }): StructuredData {
  const facts = pageFacts(document, page.url)
  const kind = pageKind(facts)
  const declared = declaredEntries(facts, kind.family, page.url)
  const merged = mergeItems(declared).object
  const { object, evidence } = mergeItems([
    ...liveEntries(facts, kind, merged),
    ...declared,
    ...foundEntries(facts, kind, merged),
  ])
  const main = typed(object, kind.family)
  const normal = (item: JsonObject) => normalizeMain(item, facts.base, facts.index.language)
  const declaredItems = itemsOf(facts)
  const items = declaredItems.map(({ item }) => item)
  let entities: JsonObject[] | undefined
  return {
    main: withAssumedAvailability(normal(main)),
    items,
    get entities() {
      entities ??= items.map(normal)
      return entities
    },
    sources: declaredItems.map(({ source }) => source),
    evidence,
    method: methodOf(facts),
  }
}

/** How `readStructured` finds its data: of the facts that metadata are read of too, without reading more. */
export function structuredMethod(document: Document, page: { url: string }): StructuredData['method'] {
  return methodOf(pageFacts(document, page.url))
}

function methodOf({ main, opengraph }: PageFacts): StructuredData['method'] {
  return main || opengraph?.item['@type'] ? 'structured_data' : 'algorithmic'
}

function itemsOf({ items, index, base }: PageFacts): SourcedItem[] {
  if (items.some(({ item }) => familyOf(item['@type']) === 'breadcrumb')) return items
  const trail = findBreadcrumbs(index, base)
  return trail ? [...items, { source: 'page', item: trail }] : items
}

/** The type of a page whose family was found without being declared. */
const TYPES: Partial<Record<Family, string>> = {
  product: 'Product',
  article: 'Article',
  recipe: 'Recipe',
  job: 'JobPosting',
  event: 'Event',
  faq: 'FAQPage',
  forum: 'DiscussionForumPosting',
  list: 'ItemList',
  page: 'WebPage',
}

function typed(object: JsonObject, family: Family): JsonObject {
  const { '@type': declared, ...rest } = object
  const fits = declared !== undefined && familyOf(declared) === family
  return { '@type': fits ? declared : (TYPES[family] ?? declared ?? 'WebPage'), ...rest }
}
