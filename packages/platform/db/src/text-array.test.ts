import { createTestDatabase, type TestDatabase } from '@gleaner/testkit'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { createPool, type Pool } from './pool.ts'
import { binaryTextArray } from './text-array.ts'

let database: TestDatabase
let pool: Pool
beforeAll(async () => {
  database = await createTestDatabase()
  pool = createPool({ url: database.url, max: 1 })
})
afterAll(async () => {
  await pool.end()
  await database.close()
})

const stored = async (texts: string[]) =>
  (await pool.query('SELECT $1::text[] AS texts', [binaryTextArray(texts)])).rows[0].texts

test.each([
  [['']],
  [['a', '', 'NULL', '{"a":"\\"b\\\\"}', "it's, {}"]],
  [['ä 漢 😀', '\n\t', 'x'.repeat(100_000)]],
])('Postgres reads the texts as they are: %#', async (texts) => {
  expect(await stored(texts)).toEqual(texts)
})

test('half of a surrogate pair becomes U+FFFD, and U+0000 is refused by the server', async () => {
  expect(await stored(['\ud800'])).toEqual(['\ufffd'])
  await expect(stored(['a', 'b\0'])).rejects.toMatchObject({ code: '22021', severity: 'ERROR' })
})
