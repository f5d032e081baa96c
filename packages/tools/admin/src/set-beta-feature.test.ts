import { createTestDatabase, type TestDatabase } from '@gleaner/testkit/database'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { runCommand } from './run-command.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

const admin = async (...args: string[]) =>
  JSON.parse(await runCommand([...args, '--json'], { DATABASE_URL: database.url }))
const set = (slug: string, status: string) =>
  admin('set-beta-feature', '--slug', slug, '--name', 'Tables', '--description', 'd', '--status', status)

test('offers a feature and changes it, each time with an entry in the audit log', async () => {
  expect(await set('tables', 'beta')).toMatchObject({ slug: 'tables', status: 'beta' })
  expect(await set('tables', 'ga')).toMatchObject({ status: 'ga' })
  const entries = await admin('list-audit')
  expect(entries.map(({ action, target }: Record<string, string>) => [action, target])).toEqual([
    ['beta_feature.set', 'beta_feature:tables'],
    ['beta_feature.set', 'beta_feature:tables'],
  ])
})

test.each([
  ['NEW tables', 'beta', '--slug'],
  ['tables', 'gamma', '--status'],
])('refuses the slug "%s" with the status %s, and notes nothing', async (slug, status, option) => {
  const before = await admin('list-audit')
  await expect(set(slug, status)).rejects.toThrow(option)
  expect(await admin('list-audit')).toEqual(before)
})
