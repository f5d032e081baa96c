import type { Tier } from '@gleaner/contracts'
import type { Queryable } from '@gleaner/db'
import type { Attempt } from './attempt.ts'

/** How far back experience with a host counts. */
export const REMEMBERED_DAYS = 30

/** What this service knows of a host. */
export interface DomainExperience {
  /** Deliveries of all tiers. */
  deliveries: number
  /** The tier that delivered most, and how often. */
  usualTier: Tier
  byUsualTier: number
}

/** Experience with a host over the last 30 days; undefined when nothing was ever delivered from it. */
export async function recallDomain(db: Queryable, host: string): Promise<DomainExperience | undefined> {
  return (await recallDomains(db, [host])).get(host)
}

/** The same of several hosts, with one query. */
export async function recallDomains(
  db: Queryable,
  hosts: readonly string[],
): Promise<Map<string, DomainExperience>> {
  const { rows } = await db.query<DomainExperience & { host: string }>({
    name: 'recall-domains',
    text: `
      SELECT DISTINCT ON (host) host, tier AS "usualTier", sum(delivered)::int AS "byUsualTier",
             (sum(sum(delivered)) OVER (PARTITION BY host))::int AS deliveries
      FROM domain_memory WHERE host = ANY($1) AND day >= current_date - ${REMEMBERED_DAYS}
      GROUP BY host, tier HAVING sum(delivered) > 0 ORDER BY host, sum(delivered) DESC, tier`,
    values: [hosts],
  })
  return new Map(rows.map(({ host, ...experience }) => [host, experience]))
}

interface Tally {
  host: string
  tier: Tier
  delivered: number
  failed: number
  totalMs: number
  totalBytes: number
}

/** Adds attempts up in memory, so that a host that is fetched a thousand times a minute costs one row now and then. */
export interface DomainRecorder {
  note(host: string, attempt: Attempt, bytes: number): void
  /** Writes what was added up since the last time. What cannot be written now is kept for the next. */
  flush(): Promise<void>
}

/** Results that say something about the host and the tier; the others are about the request or about us. */
const TELLING: ReadonlySet<Attempt['result']> = new Set([
  'delivered',
  'blocked',
  'empty_shell',
  'timeout',
  'network_error',
])

export function createDomainRecorder(db: Queryable): DomainRecorder {
  let tallies = new Map<string, Tally>()

  function add({ host, tier, ...more }: Tally): void {
    const key = `${tier} ${host}`
    const tally = tallies.get(key) ?? { host, tier, delivered: 0, failed: 0, totalMs: 0, totalBytes: 0 }
    tally.delivered += more.delivered
    tally.failed += more.failed
    tally.totalMs += more.totalMs
    tally.totalBytes += more.totalBytes
    tallies.set(key, tally)
  }

  return {
    note(host, { tier, result, durationMs }, bytes) {
      if (!TELLING.has(result)) return
      const delivered = result === 'delivered'
      add({
        host,
        tier,
        delivered: delivered ? 1 : 0,
        failed: delivered ? 0 : 1,
        totalMs: delivered ? durationMs : 0,
        totalBytes: delivered ? bytes : 0,
      })
    },
    async flush() {
      if (tallies.size === 0) return
      const written = tallies
      tallies = new Map()
      try {
        await write(db, [...written.values()])
      } catch (error) {
        for (const tally of written.values()) add(tally)
        throw error
      }
    },
  }
}

async function write(db: Queryable, tallies: Tally[]): Promise<void> {
  // In one order everywhere, so that two workers that write the same hosts cannot lock each other out.
  tallies.sort((a, b) => (a.host === b.host ? a.tier.localeCompare(b.tier) : a.host < b.host ? -1 : 1))
  await db.query(
    `INSERT INTO domain_memory AS known (host, tier, day, delivered, failed, total_ms, total_bytes)
     SELECT host, tier, current_date, delivered, failed, total_ms, total_bytes
     FROM unnest($1::text[], $2::text[], $3::int[], $4::int[], $5::bigint[], $6::bigint[])
       AS t(host, tier, delivered, failed, total_ms, total_bytes)
     ON CONFLICT (host, tier, day) DO UPDATE SET
       delivered = known.delivered + excluded.delivered, failed = known.failed + excluded.failed,
       total_ms = known.total_ms + excluded.total_ms, total_bytes = known.total_bytes + excluded.total_bytes`,
    [
      tallies.map(({ host }) => host),
      tallies.map(({ tier }) => tier),
      tallies.map(({ delivered }) => delivered),
      tallies.map(({ failed }) => failed),
      tallies.map(({ totalMs }) => Math.round(totalMs)),
      tallies.map(({ totalBytes }) => totalBytes),
    ],
  )
}

/** Knows the usual tier of hosts that were seen often, without asking the database at every request. */
export interface DomainKnowledge {
  usualTier(host: string): Promise<Tier | undefined>
}

const FRESH_MS = 60_000
const HOSTS_MAX = 10_000
/** Deliveries from which a host counts as known. */
export const SEEN_OFTEN = 20

/** The usual tier of a host that was seen often. */
export function usualTierOf(memory: DomainExperience | undefined): Tier | undefined {
  return memory && memory.deliveries >= SEEN_OFTEN ? memory.usualTier : undefined
}

export function createDomainKnowledge(db: Queryable): DomainKnowledge {
  const known = new Map<string, { tier: Tier | undefined; until: number }>()
  return {
    async usualTier(host) {
      const entry = known.get(host)
      if (entry && entry.until > Date.now()) return entry.tier
      const tier = usualTierOf(await recallDomain(db, host))
      if (known.size >= HOSTS_MAX) known.clear()
      known.set(host, { tier, until: Date.now() + FRESH_MS })
      return tier
    },
  }
}
