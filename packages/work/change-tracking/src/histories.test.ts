import { createPool, type Pool } from '@gleaner/db'
import { createTestDatabase, type TestDatabase } from '@gleaner/testkit'
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals'
import { createHistories, type TrackedScrape } from './histories.ts'
import { historyKey } from './history-key.ts'
import { HistoryMoved, noteScrape } from './note-scrape.ts'

let database: TestDatabase
let pool: Pool
beforeAll(async () => {
  database = await createTestDatabase()
  pool = createPool({ url: database.url, max: 4 })
})
beforeEach(async () => {
  await pool.query('TRUNCATE tracked_page')
})
afterAll(async () => {
  await pool.end()
  await database.close()
})

const [ADA, BEN] = ['00000000-0000-7000-8000-00000000000a', '00000000-0000-7000-8000-00000000000b']
const scrape = (more: Partial<TrackedScrape> = {}): TrackedScrape => ({
  accountId: ADA,
  url: 'https://example.com/lamps',
  shownUrl: 'https://example.com/lamps',
  tag: undefined,
  login: null,
  isTest: false,
  ...more,
})
const version = Buffer.from('packed')
const roomy = () => createHistories(pool, { maxMb: 1 })
async function open(more: Partial<TrackedScrape> = {}) {
  const history = await roomy().open(scrape(more))
  if (history === 'full') throw new Error(history)
  return history
}

test('what tells histories apart tells their keys apart, wherever a caller puts it', () => {
  const others: Partial<TrackedScrape>[] = [
    {},
    { url: 'https://example.com/oil' },
    { tag: 'a' },
    { tag: 'b' },
    { login: 'a' },
    { login: 'own' },
    { isTest: true },
    { parts: '[["main"],[]]' },
    { parts: '[[],["main"]]' },
    { tag: 'a","own' },
    { tag: 'null' },
  ]
  const keys = others.map((more) => historyKey(scrape(more)).toString('hex'))
  expect(new Set(keys).size).toBe(others.length)
  expect(historyKey(scrape({ url: 'http://www.example.com/lamps/#top' }))).toEqual(historyKey(scrape()))
})

test('a history is begun once, and is its account’s alone', async () => {
  const all = await Promise.all([open(), open(), open()])
  expect(all).toEqual(Array(3).fill(all[0]))
  await noteScrape(pool, all[0]!, { status: 'new', version })
  expect(await open()).toMatchObject({ revision: 1, version, isGone: false, scrapedAt: expect.any(Date) })
  expect(await roomy().find(scrape({ accountId: BEN }))).toBeUndefined()
  expect(await open({ accountId: BEN })).toMatchObject({ revision: 0, version: null, scrapedAt: null })
})

test('who has compared with an earlier version writes nothing', async () => {
  const early = await open()
  await noteScrape(pool, early, { status: 'new', version })
  const later = Buffer.from('other')
  await expect(noteScrape(pool, early, { status: 'new', version: later })).rejects.toThrow(HistoryMoved)
  await expect(noteScrape(pool, early, { status: 'same' })).rejects.toThrow(HistoryMoved)
  const now = await open()
  expect(now).toMatchObject({ revision: 1, version })
  // Many may find the same.
  await noteScrape(pool, now, { status: 'same' })
  await noteScrape(pool, now, { status: 'same' })
  await noteScrape(pool, now, { status: 'removed' })
  await expect(noteScrape(pool, now, { status: 'same' })).rejects.toThrow(HistoryMoved)
  expect(await open()).toMatchObject({ revision: 2, version, isGone: true })
})

test('one that was deleted meanwhile is begun anew by its next reader', async () => {
  const history = await open()
  await pool.query('DELETE FROM tracked_page')
  await expect(noteScrape(pool, history, { status: 'new', version })).rejects.toThrow(HistoryMoved)
  expect(await open()).toMatchObject({ revision: 0 })
})

test('an account that keeps as much as it may begins none, and goes on with those that it has', async () => {
  const history = await open()
  await noteScrape(pool, history, { status: 'new', version: Buffer.alloc(1024 * 1024) })
  expect(await roomy().open(scrape({ tag: 'another' }))).toBe('full')
  expect(await open()).toMatchObject({ revision: 1 })
  expect(await open({ accountId: BEN })).toMatchObject({ revision: 0 })
})
