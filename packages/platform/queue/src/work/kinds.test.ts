import { createTestRedis, type TestRedis } from '@gleaner/testkit'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import type { Redis } from 'ioredis'
import { connectRedis, whenReady } from '../connection.ts'
import { createFairSemaphore } from '../fair-semaphore.ts'
import {
  checkUnfinished,
  createTimedPlaces,
  type FixedKind,
  type OwnedKind,
  openPlaces,
  placeOf,
  WORK,
  WORK_KINDS,
  type WorkRow,
} from './index.ts'

/** Of kinds whose number of places somebody else decides. */
const GIVEN = 12
const placesOf = ({ places }: WorkRow) => (places === 'given' ? GIVEN : places)
const kindsOf = (counted: WorkRow['counted']) => WORK_KINDS.filter((kind) => WORK[kind].counted === counted)

let server: TestRedis
let redis: Redis
beforeAll(async () => {
  server = await createTestRedis()
  redis = connectRedis(server.url, 'worker', () => {})
  await whenReady(redis, 5_000)
})
afterAll(async () => {
  redis.disconnect()
  await server.close()
})

describe('of the places of every kind one account gets its share, and another finds one at once', () => {
  test.each(kindsOf('fleet'))('%s', async (kind) => {
    const row: WorkRow = WORK[kind]
    const [resource, places] = [placeOf(kind as OwnedKind, 'one'), placesOf(row)]
    const semaphore = createFairSemaphore(redis, {
      worker: kind,
      brings: { [resource]: places },
      defaultPermits: 1,
    })
    await semaphore.renew()
    const ask = (account: string, messageId: string) =>
      semaphore.acquire({ account, resources: [resource], queue: 'map', messageId })
    const granted = []
    for (let at = 0; at < 2 * places; at++)
      if ((await ask('hostile', `${at}`)).kind === 'granted') granted.push(at)
    expect(granted).toHaveLength(row.share(places))
    expect(row.share(places)).toBeLessThan(places)
    expect(await ask('neighbour', 'first')).toMatchObject({ kind: 'granted' })
  })

  test.each(kindsOf('process'))('%s', async (kind) => {
    const row: WorkRow = WORK[kind]
    const places = placesOf(row)
    const opened = openPlaces(kind as FixedKind, ...((row.places === 'given' ? [GIVEN] : []) as []))
    const order: string[] = []
    const held: (() => void)[] = []
    const stopped = new AbortController()
    const ask = async (account: string) => {
      const begun = Promise.withResolvers<void>()
      const working = opened.with(account, stopped.signal, async (within) => {
        order.push(account)
        begun.resolve()
        const over = Promise.withResolvers<void>()
        held.push(over.resolve)
        within.addEventListener('abort', () => over.resolve())
        await over.promise
      })
      working.catch(() => {})
      await begun.promise
    }
    for (let at = 0; at < 2 * places; at++) void ask('hostile')
    const neighbour = ask('neighbour')
    await new Promise(setImmediate)
    // Where one may hold all, the neighbour is the next.
    if (row.share(places) === places) held[0]!()
    await neighbour
    expect(order).toEqual([...Array.from({ length: row.share(places) }, () => 'hostile'), 'neighbour'])
    stopped.abort()
  })
})

test.each(kindsOf('process'))(
  'the time of %s is bounded, and work that is over gives its place back',
  async (kind) => {
    const row: WorkRow = WORK[kind]
    const opened = openPlaces(kind as FixedKind, ...((row.places === 'given' ? [1] : []) as []))
    const stopped = new AbortController()
    const begun = Promise.withResolvers<void>()
    const silent = (signal: AbortSignal) =>
      new Promise((_, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason))
        begun.resolve()
      })
    const work = opened.with('account', stopped.signal, silent)
    await begun.promise
    stopped.abort(new Error('cancelled'))
    await expect(work).rejects.toThrow('cancelled')
    expect(opened.holders().some).toEqual([])
    expect(row.longestMs).toBeGreaterThan(0)
  },
)

test('work that does not end is aborted once its time is over, and its place is another’s', async () => {
  const places = createTimedPlaces({ permits: 1 }, 20)
  const { signal } = new AbortController()
  const endless = (within: AbortSignal) =>
    new Promise((_, reject) => within.addEventListener('abort', () => reject(within.reason)))
  const held = places.with('slow', signal, endless)
  const next = places.with('neighbour', signal, async () => 'done')
  await expect(held).rejects.toThrow('have passed')
  expect(await next).toBe('done')
})

test('who has as many unfinished as may be is refused, with what there is and what may be', () => {
  checkUnfinished('map', WORK.map.unfinished - 1, 'maps')
  expect(() => checkUnfinished('map', WORK.map.unfinished, 'maps')).toThrow(
    expect.objectContaining({
      code: 'CONCURRENCY_LIMITED',
      details: expect.objectContaining({ unfinished: WORK.map.unfinished, limit: WORK.map.unfinished }),
    }),
  )
})
