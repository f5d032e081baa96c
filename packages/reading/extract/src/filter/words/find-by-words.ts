import { isObject } from '@gleaner/runtime/is-object'
import { askedUnit, measureOf } from '../asked-unit.ts'
import { type Reading, readingsOf } from './asked-words.ts'
import { nameWords, wordSet } from './name-words.ts'
import { isOfSort, SORTS } from './sorts.ts'
import { typeWords } from './type-words.ts'
import { whichOf } from './which.ts'

type Fields = Record<string, unknown>

/** A value of an entity that a name may mean. */
export interface Found {
  value: unknown
  /** The property that it stands in; several that fit equally well are none. */
  property: string
  cost: number
  isOpposite?: boolean | undefined
}

/** Words before a property's own that make another property of it: a best rating is no rating. */
const RESTRICTING = wordSet(
  'content star thumbnail alternate alternative best end high low modified created next parent previous prior related start suggested sub super trans saturated unsaturated valid worst other additional regular original shipping return billing given family middle legal same',
)
/** Last words of a property that add little to what stands before them. */
const WEAK_HEADS: ReadonlySet<string> = new Set([
  ...SORTS,
  ...wordSet('requirement mode method status accepted awarded feature hour rate text total'),
])
/** What is asked of one of several things is asked of none that says not which. */
const WHICH_GAIN = 3
const MAX_DEPTH = 4
const MOST_PLACES = 3_000
/** Places that are looked at for a word, the nearest first: a schema may ask for thousands of properties. */
const MOST_OF_WORD = 100
/** Entries of a list that are entered: what is asked of one thing is asked of its first. */
const MOST_ENTRIES = 3
/** Entries that say what they are (`contactType: 'sales'`), of a list. */
const MOST_QUALIFIED = 50

/** A value somewhere in an entity, with what its names say. */
interface Place {
  value: unknown
  path: string
  /** Words of the properties that lead to it. */
  leading: readonly string[]
  /** Words of its own property, without those that its object's type or holder repeats. */
  own: readonly string[]
  /** Words by which its object is told from others of its kind. */
  which: readonly string[]
  depth: number
}

interface Entity {
  /** By the words of their own properties. */
  places: ReadonlyMap<string, readonly Place[]>
  /** That say a unit. */
  measures: readonly Place[]
  type: ReadonlySet<string>
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

function search(asked: string, source: Fields, { places, measures, type }: Entity): Found[] {
  const found = readingsOf(asked).flatMap((reading) => [
    ...itself(reading, source, type),
    ...[...(reading.words.length > 0 ? nearWords(places, reading.words) : measures)].flatMap((place) => {
      const cost = costOf(place, reading, type)
      const { path: property } = place
      const value = withUnit(place)
      return cost === undefined ? [] : [{ value, property, cost, isOpposite: reading.isOpposite }]
    }),
  ])
  return found.toSorted((a, b) => a.cost - b.cost)
}

/** `monthsOfExperience: 60` is a number of months. */
function withUnit({ value, path }: Place): unknown {
  if (typeof value !== 'number') return value
  const unit = askedUnit(path.slice(path.lastIndexOf('.') + 1))
  return unit?.dimension === 'time' ? { value, unitText: unit.word } : value
}

function nearWords(places: Entity['places'], words: readonly string[]): Set<Place> {
  return new Set(words.flatMap((word) => places.get(word) ?? []))
}

const NAME = nameWords('name')[0]!

/** `organization` of an organization is its name. */
function itself(reading: Reading, source: Fields, type: ReadonlySet<string>): Found[] {
  const { words, shown, cost } = reading
  const isWhole = cost === 0 || (shown.length === 1 && shown[0] === NAME)
  if (!isWhole || !words.every((word) => type.has(word))) return []
  const property = ['name', 'headline', 'title'].find((key) => source[key] !== undefined)
  return property === undefined ? [] : [{ value: source[property], property, cost }]
}

/** How far a place is from what is asked; undefined when it is something else. */
function costOf(place: Place, reading: Reading, type: ReadonlySet<string>): number | undefined {
  const { own, leading, which, depth, value } = place
  const { words, property } = reading
  if (property && !isProperty(place.path, property)) return undefined
  if (words.length === 0 && !measureOf(value)) return undefined
  if (!words.every((word) => own.includes(word) || leading.includes(word) || type.has(word))) return undefined
  const head = own.findLast((word) => !WEAK_HEADS.has(word)) ?? own.at(-1)!
  const unasked = own.filter((word) => !words.includes(word))
  const unit = reading.measures && measureOf(value)?.unit
  if (unit && unit.dimension !== reading.measures) return undefined
  const isHead = unit !== undefined || words.includes(head) || words.includes(own.at(-1)!)
  const around = leading.filter((word) => !words.includes(word))
  if (!isHead || [...unasked, ...around].some((word) => RESTRICTING.has(word))) return undefined
  if (!reading.shown.every((sort) => isOfSort(sort, value))) return undefined
  const isTheOne = which.some((word) => words.includes(word))
  return reading.cost + unasked.length * 2 + around.length + depth - (isTheOne ? WHICH_GAIN : 0)
}

/** In singular or plural, at the end of a path. */
function isProperty(path: string, property: string): boolean {
  const at = path.length - (path.endsWith('s') && !property.endsWith('s') ? 1 : 0) - property.length
  return path.startsWith(property, at) && (at === 0 || path[at - 1] === '.')
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
  return { places, measures, type: typeWords(source), found: new Map() }
}

function placesOf(entity: Fields): Place[] {
  const found: Place[] = []
  let level: { object: Fields; path: string; leading: readonly string[]; which: readonly string[] }[] = [
    { object: entity, path: '', leading: [], which: [] },
  ]
  for (let depth = 1; depth <= MAX_DEPTH && level.length > 0; depth++) {
    const next: typeof level = []
    for (const { object, path, leading, which } of level) {
      const type = typeWords(object)
      for (const [name, value] of Object.entries(object)) {
        if (name.startsWith('@') || found.length >= MOST_PLACES) continue
        const own = ownWords(name, type, leading)
        const at = path ? `${path}.${name}` : name
        found.push({ value, path: at, leading, own, which, depth })
        for (const inner of entriesOf(value)) {
          next.push({ ...inner, path: at, leading: [...leading, ...own, ...inner.which] })
          if (inner.which.length > 0) found.push(named(inner, { path: at, leading, depth }))
        }
      }
    }
    level = next
  }
  return found
}

/** The objects of a value that are entered: the first ones, and all that say which of several things they are. */
function entriesOf(value: unknown): { object: Fields; which: readonly string[] }[] {
  return [value]
    .flat()
    .slice(0, MOST_QUALIFIED)
    .filter(isObject)
    .map((object) => ({ object, which: whichOf(object) }))
    .filter(({ which }, at) => at < MOST_ENTRIES || which.length > 0)
}

/** `{name: 'Capacity', value: 1.7}` is the capacity, wherever it stands. */
function named(
  { object, which }: { object: Fields; which: readonly string[] },
  { path, leading, depth }: Pick<Place, 'path' | 'leading' | 'depth'>,
): Place {
  return { value: object, path: `${path}.${which.join(' ')}`, leading, own: which, which, depth: depth + 1 }
}

/** `addressLocality` of an address is its locality. */
function ownWords(name: string, type: ReadonlySet<string>, leading: readonly string[]): readonly string[] {
  const words = nameWords(name)
  const own = words.filter((word) => !type.has(word) && !leading.includes(word))
  return own.every((word) => WEAK_HEADS.has(word)) ? words : own
}
