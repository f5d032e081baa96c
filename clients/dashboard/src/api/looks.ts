/** The first pause before what is under way is read again, and the longest, in milliseconds; each is longer by this factor. */
const FIRST_MS = 1_500
const LONGEST_MS = 15_000
const GROWTH = 1.5

interface Read {
  state: { data: unknown; dataUpdateCount: number }
}

/** How often a person has done something, and of each thing that was read how often they had, and at which reading it came to be so. */
let deeds = 0
const known = new WeakMap<object, { deeds: number; since: number }>()

/** A person has done something: what it leads to is looked for soon. */
export function lookSoon(): void {
  deeds++
}

/** When to read again what is under way: soon after it has changed, and ever less often while it stays as it is. */
export function nextLook({ state: { data, dataUpdateCount } }: Read): number {
  if (typeof data !== 'object' || data === null) return LONGEST_MS
  const before = known.get(data)
  const now = before?.deeds === deeds ? before : { deeds, since: dataUpdateCount }
  known.set(data, now)
  return Math.min(FIRST_MS * GROWTH ** (dataUpdateCount - now.since), LONGEST_MS)
}
