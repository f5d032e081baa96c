import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createDatabase, createPool, type Database } from '@gleaner/db'
import { freePort } from '@gleaner/local-servers/free-port'
import { generateApiKey } from '@gleaner/security/api-key'
import { serveSuites } from '@gleaner/testkit/shared-program'
import { type Fleet, startFleet } from '../fleet.ts'
import { seedAccount } from '../seed.ts'
import { FLEET_UNDER_TEST } from './fleet-under-test.ts'
import { forgetAddresses } from './forget-addresses.ts'
import type { SharedFleet } from './shared-fleet.ts'

/** For each suite that asks, and for how many suites: the fleet has to know the ports when it starts. */
const PORTS_EACH = 2
const SUITES_MOST = 40

const running = start()
running.catch(() => {}) // each suite that asks is told
serveSuites({
  answer: async () => (await running).openAccount(),
  stop: async () => await (await running).stop(),
})

async function start() {
  const home = await mkdtemp(join(tmpdir(), 'gleaner-home-'))
  const ports: number[] = []
  for (let n = 0; n < PORTS_EACH * SUITES_MOST; n++) ports.push(await freePort())
  const hosts = ports.map((port) => `127.0.0.1:${port}`)
  const fleet = await startFleet({
    home,
    port: 0,
    env: {
      ...FLEET_UNDER_TEST,
      EGRESS_ALLOW: hosts.join(),
      CORS_ORIGINS: hosts.map((host) => `http://${host}`).join(),
      OAUTH_REGISTRATION: 'true',
      EXPORT_FOLDERS: join(home, 'exports'),
    },
  })
  const pool = createPool({ url: fleet.info.database_url, max: 2 })
  const db = createDatabase(pool)
  // Prisma loads itself with its first query: on a busy machine for longer than a transaction waits.
  await (await db.prisma()).$queryRaw`SELECT 1`
  const forgetting = forgetAddresses(fleet.info.redis_url)
  return {
    openAccount: () => openAccount(fleet, db, ports.splice(0, PORTS_EACH)),
    async stop() {
      await forgetting.stop()
      await pool.end()
      await fleet.stop()
      await rm(home, { recursive: true, force: true, maxRetries: 20 })
    },
  }
}

async function openAccount(fleet: Fleet, db: Database, ports: readonly number[]): Promise<SharedFleet> {
  if (ports.length < PORTS_EACH)
    throw new Error(`More than ${SUITES_MOST} suites share the fleet: SUITES_MOST says how many may`)
  const account = {
    user: {
      email: `${randomBytes(8).toString('hex')}@suites.example`,
      password: randomBytes(12).toString('base64url'),
    },
    api_key: generateApiKey('live').key,
    test_key: generateApiKey('test').key,
  }
  await seedAccount(db, account)
  const { info } = fleet
  return { info: { ...info, ...account }, url: new URL(info.base_url).origin, ports }
}
