import { type Family, familyOf } from '@gleaner/page-types'
import { groupVariants } from './entities/group-variants.ts'
import { nameOf, type Source, type SourcedItem } from './entities/main-entity.ts'
import { isSameKind } from './entities/merge.ts'
import { similarity } from './entities/similarity.ts'
import type { PageFacts } from './page-facts.ts'
import type { JsonObject } from './syntaxes/jsonld.ts'

/** Families whose own facts (name, logo, address) are not those of the page's subject. */
const OTHERS: ReadonlySet<Family> = new Set([
  'organization',
  'site',
  'breadcrumb',
  'part',
  'person',
  'business',
  'unknown',
])

/** What the page declares of its subject, in the order of trust: the chosen item, what others of its kind add, and Open Graph. */
export function declaredEntries(
  { main, items, opengraph }: PageFacts,
  family: Family,
  pageUrl: string,
): SourcedItem[] {
  const own = familyOf(main?.item['@type'])
  const isSubject = main !== undefined && (own === family || !OTHERS.has(own ?? 'unknown'))
  const entries: SourcedItem[] = isSubject
    ? inOrderOfTrust([groupVariants(main, items, pageUrl), ...counterparts(main, items)])
    : []
  if (!opengraph) return entries
  if (!isSubject || isSameKind(main.item, opengraph.item)) return [...entries, opengraph]
  const { '@type': _, offers: __, ...rest } = opengraph.item
  return [...entries, { source: 'opengraph', item: rest }]
}

const TRUST: readonly Source[] = ['json-ld', 'microdata', 'rdfa', 'microformats']

function inOrderOfTrust(entries: readonly SourcedItem[]): SourcedItem[] {
  return entries.toSorted((a, b) => TRUST.indexOf(a.source) - TRUST.indexOf(b.source))
}

/** The one item of the same family in each other syntax. Several of a kind are a list: none is known to be the same thing. */
function counterparts(main: SourcedItem, items: readonly SourcedItem[]): SourcedItem[] {
  const family = familyOf(main.item['@type'])
  const others = items.filter(
    ({ source, item }) => source !== main.source && familyOf(item['@type']) === family,
  )
  return TRUST.flatMap((source) => {
    const same = others.filter((entry) => entry.source === source)
    return same.length === 1 && isSameName(main.item, same[0]!.item) ? same : []
  })
}

function isSameName(a: JsonObject, b: JsonObject): boolean {
  const [left, right] = [nameOf(a), nameOf(b)]
  return left === undefined || right === undefined || similarity(left, right) > 0.3
}
