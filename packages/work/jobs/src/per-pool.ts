import type { Pool } from '@gleaner/db'

/** Makes something once for each pool of connections, when it is first asked for. */
export function perPool<T>(create: (pool: Pool) => T): (pool: Pool) => T {
  const made = new WeakMap<Pool, T>()
  return (pool) => {
    const known = made.get(pool)
    if (known !== undefined) return known
    const one = create(pool)
    made.set(pool, one)
    return one
  }
}
