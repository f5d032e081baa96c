import { randomUUID } from 'node:crypto'
import type { ApiError } from '@gleaner/contracts/errors'
import { createPool, type Pool, transaction } from '@gleaner/db'
import { createSecretBox, generateKey } from '@gleaner/security/secret-box'
import { createTestDatabase, type TestDatabase, untilBlocked } from '@gleaner/testkit'
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

test('a rotation that is repeated, as when its answer is lost, ends no secret: each signs for a day after it was replaced', async () => {
  const accountId = await account()
  const all = [(await read(accountId))!.signing[0]]
  for (let i = 0; i < 4; i++) all.unshift((await rotate(accountId))!.signing[0])
  expect((await read(accountId))!.signing).toEqual(all)
  const end = (table: string, until: string) =>
    pool.query(`UPDATE ${table} SET ${until} = ${until} - interval '24 hours' WHERE account_id = $1`, [
      accountId,
    ])
  await end('earlier_webhook_secret', 'signs_until')
  expect((await read(accountId))!.signing).toEqual(all.slice(0, 2))
  await end('webhook_secret', 'previous_until')
  expect((await read(accountId))!.signing).toEqual(all.slice(0, 1))
  // What was over does not begin to sign again.
  const next = (await rotate(accountId))!.signing
  expect(next).toEqual([next[0], all[0]])
})

test('a rotation that ends those before leaves the new secret alone', async () => {
  const accountId = await account()
  for (let i = 0; i < 3; i++) await rotate(accountId)
  const after = (await rotateSecret(pool, secretBox, accountId, { endPrevious: true }))!
  expect(after).toMatchObject({ signing: [expect.stringMatching(/^whsec_/)], previousUntil: null })
  expect(await read(accountId)).toEqual(after)
  // Nor are they kept.
  const { rows } = await pool.query(
    `SELECT previous FROM webhook_secret WHERE account_id = $1
     UNION ALL SELECT secret FROM earlier_webhook_secret WHERE account_id = $1`,
    [accountId],
  )
  expect(rows).toEqual([{ previous: null }])
  const later = (await rotate(accountId))!.signing
  expect(later).toEqual([later[0], after.signing[0]])
})

test('eight sign at most: a ninth is refused until the first of them is over', async () => {
  const accountId = await account()
  for (let i = 0; i < 8; i++) await rotate(accountId)
  const before = await read(accountId)
  expect(before!.signing).toHaveLength(8)
  await expect(rotate(accountId)).rejects.toMatchObject({
    code: 'RATE_LIMITED',
    message: expect.stringMatching(/end_previous/),
    details: { retry_after_seconds: expect.any(Number) },
  })
  let seconds: unknown
  await rotate(accountId).catch(({ details }: ApiError) => {
    seconds = details?.retry_after_seconds
  })
  expect(seconds).toBeGreaterThan(23 * 3_600)
  expect(seconds).toBeLessThanOrEqual(24 * 3_600)
  expect(await read(accountId)).toEqual(before)
  const first = await pool.query(
    `UPDATE earlier_webhook_secret SET signs_until = now() - interval '1 second' WHERE id = (
       SELECT id FROM earlier_webhook_secret WHERE account_id = $1 ORDER BY signs_until LIMIT 1)`,
    [accountId],
  )
  expect(first.rowCount).toBe(1)
  expect((await rotate(accountId))!.signing).toHaveLength(8)
})

test('a rotation before anything was signed makes the secret', async () => {
  const accountId = await account()
  const first = await rotate(accountId)
  expect(first).toMatchObject({ signing: [expect.stringMatching(/^whsec_/)], previousUntil: null })
  expect(await read(accountId)).toEqual(first)
})

test('rotations at once follow each other: what each gave signs', async () => {
  const accountId = await account()
  const first = (await read(accountId))!.signing[0]
  const results = await Promise.allSettled(Array.from({ length: 6 }, () => rotate(accountId)))
  const { signing } = (await read(accountId))!
  expect(results.map(({ status }) => status)).toEqual(Array(6).fill('fulfilled'))
  expect(new Set(signing).size).toBe(7)
  for (const result of results)
    if (result.status === 'fulfilled') expect(signing).toContain(result.value!.signing[0])
  expect(signing).toContain(first)
})

test('a rotation that waits for another one keeps what that one replaced', async () => {
  const accountId = await account()
  const first = (await read(accountId))!.signing[0]
  const [second, later] = await transaction(pool, async (sql) => {
    const rotated = await rotateSecret(sql, secretBox, accountId)
    const waiting = rotate(accountId)
    await untilBlocked(pool)
    return [rotated!.signing[0], waiting] as const
  })
  const third = (await later)!.signing[0]
  expect((await read(accountId))!.signing).toEqual([third, second, first])
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
