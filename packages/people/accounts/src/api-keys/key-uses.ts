import type { Queryable } from '@gleaner/db'

/**
 * Counts what keys are used for: in this process, and written now and then, as a write for each request would cost more
 * than the look-up of its key. A process that is killed takes along what it has counted since it wrote last; one whose
 * database breaks off in the middle of a write may count that once more.
 */
export interface KeyUses {
  /** A request came with this key, from an address. */
  note(apiKeyId: string, address: string): void
  /** Writes what was counted, with one statement. What could not be written is kept for the next time. */
  flush(): Promise<void>
}

interface Use {
  requests: number
  lastAt: number
  /** Of the last one. */
  address: string
}

export function createKeyUses(db: Queryable): KeyUses {
  let counted = new Map<string, Use>()

  function add(apiKeyId: string, { requests, lastAt, address }: Use): void {
    const use = counted.get(apiKeyId)
    if (!use) return void counted.set(apiKeyId, { requests, lastAt, address })
    use.requests += requests
    if (lastAt < use.lastAt) return
    use.lastAt = lastAt
    use.address = address
  }

  return {
    note: (apiKeyId, address) => add(apiKeyId, { requests: 1, lastAt: Date.now(), address }),
    async flush() {
      if (counted.size === 0) return
      const written = counted
      counted = new Map()
      try {
        await write(db, written)
      } catch (error) {
        for (const [id, use] of written) add(id, use)
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
       SELECT id, requests, to_timestamp(last_ms / 1000.0) AS last_at, address
       FROM unnest($1::uuid[], $2::bigint[], $3::bigint[], $4::text[]) AS t(id, requests, last_ms, address)
     ), locked AS (
       SELECT id FROM api_key WHERE id = ANY ($1::uuid[]) ORDER BY id FOR NO KEY UPDATE
     )
     UPDATE api_key SET
       requests = api_key.requests + used.requests,
       last_used_at = GREATEST(api_key.last_used_at, used.last_at),
       last_used_ip = CASE WHEN used.last_at >= COALESCE(api_key.last_used_at, used.last_at) THEN used.address ELSE api_key.last_used_ip END
     FROM used JOIN locked USING (id)
     WHERE api_key.id = used.id`,
    [
      [...uses.keys()],
      all.map(({ requests }) => requests),
      all.map(({ lastAt }) => lastAt),
      all.map(({ address }) => address || null),
    ],
  )
}
