import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beginSignIn, findUser } from '@gleaner/accounts'
import { insertAccount } from '@gleaner/accounts/users/create-account'
import { auditLedger, readBalance } from '@gleaner/billing'
import { API_ROOT, uuidv7 } from '@gleaner/contracts'
import { checkReply } from '@gleaner/contracts/testing/check-reply'
import { createDatabase, createPool, type Database, type Pool } from '@gleaner/db'
import { checkDocumented } from '@gleaner/openapi/testing/check-documented'
import { connectRedis } from '@gleaner/queue'
import { createMetrics, loadConfig, type Metrics, type Service, silentLogger } from '@gleaner/runtime'
import { createLogger } from '@gleaner/runtime/logger'
import { generateApiKey } from '@gleaner/security/api-key'
import { createAccessTokens } from '@gleaner/security/jwt'
import { hashPassword } from '@gleaner/security/password'
import { generateKey } from '@gleaner/security/secret-box'
import { type Files, openFiles } from '@gleaner/storage'
import {
  createTestDatabase,
  createTestRedis,
  type DatabaseProxy,
  eventually,
  freePort,
  startDatabaseProxy,
  startTargetSite,
  type TargetSite,
} from '@gleaner/testkit'
import { createTierService, tierConfig } from '@gleaner/tier-worker'
import { config } from '../config.ts'
import { createService } from '../service.ts'
import { createTierWorkers } from './tier-workers.ts'

export interface Reply {
  status: number
  headers: Headers
  // biome-ignore lint/suspicious/noExplicitAny: replies are judged field by field
  body: any
}

export interface TestAccount {
  id: string
  userId: string
  email: string
  password: string
  /** Of its user, who has signed in. */
  accessToken: string
  key: string
  testKey: string
}

