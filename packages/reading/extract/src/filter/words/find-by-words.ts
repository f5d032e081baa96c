import { isObject } from '@gleaner/runtime/is-object'
import { askedUnit, measureOf } from '../asked-unit.ts'
import { type Reading, readingsOf } from './asked-words.ts'
import { costOf, type Kind } from './cost-of-place.ts'
import { nameWords, splitName } from './name-words.ts'
import { type Place, placesOf } from './places.ts'
import { headWords, typeWords } from './type-words.ts'

type Fields = Record<string, unknown>

/** A value of an entity that a name may mean. */
export interface Found {
  value: unknown
  /** Where it is of one of several things: that of each. */
  all?: readonly unknown[] | undefined
  /** The property that it stands in; several that fit equally well are none. */
  property: string
  cost: number
  isOpposite?: boolean | undefined
}

/** Places that are looked at for a word, the nearest first: a schema may ask for thousands of properties. */
const MOST_OF_WORD = 100

interface Entity {
  /** By the words of their own properties. */
  places: ReadonlyMap<string, readonly Place[]>
  /** That say a unit. */
  measures: readonly Place[]
  kind: Kind
  found: Map<string, readonly Found[]>
}

const entities = new WeakMap<Fields, Entity>()

/**
 * The values of an entity whose names on the way say all that `asked` says, the nearest first: `venue_city` is the locality of
 * its location, `employer` its hiring organization. The last word of a property is what it is and has to be asked for, unless it
 * says little; what stands before it may be left out where it does not change its meaning.
 */
export function findByWords(asked: string, source: unknown): readonly Found[] {
  if (!isObject(source)) return []
  const entity = entities.get(source) ?? readEntity(source)
  entities.set(source, entity)
  const known = entity.found.get(asked) ?? search(asked, source, entity)
  entity.found.set(asked, known)
  return known
}

function search(asked: string, source: Fields, entity: Entity): Found[] {
  const found = readingsOf(asked).flatMap((reading) => [
    ...itself(asked, reading, source, entity.kind),
    ...[...placesNear(entity, reading)].flatMap((place) => {
      const cost = costOf(place, reading, entity.kind)
      if (cost === undefined) return []
      const { path: property, all } = place
      return [
        {
          value: reading.isFirst ? firstOf(place.value) : withUnit(place),
          all,
          property,
          cost,
          isOpposite: reading.isOpposite,
        },
      ]
    }),
  ])
  return found.toSorted((a, b) => a.cost - b.cost)
}

const firstOf = (value: unknown) => (Array.isArray(value) ? value[0] : value)

/** `monthsOfExperience: 60` is a number of months. */
function withUnit({ value, path }: Place): unknown {
  if (typeof value !== 'number' && !(typeof value === 'string' && /^\d+$/.test(value))) return value
  const unit = askedUnit(path.slice(path.lastIndexOf('.') + 1))
  return unit?.dimension === 'time' ? { value, unitText: unit.word } : value
}

function placesNear({ places, measures }: Entity, reading: Reading): Set<Place> {
  const near = reading.words.flatMap((word) => places.get(word) ?? [])
  return new Set(reading.measures ? [...near, ...measures] : near)
}

const NAME = nameWords('name')[0]!
const PARTICIPLE = /..ed$/

/** `organization` of an organization is its name. */
function itself(asked: string, reading: Reading, source: Fields, { type, heads }: Kind): Found[] {
  const { words, shown, cost } = reading
  // `listed` says of a listing when that was.
  if (splitName(asked).some((word) => PARTICIPLE.test(word))) return []
  const isWhole = cost === 0 || (shown.length === 1 && shown[0] === NAME)
  if (!isWhole || !words.every((word) => type.has(word)) || !words.some((word) => heads.has(word))) return []
  const property = ['name', 'headline', 'title'].find((key) => source[key] !== undefined)
  return property === undefined ? [] : [{ value: source[property], property, cost }]
}

function readEntity(source: Fields): Entity {
  const places = new Map<string, Place[]>()
  const measures: Place[] = []
  for (const place of placesOf(source)) {
    if (measures.length < MOST_OF_WORD && measureOf(place.value)) measures.push(place)
    for (const word of place.own) {
      const near = places.get(word) ?? []
      places.set(word, near)
      if (near.length < MOST_OF_WORD) near.push(place)
    }
  }
  return { places, measures, kind: { type: typeWords(source), heads: headWords(source) }, found: new Map() }
}
