import { collapse } from '@gleaner/markup'
import { properType } from '@gleaner/page-types'
import { isObject } from '@gleaner/runtime/is-object'
import type { JsonObject } from './jsonld.ts'
import type { MicrodataItem, MicrodataValue } from './microdata.ts'
import { plainText } from './plain-text.ts'
import type { RdfaNode } from './rdfa.ts'

const SCHEMA_PREFIX =
  /^(?:https?:\/\/(?:www\.)?schema\.org\/|schema:|http:\/\/(?:www\.)?data-vocabulary\.org\/|http:\/\/rdf\.data-vocabulary\.org\/#)/i
const MAX_DEPTH = 12
const MOST_VALUES = 60_000
/** Characters of all strings together: an item that many refer to is copied into each of them. */
const MOST_CHARS = 10_000_000
/** What templates leave where they had nothing to fill in. */
const EMPTY =
  /^(?:undefined|null|nan|n\/a|none|\[object Object\]|\$\w+|\$?\{\{?[^{}]*\}\}?|%%?\w+%%?|\[\[.*\]\])$/i
/** Longest string that is kept: article bodies in markup are long, data URIs are longer. */
const STRING_CHARS = 100_000

/** The items of all JSON-LD objects: graphs unfolded, references followed, types and values in their plain form. */
export function normalizeJsonLd(objects: readonly JsonObject[]): JsonObject[] {
  const tops = objects.flatMap(unfold)
  const named = new Map<string, JsonObject>()
  for (const top of tops) {
    const id = top['@id']
    if (typeof id === 'string' && Object.keys(top).length > 1 && !named.has(id)) named.set(id, top)
  }
  const cleaner: Cleaner = { named, left: MOST_VALUES, chars: MOST_CHARS }
  return tops
    .map((top) => cleanObject(cleaner, top, new Set(), 0))
    .filter((item) => Object.keys(item).length > 0)
}

function unfold(object: JsonObject): JsonObject[] {
  const graph = object['@graph']
  if (graph === undefined) return [object]
  const nodes = (Array.isArray(graph) ? graph : [graph]).filter(isObject)
  const { '@graph': _, '@context': __, ...rest } = object
  const own = Object.keys(rest).filter((key) => key !== '@id').length > 0 ? [rest] : []
  return [...own, ...nodes.flatMap((node) => (node['@graph'] === undefined ? [node] : []))]
}

interface Cleaner {
  named: Map<string, JsonObject>
  left: number
  chars: number
}

function cleanObject(
  cleaner: Cleaner,
  object: JsonObject,
  above: Set<JsonObject>,
  depth: number,
): JsonObject {
  const id = object['@id']
  const referred =
    typeof id === 'string' && Object.keys(object).length === 1 ? cleaner.named.get(id) : undefined
  const source = referred && !above.has(referred) && depth <= 4 ? referred : object
  const item: JsonObject = {}
  above.add(source)
  for (const [key, value] of Object.entries(source)) {
    if (key === '@context' || --cleaner.left < 0) continue
    const cleaned = cleanValue(cleaner, key, value, above, depth + 1)
    if (cleaned !== undefined) item[plainName(key)] = cleaned
  }
  above.delete(source)
  return item
}

function cleanValue(
  cleaner: Cleaner,
  key: string,
  value: unknown,
  above: Set<JsonObject>,
  depth: number,
): unknown {
  if (value === null || value === undefined || depth > MAX_DEPTH) return undefined
  if (Array.isArray(value)) {
    const list = value
      .slice(0, 2_000)
      .map((entry) => cleanValue(cleaner, key, entry, above, depth + 1))
      .filter((entry) => entry !== undefined)
    if (list.length === 0) return undefined
    return list.length === 1 && key !== 'itemListElement' ? list[0] : list
  }
  if (isObject(value)) {
    if (value['@value'] !== undefined) return cleanValue(cleaner, key, value['@value'], above, depth + 1)
    const object = cleanObject(cleaner, value, above, depth)
    return Object.keys(object).length > 0 ? object : undefined
  }
  if (typeof value !== 'string')
    return typeof value === 'number' || typeof value === 'boolean' ? value : undefined
  cleaner.chars -= value.length
  if (cleaner.chars < 0) return undefined
  const text = cleanString(value)
  if (text === '' || EMPTY.test(text)) return undefined
  return key === '@type' ? plainType(text) : text
}

function cleanString(value: string): string {
  return plainText(value.length > STRING_CHARS ? value.slice(0, STRING_CHARS) : value)
}

function plainName(name: string): string {
  return name.replace(SCHEMA_PREFIX, '')
}

/** The type's name as schema.org spells it: `product` is `Product`. */
function plainType(type: string): string {
  return properType(plainName(type))
}

/** A microdata item in the shape of JSON-LD. */
export function fromMicrodata(item: MicrodataItem): JsonObject {
  const object: JsonObject = {}
  if (item.type.length > 0) object['@type'] = single(item.type.map(plainType))
  if (item.id) object['@id'] = item.id
  for (const [name, values] of Object.entries(item.properties)) {
    const list = values.map(plainValue).filter((value) => value !== '')
    if (list.length > 0 && name !== '__proto__') object[plainName(name)] = single(list)
  }
  return object
}

function plainValue(value: MicrodataValue): unknown {
  if (typeof value !== 'string') return 'properties' in value ? fromMicrodata(value) : { ...value }
  const text = collapse(value)
  return EMPTY.test(text) ? '' : text
}

function single<T>(list: T[]): T | T[] {
  return list.length === 1 ? list[0]! : list
}

/** The RDFa subjects of schema.org types in the shape of JSON-LD, nested where one refers to another. */
export function fromRdfa(nodes: readonly RdfaNode[]): JsonObject[] {
  const typed = nodes.filter((node) => node['@type']?.some((type) => SCHEMA_PREFIX.test(type)))
  const objects: JsonObject[] = typed.map((node) => {
    const object: JsonObject = {}
    for (const [key, value] of Object.entries(node)) {
      if (
        key === '@id' ? String(value).startsWith('_:') === false : key === '@type' || SCHEMA_PREFIX.test(key)
      )
        object[key] = value
    }
    return object
  })
  const referred = new Set(
    JSON.stringify(objects)
      .match(/\{"@id":"[^"]*"\}/g)
      ?.map((text) => text.slice(8, -2)),
  )
  const byId = new Map(typed.map((node, index) => [node['@id'], objects[index]!]))
  const cleaner: Cleaner = { named: byId, left: MOST_VALUES, chars: MOST_CHARS }
  return typed
    .filter((node) => !referred.has(node['@id']))
    .map((node) => cleanObject(cleaner, byId.get(node['@id'])!, new Set(), 0))
}
