import { createBalance, deposit } from '@gleaner/billing'
import { uuidv7 } from '@gleaner/contracts'
import { MapRequest } from '@gleaner/contracts/schemas/maps'
import { createPool, type Pool, transaction } from '@gleaner/db'
import { createProducer, createPubSub } from '@gleaner/queue'
import { createTestDatabase, createTestRedis, eventually } from '@gleaner/testkit'
import { beginMap } from '../life/begin-map.ts'
import { type ClaimedMap, claimMap } from '../life/claim-map.ts'
import type { AskedMap, MapsContext, NewMap } from '../life/map.ts'

/** A database and a queue, and maps in them that were asked for without an API. */
export interface MapsFixture {
  ctx: MapsContext
  pool: Pool
  account(balanceMicros?: number): Promise<string>
  begin(accountId: string, asked?: Partial<AskedMap>, more?: Partial<NewMap>): Promise<string>
  claim(id: string): Promise<ClaimedMap>
  /** As by a crawler that is killed: its claim has run out. */
  vanish(id: string): Promise<void>
  /** What an account has, and what of it is set aside, in micros. */
  balance(accountId: string): Promise<[available: number, held: number]>
  // biome-ignore lint/suspicious/noExplicitAny: rows are judged column by column
  row(id: string): Promise<any>
  set(id: string, columns: string): Promise<void>
  /** Ids of the maps on the queue. */
  queued(): Promise<string[]>
  close(): Promise<void>
}

export async function createMapsFixture(): Promise<MapsFixture> {
  const [database, redis] = await Promise.all([createTestDatabase(), createTestRedis()])
  const pool = createPool({ url: database.url, connectTimeoutMs: 20_000, onError: () => {} })
  const options = { redisUrl: redis.url, onError: () => {} }
  const [producer, pubSub] = [createProducer(options), createPubSub(options)]
  const queue = producer.queues().find(({ name }) => name === 'map')!
  await eventually(() => queue.getWaitingCount())
  const set = async (id: string, columns: string) => {
    await pool.query(`UPDATE site_map SET ${columns} WHERE id = $1`, [id])
  }

  return {
    ctx: { pool, producer, pubSub },
    pool,
    set,
    async account(balanceMicros = 1_000_000) {
      const id = uuidv7()
      await pool.query("INSERT INTO account (id, name) VALUES ($1, 'Test')", [id])
      await createBalance(pool, id)
      if (balanceMicros > 0) await deposit(pool, id, BigInt(balanceMicros), 'test')
      return id
    },
    async begin(accountId, asked = {}, more = {}) {
      const request = { ...MapRequest.parse({ url: 'https://site.example/', timeout: 20 }), ...asked }
      return await transaction(pool, (sql) =>
        beginMap(sql, { accountId, apiKeyId: null, test: false, request, ...more }),
      )
    },
    async claim(id) {
      const claim = await claimMap(pool, id)
      if (claim.kind !== 'claimed') throw new Error(claim.kind)
      return claim.row
    },
    vanish: (id) => set(id, "lease_until = now() - interval '1 s'"),
    async balance(accountId) {
      const { rows } = await pool.query(
        'SELECT available_micros::int AS available, held_micros::int AS held FROM balance WHERE account_id = $1',
        [accountId],
      )
      return [rows[0].available, rows[0].held]
    },
    async row(id) {
      return (await pool.query('SELECT * FROM site_map WHERE id = $1', [id])).rows[0]
    },
    async queued() {
      return (await queue.getJobs(['wait', 'prioritized', 'delayed'])).map(({ data }) => data.mapId)
    },
    async close() {
      await Promise.all([producer.close(), pubSub.close()])
      await pool.end()
      await Promise.all([database.close(), redis.close()])
    },
  }
}
