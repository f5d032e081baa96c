import { createBalance, deposit } from '@gleaner/billing'
import { createBrowserPool } from '@gleaner/browser-tiers'
import { uuidv7 } from '@gleaner/contracts/ids'
import type { ViewerAction } from '@gleaner/contracts/schemas/manual-login-messages'
import { createDatabase, createPool, type Pool, transaction } from '@gleaner/db'
import { createEgress } from '@gleaner/egress'
import { connectRedis, createProducer, createPubSub } from '@gleaner/queue'
import { createMetrics, silentLogger } from '@gleaner/runtime'
import { descendants } from '@gleaner/runtime/process-table'
import { createSecretBox, generateKey } from '@gleaner/security/secret-box'
import { createTestDatabase, createTestRedis, eventually } from '@gleaner/testkit'
import { openViewer, type ViewerChannel } from '../channel/index.ts'
import { beginLogin } from '../life/begin-login.ts'
import type { ManualLoginsContext, Times } from '../life/manual-login.ts'
import { giveTicket } from '../life/tickets.ts'
import { createManualLoginWorker, type ManualLoginWorker } from '../worker/manual-login-worker.ts'

/** A database, a queue and a browser, and people who sign in with it. */
export interface LoginsFixture {
  ctx: ManualLoginsContext
  pool: Pool
  /** Begins a login of an account of its own, and puts it on the queue. */
  begin(url: string): Promise<Begun>
  enqueue(id: string): Promise<void>
  /** A worker that has these times for each. */
  worker(times: Times): Promise<ManualLoginWorker>
  /** Browsers that run. */
  browsers(): number
  close(): Promise<void>
}

export interface Begun {
  id: string
  accountId: string
  /** What the account has, what of it is set aside, and what it has paid, in micros. */
  money(): Promise<{ available: number; held: number; paid: number }>
  // biome-ignore lint/suspicious/noExplicitAny: rows are judged column by column
  row(): Promise<any>
  until(outcome: string): Promise<void>
  /** `first`: what is done before anything is shown. */
  look(first?: ViewerAction): Promise<Looking>
}

/** Somebody in front of it. */
export interface Looking {
  channel: ViewerChannel
  frames: number
  left: number
  /** Of the page, as the last frame says. */
  size: [width: number, height: number]
}

export const MONEY = 1_000_000
const ACTOR = 'user:019a9f3e-7c1a-7b2e-9d55-3f0a6c1b2d51'

export async function createLoginsFixture(chromium: string, allow: string): Promise<LoginsFixture> {
  const [database, redis] = await Promise.all([createTestDatabase(), createTestRedis()])
  const pool = createPool({ url: database.url, connectTimeoutMs: 20_000, onError: () => {} })
  const options = { redisUrl: redis.url, onError: () => {} }
  const commands = connectRedis(redis.url, 'worker', () => {})
  const ctx = {
    pool,
    producer: createProducer(options),
    pubSub: createPubSub(options),
    secretBox: createSecretBox(generateKey('test')),
  }
  const egress = createEgress({ allow })
  const workers: ManualLoginWorker[] = []
  const pools: { close(): Promise<void> }[] = []
  const enqueue = async (id: string) => {
    await eventually(() => ctx.producer.add('manual-login', { manualLoginId: id }, { id }))
  }

  async function begin(url: string): Promise<Begun> {
    const accountId = uuidv7()
    await pool.query("INSERT INTO account (id, name) VALUES ($1, 'Test')", [accountId])
    await createBalance(pool, accountId)
    await deposit(pool, accountId, BigInt(MONEY), 'test')
    const request = { url, name: 'Ada', domain: '127.0.0.1', mobile: false, location: {} }
    const asked = { accountId, apiKeyId: null, actor: ACTOR, request } as const
    const { id } = await transaction(pool, (sql) => beginLogin(sql, asked))
    await enqueue(id)
    const row = async () => (await pool.query('SELECT * FROM manual_login WHERE id = $1', [id])).rows[0]
    return {
      id,
      accountId,
      row,
      async money() {
        const { rows } = await pool.query(
          `SELECT available_micros::int AS available, held_micros::int AS held, revenue_micros::int AS paid
           FROM balance WHERE account_id = $1`,
          [accountId],
        )
        return rows[0]
      },
      async until(outcome) {
        await eventually(async () => {
          const is = await row()
          if (is.outcome !== outcome) throw new Error(JSON.stringify([is.outcome, is.error]))
        })
      },
      async look(first) {
        const given = await giveTicket(pool, ctx.secretBox, id, { accountId, actor: ACTOR, origin: null })
        const looking = { frames: 0, left: Number.POSITIVE_INFINITY } as Looking
        looking.channel = await openViewer(
          ctx.pubSub,
          { id, ticket: given!.ticket },
          {
            onFrame(frame) {
              looking.frames += 1
              looking.size = [frame.readUInt16BE(4), frame.readUInt16BE(6)]
              looking.channel?.act({ type: 'drawn', frame: frame.readUInt32BE(0) })
            },
            onText(text) {
              const said = JSON.parse(text)
              if (said.type === 'time') looking.left = said.left_seconds
            },
          },
        )
        if (first) looking.channel.act(first)
        await eventually(() => {
          if (looking.frames === 0) throw new Error('nothing is shown')
        })
        return looking
      },
    }
  }

  return {
    ctx,
    pool,
    begin,
    enqueue,
    browsers: () =>
      descendants(process.pid).filter(({ command }) => command.includes('--remote-debugging-pipe')).length,
    async worker(times) {
      const browsers = createBrowserPool({ egress, executablePath: chromium, maxPages: 2 })
      const worker = createManualLoginWorker({
        redisUrl: redis.url,
        redis: commands,
        logins: ctx,
        db: createDatabase(pool),
        pool: browsers,
        proxies: [],
        times,
        logger: silentLogger(),
        metrics: createMetrics({ service: 'test' }),
      })
      await worker.start()
      workers.push(worker)
      pools.push(browsers)
      return worker
    },
    async close() {
      for (const worker of workers) await worker.stop()
      for (const each of pools) await each.close()
      await Promise.all([ctx.producer.close(), ctx.pubSub.close(), egress.close()])
      commands.disconnect()
      await pool.end()
      await Promise.all([database.close(), redis.close()])
    },
  }
}
