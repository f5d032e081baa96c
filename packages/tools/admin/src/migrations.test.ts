import { createPool } from '@gleaner/db'
import { createEmptyDatabase, type TestDatabase } from '@gleaner/testkit/database'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { runCommand } from './run-command.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createEmptyDatabase()
})
afterAll(() => database.close())

const admin = async (...args: string[]) =>
  JSON.parse(await runCommand([...args, '--json'], { DATABASE_URL: database.url }))

test('the operator sees what is pending, migrates, and records what the database has', async () => {
  const pending: { migration: string }[] = await admin('list-migrations')
  const first = pending[0]!.migration
  expect(await admin('migrate')).toHaveLength(pending.length)
  expect(await admin('list-migrations')).toEqual([])
  const pool = createPool({ url: database.url, max: 1 })
  await pool.query('DELETE FROM _prisma_migrations WHERE migration_name = $1', [first])
  await pool.end()
  await expect(admin('migrate')).rejects.toThrow(`Migration ${first} failed`)
  expect(await admin('resolve-migration', '--name', first)).toEqual({
    migration: first,
    state: 'applied',
    changed: 'yes',
  })
  expect(await admin('resolve-migration', '--name', first)).toMatchObject({ changed: 'no' })
  expect(await admin('migrate')).toEqual([])
})

test('a name that is none is refused', async () => {
  await expect(admin('resolve-migration', '--name', 'nothing')).rejects.toThrow(
    'There is no migration "nothing"',
  )
})
