import type { Tier } from '@gleaner/contracts/tier'
import { ago, expire, type Queryable } from '@gleaner/db'
import { DAY_MS } from '@gleaner/runtime/units'
import type { Attempt } from '../attempt.ts'

/** How long it is kept how attempts at hosts ended. */
export const SITE_HOURS_KEPT_DAYS = 14

export const SITE_PURGES = [
  expire({ name: 'site-hours', table: 'site_hour', by: 'hour', before: ago(SITE_HOURS_KEPT_DAYS * DAY_MS) }),
]

interface Tally {
  /** Milliseconds since the epoch. */
  hour: number
  host: string
  tier: Tier
  result: Attempt['result']
  wall: string
  attempts: number
  totalMs: number
}

const HOUR_MS = 3_600_000

/** Adds up in memory how attempts at hosts end, hour by hour, so that a busy host costs some rows now and then. */
export function createSiteTallies() {
  let tallies = new Map<string, Tally>()

  function add(more: Tally): void {
    const key = JSON.stringify([more.hour, more.host, more.tier, more.result, more.wall])
    const known = tallies.get(key)
    if (!known) return void tallies.set(key, { ...more })
    known.attempts += more.attempts
    known.totalMs += more.totalMs
  }

  return {
    note(host: string, { tier, result, wall = '', durationMs }: Omit<Attempt, 'wall'> & { wall?: string }) {
      const hour = Math.floor(Date.now() / HOUR_MS) * HOUR_MS
      add({ hour, host, tier, result, wall, attempts: 1, totalMs: durationMs })
    },
    /** Writes what was added up since the last time. What cannot be written now is kept for the next. */
    async flush(db: Queryable): Promise<void> {
      if (tallies.size === 0) return
      const written = [...tallies].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, tally]) => tally)
      tallies = new Map()
      try {
        await write(db, written)
      } catch (error) {
        written.forEach(add)
        throw error
      }
    },
  }
}

/** In one order everywhere, so that two workers that write the same hosts cannot lock each other out. */
async function write(db: Queryable, tallies: readonly Tally[]): Promise<void> {
  await db.query(
    `INSERT INTO site_hour AS known (hour, host, tier, result, wall, attempts, total_ms)
     SELECT * FROM unnest($1::timestamptz[], $2::text[], $3::text[], $4::text[], $5::text[], $6::int[], $7::bigint[])
     ON CONFLICT (hour, host, tier, result, wall) DO UPDATE SET
       attempts = known.attempts + excluded.attempts, total_ms = known.total_ms + excluded.total_ms`,
    [
      tallies.map(({ hour }) => new Date(hour)),
      tallies.map(({ host }) => host),
      tallies.map(({ tier }) => tier),
      tallies.map(({ result }) => result),
      tallies.map(({ wall }) => wall),
      tallies.map(({ attempts }) => attempts),
      tallies.map(({ totalMs }) => Math.round(totalMs)),
    ],
  )
}
