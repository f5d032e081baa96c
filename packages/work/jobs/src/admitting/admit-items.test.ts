import { auditLedger, deposit } from '@gleaner/billing'
import { uuidv7 } from '@gleaner/contracts'
import { NIL_UUID } from '@gleaner/contracts/ids'
import { transaction } from '@gleaner/db'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import { type AdmissionFixture, createAdmissionFixture, pagesOf, placesOf } from '../testing/admission.ts'
import { insertTestBatch } from '../testing/batch.ts'
import { admitAccount, createAdmissionMemory } from './admit-account.ts'
import { admitItems, type LaneShare } from './admit-items.ts'
import { answerWaiting } from './answer-waiting.ts'
import { readFleetLoad } from './fleet-load.ts'

const HOST = 'a.example.com'

let fixture: AdmissionFixture
let account: string
beforeAll(async () => {
  fixture = await createAdmissionFixture()
})
afterAll(() => fixture.close())
beforeEach(async () => {
  account = await fixture.accountOf({ concurrency: 20 })
})
afterEach(async () => {
  await fixture.reset()
  expect(await auditLedger(fixture.pool)).toEqual([])
})

const waiting = async (items: number, more: Parameters<typeof insertTestBatch>[3] = {}) =>
  (await insertTestBatch(fixture, account, pagesOf(HOST, items), more)).jobs.toSorted((a, b) =>
    a.id < b.id ? -1 : 1,
  )

/** Ten items of the lane of a job. */
function shareOf(
  { apiKeyId, plan }: Awaited<ReturnType<typeof waiting>>[number],
  more: Partial<LaneShare> = {},
) {
  const payer = `${apiKeyId} ${plan.steps[0]!.priceMicros}`
  return { line: HOST, payer, items: 10, after: NIL_UUID, isPaid: true, ...more }
}

const idsOf = (items: readonly { id: string }[]) => items.map(({ id }) => id)

describe('a step admits', () => {
  test('nothing when somebody else has admitted work of the account since it looked', async () => {
    const jobs = await waiting(4)
    const shares = [shareOf(jobs[0]!, { items: 1 })]
    const admit = async (turns: bigint) =>
      idsOf((await admitItems(fixture.pool, { accountId: account, turns, shares })).admitted)
    expect(await admit(0n)).toEqual([jobs[0]!.id])
    expect(await admit(0n)).toEqual([])
    expect(await admit(1n)).toEqual([jobs[1]!.id])
    expect(await admit(1n)).toEqual([])
    expect(await fixture.underWay(account)).toBe(2)
  })

  test('nothing of a lane that could not be paid when its places were shared out, whatever came in since', async () => {
    const jobs = await waiting(3)
    const shares = [shareOf(jobs[0]!, { isPaid: false })]
    const { admitted, refused, begins } = await admitItems(fixture.pool, {
      accountId: account,
      turns: 0n,
      shares,
    })
    expect(admitted).toEqual([])
    expect(idsOf(refused)).toEqual(idsOf(jobs))
    expect(begins).toMatchObject([{ after: NIL_UUID }])
    expect(await fixture.underWay(account)).toBe(0)
  })

  test('items of its account alone, in the order of their ids, behind what is known to have gone', async () => {
    const jobs = await waiting(5)
    const other = await fixture.accountOf()
    await insertTestBatch(fixture, other, pagesOf(HOST, 2), { apiKeyId: jobs[0]!.apiKeyId })
    const shares = [shareOf(jobs[0]!, { after: jobs[1]!.id, items: 2 })]
    const { admitted, begins } = await admitItems(fixture.pool, { accountId: account, turns: 0n, shares })
    expect(idsOf(admitted)).toEqual(idsOf(jobs.slice(2, 4)))
    expect(begins).toMatchObject([{ line: HOST, after: jobs[3]!.id }])
    expect(await fixture.underWay(other)).toBe(0)
  })

  test('no item that a transaction which cancels it has locked, and waits for none', async () => {
    const jobs = await waiting(3)
    const { admitted } = await transaction(fixture.pool, async (sql) => {
      await sql.query('SELECT FROM job WHERE id = $1 FOR UPDATE', [jobs[0]!.id])
      const shares = [shareOf(jobs[0]!)]
      return await admitItems(fixture.pool, { accountId: account, turns: 0n, shares })
    })
    expect(idsOf(admitted)).toEqual(idsOf(jobs.slice(1)))
  })
})

