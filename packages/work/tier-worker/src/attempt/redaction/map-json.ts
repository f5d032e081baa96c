/** What becomes of the parts of a value of JSON. */
interface Maps {
  text(text: string): string
  number(number: number): unknown
  name(name: string): string
}

/** A copy with every text, number and name mapped. Without recursion: what a target sends may be nested deeper than the stack goes. */
export function mapJson(value: unknown, maps: Maps): unknown {
  const root: { value?: unknown } = {}
  const waiting: { value: unknown; put: (copy: unknown) => void }[] = []
  waiting.push({ value, put: (copy) => (root.value = copy) })
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { value, put } = next
    if (typeof value === 'string') put(maps.text(value))
    else if (typeof value === 'number') put(maps.number(value))
    else if (typeof value !== 'object' || value === null) put(value)
    else put(copyOf(value, maps.name, (part, put) => void waiting.push({ value: part, put })))
  }
  return root.value
}

function copyOf(
  value: object,
  mapName: (name: string) => string,
  copyPart: (part: unknown, put: (copy: unknown) => void) => void,
): object {
  if (Array.isArray(value)) {
    const copy: unknown[] = new Array(value.length)
    for (const [at, part] of value.entries()) copyPart(part, (copied) => (copy[at] = copied))
    return copy
  }
  // Names are set at once, in their order; `__proto__` is a name like any other.
  const entries = Object.entries(value).map(([name, part]): [string, unknown] => [mapName(name), part])
  const copy = Object.fromEntries(entries)
  for (const [name, part] of entries)
    copyPart(part, (copied) => Object.defineProperty(copy, name, { value: copied }))
  return copy
}
