import { isObject } from '@gleaner/runtime/is-object'
import type { PageData } from './page.ts'

type Fields = Record<string, unknown>

/** Entities that are given beside the main one: a list's entries stand in the main one. */
const MOST_ENTITIES = 100
/** More of one type on a page that is a list are its entries. */
const MOST_ALIKE = 2

const typeOf = (entity: Fields) => String(entity['@type'])

/** What a page is about, with everything else that it declares as its `entities`, in the page's order. */
export function withEntities({ main, entities = [] }: PageData): unknown {
  if (!isObject(main)) return main
  const others = entitiesBeside(main, entities)
  return others.length > 0 ? { ...main, entities: others } : main
}

/** Those of `entities` that say something which `main` does not. */
export function entitiesBeside(main: Fields, entities: readonly unknown[]): unknown[] {
  const counts = Map.groupBy(entities.filter(isObject), typeOf)
  const isEntry = (entity: Fields) =>
    main.itemListElement !== undefined && counts.get(typeOf(entity))!.length > MOST_ALIKE
  return entities
    .filter((entity) => isObject(entity) && !isWithin(entity, main) && !isEntry(entity))
    .slice(0, MOST_ENTITIES)
}

/** Whether every field of an entity stands in `main`, which is made of it. */
function isWithin(entity: Fields, main: Fields): boolean {
  if (typeOf(entity) !== typeOf(main)) return false
  return Object.entries(entity).every(([name, value]) => name.startsWith('@') || isSame(value, main[name]))
}

/** Objects that two sources declare are merged: those of the other have more. */
function isSame(value: unknown, other: unknown): boolean {
  if (isObject(value)) return isObject(other)
  return Array.isArray(value) ? Array.isArray(other) : value === other
}
