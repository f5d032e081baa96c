import { isObject } from '@gleaner/runtime/is-object'
export type Schema = Record<string, unknown>

const MOST_STEPS = 16

/** The schema that a local `$ref` (`#/$defs/offer`, `#name`) leads to, followed to its end; undefined when it leads nowhere or in a circle. */
export function resolveSchema(schema: unknown, root: Schema): Schema | undefined {
  let at = schema
  for (let step = 0; step < MOST_STEPS; step++) {
    if (at === true) return {}
    if (!isObject(at)) return undefined
    if (typeof at.$ref !== 'string') return at
    at = lookUp(at.$ref, root)
  }
  return undefined
}

/** What a local reference names in the schema. */
export function lookUp(ref: string, root: Schema): unknown {
  if (ref === '#') return root
  if (!ref.startsWith('#/')) return byAnchor(ref.slice(1), root)
  let at: unknown = root
  for (const part of ref.slice(2).split('/')) {
    const key = unescapePointer(part)
    if (Array.isArray(at)) at = at[Number(key)]
    else if (isObject(at) && Object.hasOwn(at, key)) at = at[key]
    else return undefined
  }
  return at
}

function unescapePointer(part: string): string {
  const pointer = part.replaceAll('~1', '/').replaceAll('~0', '~')
  try {
    return decodeURIComponent(pointer)
  } catch {
    return pointer
  }
}

function byAnchor(name: string, root: Schema): unknown {
  const pools = [root.$defs, root.definitions].filter(isObject)
  return pools
    .flatMap((pool) => Object.values(pool))
    .find((schema) => isObject(schema) && (schema.$anchor === name || schema.$id === `#${name}`))
}
