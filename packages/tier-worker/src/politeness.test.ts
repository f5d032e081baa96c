import { claimJob } from '@gleaner/jobs'
import { connectRedis } from '@gleaner/queue'
import { createTestRedis, type TestRedis } from '@gleaner/testkit'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import type { Redis } from 'ioredis'
import { handleTask } from './handle-task.ts'
import {
  createPoliteness,
  PLACE_MS,
  type Politeness,
  type PolitenessLimits,
  type Turn,
} from './politeness.ts'
import { createWorkerFixture } from './testing/fixture.ts'

let server: TestRedis
let redis: Redis
beforeAll(async () => {
  server = await createTestRedis()
  redis = connectRedis(server.url, 'worker', () => {})
})
afterAll(async () => {
  redis.disconnect()
  await server.close()
})

const polite = (limits: Partial<PolitenessLimits>) =>
  createPoliteness(redis, { maxAtOnce: 100, gapMs: 0, maxRetryAfterMs: 10_000, ...limits })
const kinds = (turns: Turn[]) => turns.map(({ kind }) => kind)
const enterMany = (politeness: Politeness, host: string, count: number) =>
  Promise.all(Array.from({ length: count }, (_, i) => politeness.enter(host, `job-${i}`)))

/** As if the time had passed since the places of a host were taken. */
async function agePlaces(host: string, ms: number): Promise<void> {
  const key = `{polite:${host}}:at-once`
  for (const jobId of await redis.zrange(key, '0', '-1')) await redis.zincrby(key, -ms, jobId)
}

describe('a host', () => {
  test('is asked by so many at once, over all workers, and by the next one when one leaves', async () => {
    const [one, other] = [polite({ maxAtOnce: 3 }), polite({ maxAtOnce: 3 })]
    const turns = [...(await enterMany(one, 'a.example', 2)), await other.enter('a.example', 'x')]
    expect(kinds(turns)).toEqual(['granted', 'granted', 'granted'])
    expect((await other.enter('a.example', 'y')).kind).toBe('wait')
    if (turns[0]!.kind === 'granted') await turns[0]!.leave()
    expect((await other.enter('a.example', 'y')).kind).toBe('granted')
  })

  test('does not stand in the way of another', async () => {
    const politeness = polite({ maxAtOnce: 1 })
    await politeness.enter('b.example', 'x')
    expect((await politeness.enter('c.example', 'y')).kind).toBe('granted')
  })

  test('gets the place of a worker that vanished back, and not that of one which works on', async () => {
    const [vanished, alive] = [polite({ maxAtOnce: 2 }), polite({ maxAtOnce: 2 })]
    await vanished.enter('d.example', 'x')
    await alive.enter('d.example', 'y')
    await agePlaces('d.example', PLACE_MS / 2)
    await alive.renew()
    expect((await alive.enter('d.example', 'z')).kind).toBe('wait')
    await agePlaces('d.example', PLACE_MS / 2)
    expect((await alive.enter('d.example', 'z')).kind).toBe('granted')
    expect((await alive.enter('d.example', 'another')).kind).toBe('wait')
  })

  test('is asked no faster than the gap allows', async () => {
    const politeness = polite({ gapMs: 60_000 })
    expect(
      kinds(await enterMany(politeness, 'e.example', 3)).filter((kind) => kind === 'granted'),
    ).toHaveLength(1)
    const next = await politeness.enter('e.example', 'z')
    expect(next).toMatchObject({ kind: 'wait' })
    expect(next.kind === 'wait' && next.ms).toBeLessThanOrEqual(60_000)
  })

  test('is left alone for as long as it asks, unless that is too long', async () => {
    const politeness = polite({ maxRetryAfterMs: 30_000 })
    await politeness.pause('f.example', 60_000)
    expect((await politeness.enter('f.example', 'x')).kind).toBe('granted')
    await politeness.pause('f.example', 30_000)
    expect(await politeness.enter('f.example', 'y')).toMatchObject({ kind: 'wait' })
  })
})

test('a job that has to wait is handed back unclaimed, and fetched later', async () => {
  const fixture = await createWorkerFixture()
  try {
    const lane = { ...fixture.lane('1'), politeness: polite({ gapMs: 30_000 }) }
    const never = new AbortController().signal
    const [first, second] = [
      await fixture.accept({ url: `${fixture.site.url}/plain` }),
      await fixture.accept({ url: `${fixture.site.url}/plain` }),
    ]
    await handleTask(lane, { jobId: first }, never)
    await expect(handleTask(lane, { jobId: second }, never)).rejects.toThrow('again in')
    expect(await claimJob(fixture.jobs, second, '1')).toMatchObject({
      kind: 'claimed',
      job: { lostLeases: 0 },
    })
  } finally {
    await fixture.close()
  }
})
