/** Values that are remembered: the latest, where a target sets more. */
const MAX_VALUES = 300
/** Browsers take none that are longer (RFC 6265bis, 5.6). */
const MAX_CHARS = 4096

/** The values of all cookies that targets set in one attempt, among them those that were replaced since and those that no jar took. */
export interface SetValues {
  /** `lines`: the values of `Set-Cookie` headers. */
  add(lines: readonly string[]): void
  /** The latest first. */
  values(): string[]
}

export function createSetValues(): SetValues {
  const kept = new Set<string>()

  function add(lines: readonly string[]): void {
    for (const line of lines) {
      const value = cookieValue(line)
      if (value === '' || value.length > MAX_CHARS) continue
      // Behind all others, also where it was set before.
      kept.delete(value)
      kept.add(value)
      if (kept.size > MAX_VALUES) kept.delete(kept.values().next().value!)
    }
  }

  return { add, values: () => [...kept].reverse() }
}

/** A line without `=` is a value without a name (RFC 6265bis, 5.6). */
function cookieValue(line: string): string {
  const [pair = ''] = line.split(';', 1)
  return pair.slice(pair.indexOf('=') + 1).trim()
}
