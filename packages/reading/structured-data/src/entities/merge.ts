import { familyOf } from '@gleaner/page-types'
import { isObject } from '@gleaner/runtime/is-object'
import type { JsonObject } from '../syntaxes/jsonld.ts'
import type { Source, SourcedItem } from './main-entity.ts'

/** Fields whose objects are completed from less trusted sources; any other is taken whole from the first that has it. */
const MERGED_INSIDE = new Set(['offers', 'aggregateRating', 'brand'])
/** Fields that mean the same, by type of page: a less trusted source must not repeat under another name what is known. */
const SAME_FIELDS: readonly (readonly string[])[] = [
  ['name', 'headline', 'title'],
  ['image', 'images', 'thumbnailUrl', 'primaryImageOfPage'],
  ['author', 'creator'],
  ['gtin', 'gtin13', 'gtin14', 'gtin12', 'gtin8', 'isbn'],
]

export interface Merged {
  object: JsonObject
  /** Field (nested as `offers.price`) to the source that it is from. */
  evidence: Record<string, Source>
}

/** One object of several, in their order of trust: a later source adds what the earlier ones lack. */
export function mergeItems(entries: readonly SourcedItem[]): Merged {
  const merged: Merged = { object: {}, evidence: {} }
  for (const { source, item } of entries) {
    for (const [field, value] of Object.entries(item)) {
      if (field === '@type' || field === '@id' || field === '@context') {
        merged.object[field] ??= value
        continue
      }
      const existing = merged.object[field]
      if (existing === undefined) {
        if (isKnownByOtherName(merged.object, field)) continue
        merged.object[field] = value
        note(merged, field, value, source)
      } else if (MERGED_INSIDE.has(field))
        merged.object[field] = mergeInside(merged, field, existing, value, source)
    }
  }
  return merged
}

function isKnownByOtherName(object: JsonObject, field: string): boolean {
  return SAME_FIELDS.some(
    (same) => same.includes(field) && same.some((other) => other !== field && object[other] !== undefined),
  )
}

function mergeInside(
  merged: Merged,
  field: string,
  existing: unknown,
  added: unknown,
  source: Source,
): unknown {
  if (!isObject(existing) || !isObject(added)) return existing
  const isRange = existing.lowPrice !== undefined
  const object = { ...existing }
  for (const [key, value] of Object.entries(added)) {
    if (object[key] !== undefined || (isRange && key === 'price')) continue
    object[key] = value
    merged.evidence[`${field}.${key}`] = source
  }
  return object
}

function note({ evidence }: Merged, field: string, value: unknown, source: Source): void {
  evidence[field] = source
  if (!MERGED_INSIDE.has(field) || !isObject(value)) return
  for (const key of Object.keys(value)) if (!key.startsWith('@')) evidence[`${field}.${key}`] = source
}

/** Whether two items describe the same kind of thing, so that one may complete the other. */
export function isSameKind(a: JsonObject, b: JsonObject): boolean {
  const [left, right] = [familyOf(a['@type']), familyOf(b['@type'])]
  return left === undefined || right === undefined || left === right
}
