import { type Tier, tierRank } from '@gleaner/contracts/tier'
import type { Queryable } from '@gleaner/db'
import type { Attempt } from '../attempt.ts'
import { createSiteTallies } from './site-hours.ts'

/** How far back experience with a host counts. */
export const REMEMBERED_DAYS = 30

/** What this service knows of a host. */
export interface DomainExperience {
  /** Deliveries of all tiers. */
  deliveries: number
  /** The tier that delivered most, and how often. */
  usualTier: Tier
  byUsualTier: number
  /** The cheapest tier that delivers nearly always; undefined when none is known to. */
  reliableTier: Tier | undefined
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
  const { rows } = await db.query<TierRecord & { host: string }>({
    name: 'recall-domains',
    text: `
      SELECT host, tier, sum(delivered)::int AS delivered, sum(delivered + failed)::int AS tried,
             (sum(delivered * recency) / nullif(sum((delivered + failed) * recency), 0))::float8 AS "recentShare"
      FROM domain_memory, power(0.5, current_date - day) AS recency
      WHERE host = ANY($1) AND day >= current_date - ${REMEMBERED_DAYS}
      GROUP BY host, tier`,
    values: [hosts],
  })
  const known = new Map<string, DomainExperience>()
  for (const [host, records] of Map.groupBy(rows, (row) => row.host)) {
    const experience = experienceOf(records)
    if (experience) known.set(host, experience)
  }
  return known
}

/** How one tier fared at a host. */
interface TierRecord {
  tier: Tier
  delivered: number
  tried: number
  /** Deliveries among its tries, 0 to 1, each day counting half of the next: a site that has changed is soon known anew. */
  recentShare: number | null
}

/** From so many tries, and so often delivered among them, a tier counts as reliable. */
const RELIABLE = { tries: 5, share: 0.8 }

function experienceOf(records: TierRecord[]): DomainExperience | undefined {
  const byPrice = records.toSorted((a, b) => tierRank(a.tier) - tierRank(b.tier))
  const usual = byPrice.reduce((best, each) => (each.delivered > best.delivered ? each : best))
  if (usual.delivered === 0) return undefined
  const reliable = byPrice.find(
    ({ tried, recentShare }) => tried >= RELIABLE.tries && (recentShare ?? 0) >= RELIABLE.share,
  )
  return {
    deliveries: records.reduce((sum, { delivered }) => sum + delivered, 0),
    usualTier: usual.tier,
    byUsualTier: usual.delivered,
    reliableTier: reliable?.tier,
  }
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
  const sites = createSiteTallies()

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
    note(host, attempt, bytes) {
      sites.note(host, attempt)
      const { tier, result, durationMs } = attempt
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
      await sites.flush(db)
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

/** A host that was seen often. */
export interface KnownHost {
  /** The tier that delivers most of its pages. */
  usualTier: Tier
  /** Where a request with `prefer_known` begins. */
  startTier: Tier
}

/** Knows hosts that were seen often, without asking the database at every request. */
export interface DomainKnowledge {
  /** `sql`: the connection of a transaction that asks, which must not wait for another one. */
  find(host: string, sql?: Queryable): Promise<KnownHost | undefined>
}

const FRESH_MS = 60_000
const HOSTS_MAX = 10_000
/** Deliveries from which a host counts as known. */
export const SEEN_OFTEN = 20

/** What experience with a host is worth to a plan; undefined when there is too little of it. */
export function knownHost(memory: DomainExperience | undefined): KnownHost | undefined {
  if (!memory || memory.deliveries < SEEN_OFTEN) return undefined
  return { usualTier: memory.usualTier, startTier: memory.reliableTier ?? memory.usualTier }
}

export function createDomainKnowledge(db: Queryable): DomainKnowledge {
  const known = new Map<string, { host: KnownHost | undefined; until: number }>()
  return {
    async find(name, sql = db) {
      const entry = known.get(name)
      if (entry && entry.until > Date.now()) return entry.host
      const host = knownHost(await recallDomain(sql, name))
      if (known.size >= HOSTS_MAX) known.clear()
      known.set(name, { host, until: Date.now() + FRESH_MS })
      return host
    },
  }
}
