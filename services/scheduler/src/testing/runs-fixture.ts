import { randomUUID } from 'node:crypto'
import { insertAccount } from '@gleaner/accounts/users/create-account'
import { createDatabase, type Database } from '@gleaner/db'
import { type JobsContext, openJobs } from '@gleaner/jobs'
import { createMetrics, loadConfig, silentLogger } from '@gleaner/runtime'
import { generateApiKey } from '@gleaner/security/api-key'
import { generateKey } from '@gleaner/security/secret-box'
import { createTestDatabase, createTestRedis, freePort } from '@gleaner/testkit'
import { config } from '../config.ts'
import { openRuns, type RunsContext } from '../schedules/context.ts'

/** What a scheduler needs to begin runs, on databases of its own. */
export interface RunsFixture {
  db: Database
  jobs: JobsContext
  runs: RunsContext
  // biome-ignore lint/suspicious/noExplicitAny: rows are looked at, not trusted
  query(sql: string, values?: unknown[]): Promise<any[]>
  /** An account with a person and a key. */
  account(balanceMicros: number): Promise<TestOwner>
  close(): Promise<void>
}

export interface TestOwner {
  id: string
  keyId: string
  userId: string
}

export async function createRunsFixture(env: NodeJS.ProcessEnv = {}): Promise<RunsFixture> {
  const [database, redis] = await Promise.all([createTestDatabase(), createTestRedis()])
  const settings = loadConfig(config, {
    DATABASE_URL: database.url,
    DATABASE_CONNECT_TIMEOUT: '60s',
    REDIS_URL: redis.url,
    ENCRYPTION_KEYS: generateKey('test'),
    PUBLIC_URL: 'http://127.0.0.1:1',
    STORAGE_DIR: '/tmp/none',
    NODE_ENV: 'development',
    ...env,
  })
  const opened = openJobs(settings, silentLogger(), { max: 6 })
  const { jobs } = opened
  const db = createDatabase(jobs.pool)
  const runs = openRuns(settings, jobs, {
    logger: silentLogger(),
    metrics: createMetrics({ service: 'test' }),
    opsPort: await freePort(),
  })
  await runs.blockedDomains.start()
  const query: RunsFixture['query'] = async (sql, values = []) => (await db.pool.query(sql, values)).rows
  return {
    db,
    jobs,
    runs,
    query,
    async account(balanceMicros) {
      const { id } = await db.transaction((both) =>
        insertAccount(both, {
          name: 'a',
          email: `${randomUUID()}@example.com`,
          passwordHash: 'x',
          apiKeys: [{ name: 'live', key: generateApiKey('live').key }],
          ...(balanceMicros > 0 && { deposit: { amountMicros: BigInt(balanceMicros), note: 'test' } }),
        }),
      )
      const [row] = await query(
        'SELECT k.id AS key, u.id AS person FROM api_key k JOIN app_user u ON u.account_id = k.account_id WHERE k.account_id = $1',
        [id],
      )
      return { id, keyId: row.key, userId: row.person }
    },
    async close() {
      await runs.close()
      await opened.close()
      await Promise.all([database.close(), redis.close()])
    },
  }
}
