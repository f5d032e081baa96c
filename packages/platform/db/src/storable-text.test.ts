import { createTestDatabase, type TestDatabase } from '@gleaner/testkit'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { createPool, type Pool } from './pool.ts'
import { isStorableText, storableJson } from './storable-text.ts'

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

const stored = async (json: string) => (await pool.query('SELECT $1::jsonb AS value', [json])).rows[0].value

test.each([
  ['a\0b', 'a\ufffdb'],
  ['\ud800', '\ufffd'],
  ['x\udfff\ud83d', 'x\ufffd\ufffd'],
  ['\0\0', '\ufffd\ufffd'],
])('%j is refused by Postgres, and stored as %j', async (text, kept) => {
  expect(isStorableText(text)).toBe(false)
  await expect(stored(JSON.stringify({ text }))).rejects.toThrow()
  expect(await stored(storableJson({ text, [text]: [text] }))).toEqual({ text: kept, [kept]: [kept] })
})

test.each([
  '',
  'ä 漢 😀',
  '\\u0000',
  '\\\\u0000',
  '\\ud800',
  'a\\\0b'.replace('\0', ''),
  '\u0001\u001f',
  '"\\"',
])('%j is stored as it is', async (text) => {
  expect(isStorableText(text)).toBe(true)
  expect(await stored(storableJson({ [text]: text }))).toEqual({ [text]: text })
})
