import { transaction } from '@gleaner/db'
import { untilBlocked } from '@gleaner/testkit'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { tierCapWarning } from '../reading/suggestions.ts'
import { attempt } from '../testing/attempts.ts'
import { createJobsFixture, type JobsFixture } from '../testing/fixture.ts'
import { createDomainKnowledge, createDomainRecorder, recallDomain } from './domain-memory.ts'

let fixture: JobsFixture
beforeAll(async () => {
  fixture = await createJobsFixture()
})
afterAll(() => fixture.close())

const recall = (host: string) => recallDomain(fixture.pool, host)
type Counts = Partial<Record<'1' | '2' | '4', number>>
async function remember(host: string, deliveries: Counts, failures: Counts = {}): Promise<void> {
  const recorder = createDomainRecorder(fixture.pool)
  for (const [counts, result] of [[deliveries, 'delivered'] as const, [failures, 'blocked'] as const]) {
    for (const [tier, count] of Object.entries(counts)) {
      for (let i = 0; i < count; i++) recorder.note(host, attempt(tier as '1', result), 100)
    }
  }
  await recorder.flush()
}

describe('the memory of a host', () => {
  test('names the tier that delivered most, over several workers and writes', async () => {
    await Promise.all([remember('a.example', { '1': 2, '4': 1 }), remember('a.example', { '4': 4 })])
    expect(await recall('a.example')).toMatchObject({ deliveries: 7, usualTier: '4', byUsualTier: 5 })
  })

  test('holds nothing of a host that delivered nothing', async () => {
    const recorder = createDomainRecorder(fixture.pool)
    recorder.note('b.example', attempt('1', 'blocked'), 0)
    await recorder.flush()
    expect(await recall('b.example')).toBeUndefined()
  })

  test('ends after 30 days', async () => {
    await remember('c.example', { '1': 30 })
    await fixture.pool.query("UPDATE domain_memory SET day = day - 31 WHERE host = 'c.example'")
    expect(await recall('c.example')).toBeUndefined()
  })

  test('is not shortened by a database that is away for a moment', async () => {
    let isAway = true
    const recorder = createDomainRecorder({
      query: ((...args: Parameters<typeof fixture.pool.query>) =>
        isAway
          ? Promise.reject(new Error('away'))
          : fixture.pool.query(...args)) as typeof fixture.pool.query,
    })
    recorder.note('d.example', attempt('1', 'delivered'), 10)
    await expect(recorder.flush()).rejects.toThrow('away')
    isAway = false
    recorder.note('d.example', attempt('1', 'delivered'), 10)
    await recorder.flush()
    expect(await recall('d.example')).toMatchObject({ deliveries: 2 })
  })

  test('is written in one order by all: who waits for a host keeps none of those behind it', async () => {
    const order = [
      ['l1.example', '1'],
      ['l1.example', '4'],
      ['l2.example', '1'],
      ['l3.example', '2'],
    ] as const
    const note = async (from: number) => {
      const recorder = createDomainRecorder(fixture.pool)
      for (const [host, tier] of order.slice(from).toReversed())
        recorder.note(host, attempt(tier, 'delivered'), 10)
      await recorder.flush()
    }
    await note(0)
    const LOCK = 'SELECT FROM domain_memory WHERE host = $1 AND tier = $2 FOR UPDATE NOWAIT'
    for (const [at, first] of order.slice(0, -1).entries()) {
      const waiting = await transaction(fixture.pool, async (sql) => {
        await sql.query(LOCK, [...first])
        const noting = note(at)
        await untilBlocked(fixture.pool)
        for (const other of order.slice(at + 1)) expect((await sql.query(LOCK, [...other])).rowCount).toBe(1)
        return { noting }
      })
      await waiting.noting
    }
    expect(await recall('l3.example')).toMatchObject({ deliveries: order.length })
  })

  test('counts once it was seen 20 times', async () => {
    await remember('few.example', { '4': 19 })
    await remember('many.example', { '4': 20 })
    const knowledge = createDomainKnowledge(fixture.pool)
    expect(await knowledge.find('few.example')).toBeUndefined()
    expect(await knowledge.find('many.example')).toMatchObject({ usualTier: '4' })
  })
})

describe('where a request that prefers the known tier begins', () => {
  const startTier = async (host: string) => (await createDomainKnowledge(fixture.pool).find(host))?.startTier

  test('is the cheapest tier that delivers nearly always, whichever delivered most', async () => {
    await remember('cheap.example', { '1': 9, '4': 30 }, { '1': 1 })
    expect(await startTier('cheap.example')).toBe('1')
    await remember('walled.example', { '1': 2, '2': 18, '4': 4 }, { '1': 20, '2': 2 })
    expect(await startTier('walled.example')).toBe('2')
  })

  test('is where most pages came from when no tier is reliable', async () => {
    await remember('moody.example', { '1': 5, '4': 18 }, { '1': 15, '4': 9 })
    expect(await startTier('moody.example')).toBe('4')
  })

  test('follows a site that has changed within days', async () => {
    await remember('changed.example', { '4': 40 }, { '1': 40 })
    expect(await startTier('changed.example')).toBe('4')
    await fixture.pool.query("UPDATE domain_memory SET day = day - 8 WHERE host = 'changed.example'")
    await remember('changed.example', { '1': 6 })
    expect(await startTier('changed.example')).toBe('1')
  })
})

test('a request that stops below the tier that usually delivers is warned', async () => {
  const job = await fixture.claimed(await fixture.account(100_000), { cost_controls: { max_tier: '2' } })
  const warningWith = (usualTier: '1' | '4') => tierCapWarning({ ...job, plan: { ...job.plan, usualTier } })
  expect(warningWith('4')).toEqual({ tier_cap_warning: { domain_min_tier: '4', your_max_tier: '2' } })
  expect(warningWith('1')).toEqual({})
})
