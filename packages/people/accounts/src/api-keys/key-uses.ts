import type { Queryable } from '@gleaner/db'

/**
 * Counts what keys are used for: in this process, and written now and then, as a write for each request would cost more
 * than the look-up of its key. A process that is killed takes along what it has counted since it wrote last; one whose
 * database breaks off in the middle of a write may count that once more.
 */
export interface KeyUses {
  /** A request came with this key. */
  note(apiKeyId: string): void
  /** Writes what was counted, with one statement. What could not be written is kept for the next time. */
  flush(): Promise<void>
}

interface Use {
  requests: number
  lastAt: number
}

export function createKeyUses(db: Queryable): KeyUses {
  let counted = new Map<string, Use>()

  function add(apiKeyId: string, requests: number, lastAt: number): void {
    const use = counted.get(apiKeyId)
    if (!use) return void counted.set(apiKeyId, { requests, lastAt })
    use.requests += requests
    use.lastAt = Math.max(use.lastAt, lastAt)
  }

  return {
    note: (apiKeyId) => add(apiKeyId, 1, Date.now()),
    async flush() {
      if (counted.size === 0) return
      const written = counted
      counted = new Map()
      try {
        await write(db, written)
      } catch (error) {
        for (const [id, { requests, lastAt }] of written) add(id, requests, lastAt)
        throw error
      }
    },
  }
}

/** Rows are locked in one order everywhere: gateways that write the same keys would lock each other out otherwise. */
async function write(db: Queryable, uses: ReadonlyMap<string, Use>): Promise<void> {
  const all = [...uses.values()]
  await db.query(
    `WITH used AS (
       SELECT * FROM unnest($1::uuid[], $2::bigint[], $3::bigint[]) AS t(id, requests, last_ms)
     ), locked AS (
       SELECT id FROM api_key WHERE id = ANY ($1::uuid[]) ORDER BY id FOR NO KEY UPDATE
     )
     UPDATE api_key SET
       requests = api_key.requests + used.requests,
       last_used_at = GREATEST(api_key.last_used_at, to_timestamp(used.last_ms / 1000.0))
     FROM used JOIN locked USING (id)
     WHERE api_key.id = used.id`,
    [[...uses.keys()], all.map(({ requests }) => requests), all.map(({ lastAt }) => lastAt)],
  )
}
