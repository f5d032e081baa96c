import type { Pool } from '@gleaner/db'
import { WAKE, WAKE_CHANNEL } from '@gleaner/jobs'
import { createMetrics, silentLogger } from '@gleaner/runtime'
import { eventually } from '@gleaner/testkit'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { type CrawlFixture, createCrawlFixture } from '../testing/fixture.ts'
import { openCrawlPlaces } from './crawl-places.ts'
import { createDiscoveries } from './discoveries.ts'

let fixture: CrawlFixture
beforeAll(async () => {
  fixture = await createCrawlFixture()
})
afterAll(() => fixture.close())

/** The pool, in which answers to claims that have found a crawl wait for `answer`. */
function answeringLate(answer: Promise<void>, onClaimed: () => void): Pool {
  const query = async (...args: Parameters<Pool['query']>) => {
    const result = (await fixture.pool.query(...args)) as unknown as { rowCount: number }
    const { name } = args[0] as { name?: string }
    if (name !== 'claim-discovery' || result.rowCount === 0) return result
    onClaimed()
    await answer
    return result
  }
  return new Proxy(fixture.pool, {
    get: (pool, key) => (key === 'query' ? query : Reflect.get(pool, key, pool)),
  })
}

test('a process that stops while it claims a crawl gives it back before it has stopped', async () => {
  const [claimed, answer] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const pool = answeringLate(answer.promise, claimed.resolve)
  const discoveries = createDiscoveries({
    jobs: { ...fixture.ctx, pool },
    logger: silentLogger(),
    metrics: createMetrics({ service: 'test' }),
    places: openCrawlPlaces(),
    lines: { reserve: async () => 0 },
    site: undefined as never,
    pages: undefined as never,
  })
  await discoveries.start()
  const { id } = await fixture.crawl()
  fixture.ctx.pubSub.publish(WAKE_CHANNEL, WAKE.newCrawls, id)
  await claimed.promise
  let hasStopped = false
  const stopping = discoveries.stop().then(() => {
    hasStopped = true
  })
  for (let trips = 0; trips < 50; trips++) await fixture.pool.query('SELECT')
  expect(hasStopped).toBe(false)
  answer.resolve()
  await stopping
  const { rows } = await fixture.pool.query(
    `SELECT phase, lease_until < now() + interval '2 seconds' AS "isFree" FROM crawl WHERE id = $1`,
    [id],
  )
  expect(rows).toEqual([{ phase: 'discovering', isFree: true }])
})

test('a process that has lost its claim stops looking at the site, and leaves the claim to who has it', async () => {
  const reading = Promise.withResolvers<AbortSignal>()
  const discoveries = createDiscoveries({
    jobs: fixture.ctx,
    logger: silentLogger(),
    metrics: createMetrics({ service: 'test' }),
    places: openCrawlPlaces(),
    lines: { reserve: async () => 0 },
    site: {
      readRobots: async (_: string, { signal }: { signal: AbortSignal }) => {
        reading.resolve(signal)
        return await new Promise((__, reject) =>
          signal.addEventListener('abort', () => reject(signal.reason), { once: true }),
        )
      },
    } as never,
    pages: undefined as never,
  })
  const { id } = await fixture.crawl()
  await discoveries.start()
  try {
    fixture.ctx.pubSub.publish(WAKE_CHANNEL, WAKE.newCrawls, id)
    const signal = await reading.promise
    // As another process claims it, which has found the lease over.
    const { rows: claimed } = await fixture.pool.query(
      "UPDATE crawl SET lease_until = now() + interval '1 hour' WHERE id = $1 RETURNING lease_until",
      [id],
    )
    await eventually(() => expect(signal.aborted).toBe(true))
    await discoveries.stop()
    const { rows } = await fixture.pool.query('SELECT lease_until FROM crawl WHERE id = $1', [id])
    expect(rows).toEqual(claimed)
  } finally {
    await discoveries.stop()
  }
})
