const MOST_KNOWN = 5_000
/** A name that is longer comes once. */
const KNOWN_CHARS = 200

/** `make`, whose results for names are kept while they are few: schemas ask for the same again and again. */
export function remember<T>(make: (name: string) => T): (name: string) => T {
  const known = new Map<string, T>()
  return (name) => {
    const before = known.get(name)
    if (before !== undefined) return before
    const made = make(name)
    if (known.size >= MOST_KNOWN) known.clear()
    if (name.length <= KNOWN_CHARS) known.set(name, made)
    return made
  }
}
