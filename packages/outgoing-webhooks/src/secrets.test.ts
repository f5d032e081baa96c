import { randomUUID } from 'node:crypto'
import { createPool, type Pool } from '@gleaner/db'
import { createSecretBox, generateKey } from '@gleaner/security/secret-box'
import { createTestDatabase, type TestDatabase } from '@gleaner/testkit'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { readSecrets, rotateSecret } from './secrets.ts'

let server: TestDatabase
let pool: Pool
const secretBox = createSecretBox(generateKey('test'))
beforeAll(async () => {
  server = await createTestDatabase()
  pool = createPool({ url: server.url })
})
afterAll(async () => {
  await pool.end()
  await server.close()
})

async function account(): Promise<string> {
  const id = randomUUID()
  await pool.query("INSERT INTO account (id, name) VALUES ($1, 'a')", [id])
  return id
}
const read = (accountId: string) => readSecrets({ pool, secretBox }, accountId)
const rotate = (accountId: string) => rotateSecret(pool, secretBox, accountId)

test('the secret is made when it is first asked for, once for all who ask at that time', async () => {
  const accountId = await account()
  const all = await Promise.all(Array.from({ length: 100 }, () => read(accountId)))
  expect(new Set(all.map((each) => each!.signing[0])).size).toBe(1)
  expect(all[0]).toMatchObject({ signing: [expect.stringMatching(/^whsec_/)], previousUntil: null })
  expect(await read(accountId)).toEqual(all[0])
})

test('accounts have different ones', async () => {
  const [one, other] = [await read(await account()), await read(await account())]
  expect(one!.signing).not.toEqual(other!.signing)
})

test('after a rotation the one before signs for a day', async () => {
  const accountId = await account()
  const before = (await read(accountId))!
  const after = (await rotate(accountId))!
  expect(after.signing).toEqual([after.signing[0], before.signing[0]])
  expect(after.signing[0]).not.toBe(before.signing[0])
  expect(after.previousUntil!.getTime() - after.createdAt.getTime()).toBe(24 * 3600_000)
  expect(await read(accountId)).toEqual(after)
  await pool.query(
    "UPDATE webhook_secret SET previous_until = now() - interval '1 ms' WHERE account_id = $1",
    [accountId],
  )
  expect(await read(accountId)).toMatchObject({ signing: [after.signing[0]], previousUntil: null })
})

test('a second rotation retires the first secret at once', async () => {
  const accountId = await account()
  const leaked = (await read(accountId))!.signing[0]
  const second = (await rotate(accountId))!.signing[0]
  const { signing } = (await rotate(accountId))!
  expect(signing).toHaveLength(2)
  expect(signing[1]).toBe(second)
  expect(signing).not.toContain(leaked)
})

test('a rotation before anything was signed makes the secret', async () => {
  const accountId = await account()
  const first = await rotate(accountId)
  expect(first).toMatchObject({ signing: [expect.stringMatching(/^whsec_/)], previousUntil: null })
  expect(await read(accountId)).toEqual(first)
})

test('rotations at once follow each other: what each gave signs until the next but one', async () => {
  const accountId = await account()
  const all = await Promise.all(Array.from({ length: 20 }, () => rotate(accountId)))
  const [current, previous] = (await read(accountId))!.signing
  const given = all.map((each) => each!.signing[0])
  expect(new Set(given).size).toBe(20)
  expect(given).toEqual(expect.arrayContaining([current, previous]))
})

test('it is sealed, and opens for its account only', async () => {
  const [accountId, other] = [await account(), await account()]
  const { signing } = (await read(accountId))!
  const { rows } = await pool.query('SELECT secret FROM webhook_secret WHERE account_id = $1', [accountId])
  expect(rows[0].secret.toString('latin1')).not.toContain(signing[0])
  await pool.query('UPDATE webhook_secret SET account_id = $1 WHERE account_id = $2', [other, accountId])
  await expect(read(other)).rejects.toThrow('belongs to another context')
})

test('a deleted account gets none', async () => {
  const accountId = await account()
  await pool.query('UPDATE account SET deleted_at = now() WHERE id = $1', [accountId])
  expect(await read(accountId)).toBeUndefined()
  expect(await rotate(accountId)).toBeUndefined()
  expect(await read(randomUUID())).toBeUndefined()
})
