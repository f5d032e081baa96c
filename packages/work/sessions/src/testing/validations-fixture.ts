import { uuidv7 } from '@gleaner/contracts'
import { createPool, type Pool } from '@gleaner/db'
import { createProducer, createPubSub, type ValidationQueue } from '@gleaner/queue'
import { createSecretBox, generateKey } from '@gleaner/security/secret-box'
import { createTestDatabase, createTestRedis, eventually } from '@gleaner/testkit'
import type { ValidationsContext } from '../validation/context.ts'
import { sealSecrets } from '../vault.ts'

/** A database and a queue, and sessions in them that were made without an API. */
export interface ValidationsFixture {
  ctx: ValidationsContext
  accountId: string
  /** Columns of the session that are not as they are at first, as SQL: `status = 'expired'`. */
  session(set?: string): Promise<string>
  /** Ids of the sessions whose validations are on a queue. */
  queued(queue?: ValidationQueue): Promise<string[]>
  forgetQueues(): Promise<void>
  // biome-ignore lint/suspicious/noExplicitAny: rows are judged column by column
  row(table: 'login_session' | 'login_session_validation', sessionId: string): Promise<any>
  events(sessionId: string): Promise<{ actor: string; action: string; details: unknown }[]>
  close(): Promise<void>
}

export async function createValidationsFixture(): Promise<ValidationsFixture> {
  const [database, redis] = await Promise.all([createTestDatabase(), createTestRedis()])
  const pool: Pool = createPool({ url: database.url, connectTimeoutMs: 20_000 })
  const options = { redisUrl: redis.url, onError: () => {} }
  const producer = createProducer(options)
  const ctx = {
    pool,
    producer,
    pubSub: createPubSub(options),
    secretBox: createSecretBox(generateKey('test')),
  }
  const accountId = uuidv7()
  await pool.query("INSERT INTO account (id, name) VALUES ($1, 'Test')", [accountId])
  const queueOf = (name: ValidationQueue) => producer.queues().find((queue) => queue.name === name)!
  await eventually(() => queueOf('session-validation').getWaitingCount())

  return {
    ctx,
    accountId,
    async session(set) {
      const id = uuidv7()
      const cookie = {
        name: 'sid',
        value: 'x',
        domain: 'example.com',
        hostOnly: false,
        path: '/',
        httpOnly: false,
      }
      const { dataKey, secret } = sealSecrets(
        ctx.secretBox,
        { accountId, id },
        { cookies: [cookie], headers: {}, storage: [] },
      )
      await pool.query(
        `INSERT INTO login_session (id, account_id, name, domain, cookie_names, header_names, data_key, secret)
         VALUES ($1, $2, 'Test', 'example.com', '{sid}', '{}', $3, $4)`,
        [id, accountId, dataKey, secret],
      )
      if (set) await pool.query(`UPDATE login_session SET ${set} WHERE id = $1`, [id])
      return id
    },
    async queued(name = 'session-validation') {
      const messages = await queueOf(name).getJobs(['wait', 'prioritized', 'delayed'])
      return messages.map(({ data }) => data.sessionId)
    },
    async forgetQueues() {
      await Promise.all(producer.queues().map((queue) => queue.obliterate({ force: true })))
    },
    async row(table, sessionId) {
      const key = table === 'login_session' ? 'id' : 'session_id'
      return (await pool.query(`SELECT * FROM ${table} WHERE ${key} = $1`, [sessionId])).rows[0]
    },
    async events(sessionId) {
      const { rows } = await pool.query(
        'SELECT actor, action, details FROM login_session_event WHERE session_id = $1 ORDER BY id',
        [sessionId],
      )
      return rows
    },
    async close() {
      await Promise.all([producer.close(), ctx.pubSub.close()])
      await pool.end()
      await Promise.all([database.close(), redis.close()])
    },
  }
}
