import { createPool, type Pool } from '@gleaner/db'
import { createTestDatabase, type TestDatabase } from '@gleaner/testkit/database'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { runCommand } from './run-command.ts'

let database: TestDatabase
let pool: Pool
beforeAll(async () => {
  database = await createTestDatabase()
  pool = createPool({ url: database.url })
})
afterAll(async () => {
  await pool.end()
  await database.close()
})

const adminJson = async (...args: string[]) =>
  JSON.parse(await runCommand([...args, '--json'], { DATABASE_URL: database.url }))

test('nobody is an operator until the command names them, and none when it takes that back', async () => {
  const email = 'ann@example.com'
  const { account_id } = await adminJson('create-account', '--email', email)
  expect(await adminJson('list-operators')).toEqual([])
  expect(await adminJson('grant-operator', '--email', email)).toMatchObject({
    operator: 'yes',
    changed: 'yes',
  })
  expect(await adminJson('grant-operator', '--email', email)).toMatchObject({ changed: 'no' })
  expect(await adminJson('list-operators')).toEqual([expect.objectContaining({ email })])
  expect(await adminJson('revoke-operator', '--email', email)).toMatchObject({ operator: 'no' })
  expect(await adminJson('list-operators')).toEqual([])
  const { rows } = await pool.query(
    "SELECT action FROM audit_entry WHERE account_id = $1 AND action LIKE 'operator.%' ORDER BY id",
    [account_id],
  )
  expect(rows.map(({ action }) => action)).toEqual(['operator.granted', 'operator.revoked'])
  await expect(adminJson('grant-operator', '--email', 'nobody@example.com')).rejects.toThrow('No user')
})
