import { randomUUID } from 'node:crypto'
import { createPool, type Pool } from '@gleaner/db'
import { createTestDatabase } from '@gleaner/testkit'
import {
  type Claim,
  type ClaimedDelivery,
  type ClaimOptions,
  claimDeliveries,
  FIRST_POSITION,
  type Held,
} from '../claim-deliveries.ts'
import { type AttemptOutcome, recordAttempts } from '../record-attempts.ts'

/** Rows as those who write the outbox write them, and dispatchers that only claim. */
export interface Outbox {
  pool: Pool
  url: string
  account(options?: { micros?: number; tokens?: number; enterprise?: boolean }): Promise<string>
  /** A finished job with a page of so many bytes. */
  job(accountId: string, pageBytes: number): Promise<string>
  /** Deliveries that are due, to the hosts in turn; the first one first. */
  deliveries(accountId: string, hosts: readonly string[], count: number, jobId?: string): Promise<void>
  close(): Promise<void>
}

export async function createOutbox(): Promise<Outbox> {
  const database = await createTestDatabase()
  const pool = createPool({ url: database.url, max: 4 })
  return {
    pool,
    url: database.url,
    async account({ micros = 0, tokens, enterprise = false } = {}) {
      const id = randomUUID()
      await pool.query(
        `WITH account AS (INSERT INTO account (id, name, requests_per_minute, enterprise) VALUES ($1, 'a', $2, $3))
         INSERT INTO balance (account_id, available_micros) VALUES ($1, $4)`,
        [id, tokens ?? null, enterprise, micros],
      )
      return id
    },
    async job(accountId, pageBytes) {
      const id = randomUUID()
      await pool.query(
        `WITH job AS (
           INSERT INTO job (id, account_id, status, url, host, mode, spec, plan, tier, deadline_at)
           VALUES ($1, $2, 'completed', 'https://a.example/', 'a.example', 'auto', '{}', '{}', '1', now()))
         INSERT INTO job_page (job_id, page) VALUES ($1, repeat('x', $3))`,
        [id, accountId, pageBytes],
      )
      return id
    },
    async deliveries(accountId, hosts, count, jobId) {
      await pool.query(
        `INSERT INTO webhook_delivery (id, account_id, job_id, event, url, host, next_attempt_at)
         SELECT gen_random_uuid(), $1, $2, 'job.completed', 'http://' || host || '/', host, now() - (1000 - n) * interval '1 millisecond'
         FROM (SELECT n, $3::text[] AS hosts FROM generate_series(0, $4 - 1) AS n) AS due,
           LATERAL (SELECT hosts[1 + n % cardinality(hosts)] AS host) AS at`,
        [accountId, jobId ?? null, hosts, count],
      )
    },
    async close() {
      await pool.end()
      await database.close()
    },
  }
}

/** A dispatcher's claims, without the sending. */
export function createClaimer(
  pool: Pool,
  options: Partial<ClaimOptions> & { most?: ClaimOptions['free'] } = {},
) {
  const { most = { places: 1_000, bytes: 64_000_000 } } = options
  let held: ClaimedDelivery[] = []
  let position = FIRST_POSITION

  const heldByAccount = (): Held[] =>
    [...Map.groupBy(held, ({ accountId }) => accountId)].map(([accountId, of]) => ({
      accountId,
      places: of.length,
      bytes: sum(of),
    }))

  async function claim(): Promise<Claim> {
    const free = { places: most.places - held.length, bytes: most.bytes - sum(held) }
    const given = await claimDeliveries(pool, {
      position,
      limit: Math.min(64, free.places),
      free,
      held: heldByAccount(),
      perHost: 32,
      perLane: 16,
      slowLanes: [],
      tokens: {
        tiers: [
          { minMicros: 0, tokens: 30 },
          { minMicros: 5_000_000, tokens: 60 },
        ],
        enterprise: 10_000,
      },
      leaseMs: 600_000,
      ...options,
    })
    position = given.position
    held.push(...given.deliveries)
    return given
  }

  return {
    claim,
    /** Claims until a look at all accounts and lanes has given nothing; what it got. */
    async claimAll(): Promise<ClaimedDelivery[]> {
      const all: ClaimedDelivery[] = []
      for (let idle = 0; idle < 3; ) {
        const { deliveries, isMore } = await claim()
        all.push(...deliveries)
        idle = deliveries.length === 0 && !isMore ? idle + 1 : 0
      }
      return all
    },
    held: () => held,
    async end(
      deliveries: readonly ClaimedDelivery[],
      outcome: AttemptOutcome = 'delivered',
      retryDelayMs = 0,
    ) {
      const ended = new Set(deliveries)
      held = held.filter((delivery) => !ended.has(delivery))
      return await recordAttempts(
        pool,
        deliveries.map((delivery) => ({
          delivery,
          outcome,
          startedAt: new Date(),
          durationMs: 1,
          retryDelayMs,
        })),
      )
    },
  }
}

export function sum(deliveries: readonly ClaimedDelivery[]): number {
  return deliveries.reduce((total, { bytes }) => total + bytes, 0)
}

/** How many there are of each. */
export function counted<T>(
  deliveries: readonly ClaimedDelivery[],
  by: (delivery: ClaimedDelivery) => T,
): Map<T, number> {
  return new Map([...Map.groupBy(deliveries, by)].map(([key, of]) => [key, of.length]))
}