test('an item that waited for money which others held is admitted as soon as that is given back', async () => {
  account = await fixture.accountOf({ micros: 4_000 })
  const jobs = await waiting(3)
  const memory = createAdmissionMemory()
  const step = async () => {
    const fleet = await readFleetLoad(fixture.pool, placesOf())
    return await admitAccount(fixture.ctx, account, memory, { fleet, step: 32, perHost: 1_000 })
  }
  await step()
  await step()
  expect(await fixture.underWay(account)).toBe(1)
  await fixture.deliver(jobs[0]!.id, 200)
  await deposit(fixture.pool, account, 10_000n, 'test')
  await step()
  expect(await fixture.underWay(account)).toBe(2)
})

test('a step is followed by another at once while more of the account may be under way', async () => {
  account = await fixture.accountOf({ concurrency: 6 })
  await insertTestBatch(fixture, account, [...pagesOf(HOST, 5), ...pagesOf('b.example.com', 5)])
  const memory = createAdmissionMemory()
  const goesOn: boolean[] = []
  for (let nth = 0; nth < 3; nth++) {
    const fleet = await readFleetLoad(fixture.pool, placesOf())
    goesOn.push(await admitAccount(fixture.ctx, account, memory, { fleet, step: 2, perHost: 1_000 }))
  }
  expect(goesOn).toEqual([true, true, false])
  expect(await fixture.underWay(account)).toBe(6)
})

describe('an item that waits is answered with a kept page', () => {
  const request = { url: `https://${HOST}/0`, cache: true }

  /** A page of an account, so many seconds old, and an item that asks for it. */
  async function keep({ age, ttl, owner = account }: { age: number; ttl: number; owner?: string }) {
    const { job } = await fixture.delivered(fixture.newJob(owner, request))
    await fixture.pool.query("UPDATE job SET finished_at = now() - $2 * interval '1 second' WHERE id = $1", [
      job.id,
      age,
    ])
    const asked = { ...request, cache_ttl: ttl }
    const { cacheKey } = fixture.newJob(account, asked)
    const { jobs } = await insertTestBatch(fixture, account, [asked], { cacheKey })
    return { source: job.id, item: jobs[0]! }
  }

  const admit = async (item: Awaited<ReturnType<typeof keep>>['item'], isPaid = true) =>
    await admitItems(fixture.pool, { accountId: account, turns: 0n, shares: [shareOf(item, { isPaid })] })
  const answer = async (item: { id: string }) =>
    (await answerWaiting(fixture.pool, [item.id])).map(({ row }) => [row.id, row.cachedFrom])

  test.each([true, false])(
    'that is as new as it asks for, also when it cannot be paid (%s)',
    async (isPaid) => {
      const { source, item } = await keep({ age: 500, ttl: 600 })
      expect(await admit(item, isPaid)).toMatchObject({ admitted: [], refused: [], cached: [item.id] })
      expect(await answer(item)).toEqual([[item.id, source]])
      expect(await answer(item)).toEqual([])
    },
  )

  test('and not with one that is older than it asks for', async () => {
    const { item } = await keep({ age: 500, ttl: 400 })
    expect(await answer(item)).toEqual([])
    expect(await admit(item)).toMatchObject({ admitted: [{ id: item.id }], cached: [] })
  })

  test('and not with one of another account', async () => {
    const { item } = await keep({ age: 0, ttl: 600, owner: await fixture.accountOf() })
    expect(await answer(item)).toEqual([])
    expect(await admit(item)).toMatchObject({ admitted: [{ id: item.id }], cached: [] })
  })

  test('and not once it is under way', async () => {
    const { item } = await keep({ age: 0, ttl: 600 })
    await fixture.pool.query('UPDATE job SET queued_at = now() WHERE id = $1', [item.id])
    expect(await answer(item)).toEqual([])
    expect(await answer({ id: uuidv7() })).toEqual([])
  })
})
