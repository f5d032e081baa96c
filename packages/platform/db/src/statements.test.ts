import { join } from 'node:path'
import { createTestDatabase, type TestDatabase } from '@gleaner/testkit'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { createPool, type Pool } from './pool.ts'
import { findStatementFaults } from './testing/statements/find-faults.ts'
import { PRODUCT } from './testing/statements/product.ts'

const SAMPLE = join(import.meta.dirname, 'testing/statements/fixtures/tsconfig.json')

/** Statements that only a running program knows, and where they come from. */
const UNKNOWN = {
  'packages/people/account-export/src/export-rows.ts: text':
    'made of the keys of tables, which the database tells: its test reads every table',
  'packages/platform/db/src/migrations/apply-migration.ts: migration.script':
    'a file of SQL: every test database is made by it',
  'packages/platform/db/src/migrations/build-indexes.ts: `DROP INDEX CONCURRENTLY "${index}"`':
    'the index is named by a file of SQL',
  'packages/platform/db/src/migrations/build-indexes.ts: statement': 'a part of a file of SQL',
  'packages/platform/db/src/read-bytes.ts: to(`COPY (${select}) TO STDOUT (FORMAT binary)`)':
    'copies what a caller selects: the test of its caller reads by it',
  'packages/platform/db/src/shared-connections.ts: ...query': 'hands on what a caller of `query` has given',
}

let database: TestDatabase
let pool: Pool
beforeAll(async () => {
  database = await createTestDatabase()
  pool = createPool({ url: database.url, max: 2 })
})
afterAll(async () => {
  await pool.end()
  await database.close()
})

test('every statement of the product is valid on the schema, and its rows are what their type says', async () => {
  const { faults, unknown, statements } = await findStatementFaults(pool, database.url, PRODUCT)
  expect(faults).toEqual([])
  expect(unknown.toSorted()).toEqual(Object.keys(UNKNOWN))
  expect(statements).toBeGreaterThan(500)
})

test('what a statement does not hold to is found, wherever its text and its type come from', async () => {
  const { faults, unknown } = await findStatementFaults(pool, database.url, SAMPLE)
  const inSample = (text: string) => text.replace(/^.*sample\.ts:(\d+:)? /, '')
  expect(faults.map(inSample)).toEqual([
    'relation "accounts" does not exist in SELECT id FROM accounts',
    'name is no column',
    'count is typed number, and its column is bigint (bigint)',
    'at is typed Date | undefined, and its column is text (string)',
    'ids is typed number[], and its column is uuid[] (string[])',
    'rows without a type',
    'relation "mails" does not exist in DELETE FROM mails WHERE true',
    'gone is no column',
  ])
  expect(unknown.map(inSample)).toEqual(['text'])
})
