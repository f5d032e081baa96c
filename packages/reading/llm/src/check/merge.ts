import { isObject } from '@gleaner/runtime/is-object'

/**
 * What two parts of a page gave, as one: lists one after the other with each entry once, objects field by field, and of two values the
 * first, which stands earlier on the page.
 */
export function merge(first: unknown, second: unknown): unknown {
  if (first === undefined || first === null) return second
  if (second === undefined || second === null) return first
  if (Array.isArray(first) && Array.isArray(second)) return once([...first, ...second])
  if (!isObject(first) || !isObject(second)) return first
  const names = [...new Set([...Object.keys(first), ...Object.keys(second)])]
  return Object.fromEntries(
    names
      .filter((name) => name !== '__proto__')
      .map((name) => [name, merge(own(first, name), own(second, name))]),
  )
}

function own(object: Record<string, unknown>, name: string): unknown {
  return Object.hasOwn(object, name) ? object[name] : undefined
}

function once(entries: readonly unknown[]): unknown[] {
  const seen = new Set<string>()
  return entries.filter((entry) => {
    const text = JSON.stringify(sorted(entry))
    if (seen.has(text)) return false
    seen.add(text)
    return true
  })
}

/** The same whatever the order in which a model wrote the fields. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.keys(value)
      .toSorted()
      .map((name) => [name, sorted(value[name])]),
  )
}
