import { uuidv7 } from '@gleaner/contracts'
import { createDatabase, createPool, type Database, type Queryable } from '@gleaner/db'
import { generateApiKey } from '@gleaner/security/api-key'
import { createTestDatabase, eventually, type TestDatabase } from '@gleaner/testkit'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { createAccount } from '../users/create-account.ts'
import { createKeyVerifier } from './verify-key.ts'

let server: TestDatabase
let db: Database
beforeAll(async () => {
  server = await createTestDatabase()
  db = createDatabase(createPool({ url: server.url, max: 10 }))
})
afterAll(async () => {
  await db.pool.end()
  await server.close()
})

async function newKey(): Promise<string> {
  const { key } = generateApiKey('live')
  const email = `${uuidv7()}@example.com`
  await createAccount(db, { name: 'Ann', email, password: 'long enough', apiKeys: [{ name: 'k', key }] })
  return key
}

/** What ends a key: it is revoked, it expires, its account is blocked. */
const ENDS = [
  'UPDATE api_key SET revoked_at = now() WHERE prefix = $1',
  'UPDATE api_key SET expires_at = now() WHERE prefix = $1',
  'UPDATE account SET blocked_at = now() WHERE id = (SELECT account_id FROM api_key WHERE prefix = $1)',
]

const passed = (since: number, ms: number) =>
  eventually(() => expect(performance.now() - since).toBeGreaterThan(ms))

describe('a key that was revoked, has expired, or belongs to an account that was blocked', () => {
  test('is refused by every gateway within a second, however busy they are with it', async () => {
    const refusedInTime = ENDS.map(async (end) => {
      const key = await newKey()
      const gateways = [createKeyVerifier(db.pool), createKeyVerifier(db.pool)]
      for (const gateway of gateways) await gateway.verify(key)
      let busy = true
      // Each look-up that succeeds would begin another time of trust.
      const hammering = gateways.map(async (gateway) => {
        while (busy) {
          await gateway.verify(key).catch(() => undefined)
          await new Promise(setImmediate)
        }
      })
      await db.pool.query(end, [key.slice(0, 14)])
      await passed(performance.now(), 1000)
      for (const gateway of gateways) await expect(gateway.verify(key)).rejects.toThrow()
      busy = false
      await Promise.all(hammering)
    })
    await Promise.all(refusedInTime)
  })

  test('is not trusted for what a slow look-up read before', async () => {
    const refused = ENDS.map(async (end) => {
      const key = await newKey()
      const slow = slowDatabase()
      const gateway = createKeyVerifier(slow.db)
      const early = gateway.verify(key)
      const beganAt = performance.now()
      await slow.hasRead
      await db.pool.query(end, [key.slice(0, 14)])
      await passed(beganAt, 500)
      slow.release()
      // It was good when it was read.
      await early
      await expect(gateway.verify(key)).rejects.toThrow()
    })
    await Promise.all(refused)
  })
})

/** Reads at once, and answers when it is released. */
function slowDatabase() {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const { promise: hasRead, resolve: reportRead } = Promise.withResolvers<void>()
  const query = async (...args: Parameters<Queryable['query']>) => {
    const answer = await db.pool.query(...args)
    reportRead()
    await released
    return answer
  }
  return { db: { query: query as Queryable['query'] } as Queryable, hasRead, release }
}