/** A gateway with workers of tiers 1 and 2 behind it, and the hostile local website in front of them. */
export interface GatewayFixture {
  url: string
  site: TargetSite
  pool: Pool
  db: Database
  /** In front of the gateway's database, where the fixture was made `overProxy`. */
  databaseProxy: DatabaseProxy
  files: Files
  admin: { user: string; password: string }
  /** With the limits of an enterprise, so that tests meet none unasked; `ordinary` leaves those of the balance. */
  account(balanceMicros?: number, options?: { ordinary?: boolean }): Promise<TestAccount>
  /** Throws when the reply is not as its endpoint declares it, and as the OpenAPI document says. */
  request(path: string, init?: RequestInit): Promise<Reply>
  scrape(account: TestAccount | string, body: unknown, headers?: Record<string, string>): Promise<Reply>
  get(account: TestAccount, path: string): Promise<Reply>
  /** A request of the account's user, who has signed in; `body` is sent as JSON. */
  asUser(
    account: TestAccount,
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<Reply>
  /** Available and held micros. */
  balance(account: TestAccount): Promise<[number, number]>
  /** Requests that have ended so far, by route and status: `{"/jobs/:job_id 200": 3}`. */
  requestCounts(): Promise<Record<string, number>>
  /** Requests that are being answered. */
  openRequests(): Promise<number>
  /** Lines that the gateway has logged. */
  logs: Record<string, unknown>[]
  /** As if nobody had asked for anything yet; forgets what is queued as well. */
  forgetLimits(): Promise<void>
  /** Stops and starts the workers. */
  workers: Service
  /** The gateway's settings, for another one beside it. */
  env: Readonly<Record<string, string>>
  close(): Promise<void>
}

const HOST = '127.0.0.1'
const PASSWORD = 'long enough'
/** Made once: each hash takes 50 ms of processor time. */
let passwordHash: Promise<string> | undefined
const UNTHROTTLE = 'UPDATE account SET requests_per_minute = 10000, concurrent_requests = 500 WHERE id = $1'

export async function createGatewayFixture(
  more: Record<string, string> = {},
  { overProxy = false, allTiers = false } = {},
): Promise<GatewayFixture> {
  const [database, redis, site, port] = await Promise.all([
    createTestDatabase(),
    createTestRedis(),
    startTargetSite(),
    more.PORT ?? freePort(),
  ])
  const databaseProxy = await startDatabaseProxy(database.url)
  const storage = await mkdtemp(join(tmpdir(), 'gleaner-gateway-'))
  const url = `http://${HOST}:${port}`
  const admin = { user: 'admin', password: 'a-long-enough-password' }
  const env = {
    PORT: String(port),
    HOST,
    PUBLIC_URL: url,
    DATABASE_URL: database.url,
    // A busy machine fails no test.
    DATABASE_CONNECT_TIMEOUT: '60s',
    REDIS_URL: redis.url,
    ENCRYPTION_KEYS: generateKey('test'),
    JWT_SECRET: 'a secret of tests that is long enough',
    STORAGE_DIR: storage,
    ADMIN_USER: admin.user,
    ADMIN_PASSWORD: admin.password,
    EGRESS_ALLOW: new URL(site.url).host,
    ...more,
  }
  const logs: GatewayFixture['logs'] = []
  const logger = createLogger(
    { service: 'gateway', level: 'debug' },
    { write: (line) => void logs.push(JSON.parse(line)) },
  )
  const metrics = createMetrics({ service: 'gateway' })
  const settings = loadConfig(config, { ...env, ...(overProxy && { DATABASE_URL: databaseProxy.url }) })
  const gateway = createService(settings, { logger, metrics })
  const workers = createTierService({
    name: 'test-tiers',
    config: loadConfig(tierConfig, env),
    deps: { logger: silentLogger(), metrics: createMetrics({ service: 'test-tiers' }) },
    // Browsers' modules are loaded where they are used: each suite loads its own.
    createTierWorkers: allTiers
      ? (await import('./all-tier-workers.ts')).createAllTierWorkers
      : createTierWorkers,
    tierWorkersModule: new URL('./tier-workers.ts', import.meta.url).href,
  })
  await Promise.all([gateway.start(), workers.start()])
  await eventually(() =>
    Promise.all(Object.values({ ...gateway.checks, ...gateway.partialChecks }).map((check) => check())),
  )

  const pool = createPool({ url: database.url, max: 4, connectTimeoutMs: 20_000 })
  const db = createDatabase(pool)
  // Prisma loads itself with its first query: on a busy machine for longer than a transaction waits.
  await (await db.prisma()).$queryRaw`SELECT 1`
  const connection = connectRedis(redis.url, 'worker', () => {})
  // Prisma loads itself with its first query, for longer than a transaction waits where many suites begin at once.
  await (await db.prisma()).$queryRaw`SELECT 1`
  const accessTokens = createAccessTokens({
    secret: env.JWT_SECRET,
    issuer: url,
    audience: `${url}${API_ROOT}`,
  })
  const request: GatewayFixture['request'] = async (path, init) => {
    const response = await fetch(url + path, init)
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.includes('/json')
    const reply = {
      status: response.status,
      headers: response.headers,
      body: isJson ? JSON.parse(text) : text,
    }
    const seen = { ...reply, method: init?.method ?? 'GET', url: path }
    checkReply(seen)
    checkDocumented(seen)
    return reply
  }

  return {
    url,
    site,
    pool,
    db,
    databaseProxy,
    files: openFiles(settings),
    admin,
    logs,
    requestCounts: () => readMetric(metrics, 'gleaner_http_request_seconds'),
    async openRequests() {
      const [count] = Object.values(await readMetric(metrics, 'gleaner_http_requests_open'))
      return count ?? 0
    },
    async forgetLimits() {
      await connection.flushdb()
    },
    workers,
    env,
    request,
    async account(balanceMicros = 1_000_000, { ordinary = false } = {}) {
      const [email, password] = [`${uuidv7()}@example.com`, PASSWORD]
      passwordHash ??= hashPassword(PASSWORD)
      const [live, test] = [generateApiKey('live'), generateApiKey('test')]
      const account = {
        name: 'Test',
        email,
        passwordHash: await passwordHash,
        apiKeys: [
          { name: 'live', key: live.key },
          { name: 'test', key: test.key },
        ],
        ...(balanceMicros > 0 && { deposit: { amountMicros: BigInt(balanceMicros), note: 'test' } }),
      }
      const { id } = await db.transaction((handles) => insertAccount(handles, account))
      if (!ordinary) await pool.query(UNTHROTTLE, [id])
      const user = (await findUser(pool, { email }))!
      const { access_token } = (await beginSignIn({ accessTokens }, pool, user))!
      const keys = { key: live.key, testKey: test.key }
      return { id, userId: user.id, email, password, accessToken: access_token, ...keys }
    },
    scrape: (account, body, headers) =>
      request('/api/v1/scrape', {
        method: 'POST',
        headers: {
          'X-API-Key': typeof account === 'string' ? account : account.key,
          'Content-Type': 'application/json',
          ...headers,
        },
        body: typeof body === 'string' ? body : JSON.stringify(body),
      }),
    get: (account, path) => request(`/api/v1${path}`, { headers: { 'X-API-Key': account.key } }),
    asUser: (account, method, path, body, headers) =>
      request(`/api/v1${path}`, {
        method,
        headers: {
          Authorization: `Bearer ${account.accessToken}`,
          'Content-Type': 'application/json',
          ...headers,
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      }),
    async balance(account) {
      const { availableMicros, heldMicros } = await readBalance(pool, account.id)
      return [Number(availableMicros), Number(heldMicros)]
    },
    async close() {
      const discrepancies = await auditLedger(pool)
      await Promise.all([gateway.stop(), workers.stop()])
      await pool.end()
      connection.disconnect()
      await Promise.all([site.close(), databaseProxy.close(), database.close(), redis.close()])
      await rm(storage, { recursive: true, force: true })
      if (discrepancies.length > 0) throw new Error(`the ledger disagrees: ${JSON.stringify(discrepancies)}`)
    },
  }
}

/** The value of a metric without labels, or those of a histogram's count by route and status. */
async function readMetric(metrics: Metrics, name: string): Promise<Record<string, number>> {
  const { values } = await metrics.registry.getSingleMetric(name)!.get()
  const counts = values.filter((value) => !('metricName' in value) || value.metricName === `${name}_count`)
  return Object.fromEntries(counts.map(({ labels, value }) => [`${labels.route} ${labels.status}`, value]))
}
