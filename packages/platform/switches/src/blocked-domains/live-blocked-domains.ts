import type { Queryable } from '@gleaner/db'
import { createLoop, type ServiceDeps } from '@gleaner/runtime'

/** The blocked domains as they are now, for the egress policy of a running process. */
export interface LiveBlockedDomains {
  /** Those of the setting and of the table. The same array until one of them changes. */
  names(): readonly string[]
  /** Reads the table, and from now on every two seconds. While the database is away, what was read last holds. */
  start(): Promise<void>
  stop(): Promise<void>
}

const EVERY_MS = 2_000

/** `fixed` are those of EGRESS_BLOCKED_DOMAINS. */
export function createLiveBlockedDomains(
  db: Queryable,
  fixed: readonly string[],
  { logger, metrics }: Pick<ServiceDeps, 'logger' | 'metrics'>,
): LiveBlockedDomains {
  let stored = ''
  let names = fixed
  const loop = createLoop({ name: 'read-blocked-domains', everyMs: EVERY_MS, logger, metrics, run: read })

  async function read(): Promise<void> {
    const { rows } = await db.query<{ domains: string | null }>(
      "SELECT string_agg(domain, ' ' ORDER BY domain) AS domains FROM blocked_domain",
    )
    const now = rows[0]?.domains ?? ''
    if (now === stored) return
    stored = now
    names = [...fixed, ...now.split(' ').filter(Boolean)]
  }

  return {
    names: () => names,
    async start() {
      await read().catch((error: unknown) => logger.warn({ err: error }, 'blocked domains were not read'))
      loop.start()
    },
    stop: loop.stop,
  }
}
