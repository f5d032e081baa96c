import type { FieldEvidence } from '@gleaner/contracts'
import { isObject } from '@gleaner/runtime/is-object'
import type { Filtered } from './filter/apply-schema.ts'
import type { Find, Way } from './filter/look-up.ts'
import type { PageData } from './page.ts'
import { entitiesBeside } from './with-entities.ts'

/** How often a value that was found so is what a person would read on the page: `bench/structured/recipes.ts` measures it. */
const CONFIDENCE: Readonly<Record<FieldEvidence['kind'], Partial<Record<Way, number>>>> = {
  declared: { key: 0.95, address: 0.95, words: 0.95, nested: 0.85 },
  visible: { key: 0.75, words: 0.7, nested: 0.6, label: 0.6, list: 0.75 },
  computed: { implied: 0.9 },
}
const LEAST_SURE = 0.6
const MAX_DEPTH = 8
const MOST_OBJECTS = 5_000

/** Where each field that a schema asked for comes from, by its path; pointers lead into the `json` format. */
export function sayEvidence({ filtered, found }: Filtered, data: PageData): Record<string, FieldEvidence> {
  const said: Record<string, FieldEvidence> = {}
  if (!found) return said
  const locate = locator(data)
  for (const [path, find] of found) {
    if (isDelivered(filtered, path)) said[path] = evidenceOf(find, locate)
  }
  return said
}

function evidenceOf({ way, spot }: Find, locate: Locate): FieldEvidence {
  const place = spot && locate(spot.holder, spot.key)
  const kind = kindOf(way, place?.source)
  const confidence = CONFIDENCE[kind][way] ?? LEAST_SURE
  return { kind, found_by: way, ...place, confidence }
}

function kindOf(way: Way, source: string | undefined): FieldEvidence['kind'] {
  if (way === 'implied') return 'computed'
  return way === 'label' || way === 'list' || source === 'page' ? 'visible' : 'declared'
}

type Locate = (holder: object, key: string) => { source: string; pointer?: string } | undefined

/** Finds objects in what the page is about and in what it declares besides. */
function locator(data: PageData): Locate {
  const { main, entities = [], sources = [], evidence } = data
  const places = new Map<object, { pointer: string; source: string }>()
  if (isObject(main)) {
    const others = entitiesBeside(main, entities)
    entities.forEach((entity, at) => {
      const place = others.indexOf(entity)
      note(entity, place < 0 ? '' : `/entities/${place}`, sources[at] ?? 'page', places)
    })
    note(main, '', '', places)
  }
  return (holder, key) => {
    const place = places.get(holder)
    if (!place) return { source: 'metadata' }
    const pointer = `${place.pointer}/${key.replaceAll('.', '/')}`
    const [, field = ''] = pointer.split('/')
    const source = place.source || String(evidence[field] ?? 'page')
    return { source, pointer }
  }
}

/** Every object within `value` with its pointer. */
function note(
  value: unknown,
  pointer: string,
  source: string,
  places: Map<object, { pointer: string; source: string }>,
  depth = 0,
): void {
  if (typeof value !== 'object' || value === null || depth > MAX_DEPTH || places.size > MOST_OBJECTS) return
  if (!Array.isArray(value)) places.set(value, { pointer, source })
  for (const [key, inner] of Object.entries(value))
    note(inner, `${pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`, source, places, depth + 1)
}

function isDelivered(filtered: unknown, path: string): boolean {
  let value = filtered
  for (const step of path.split('.')) {
    if (!isObject(value) || !Object.hasOwn(value, step)) return false
    value = value[step]
  }
  return true
}
