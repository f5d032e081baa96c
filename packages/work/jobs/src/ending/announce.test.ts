import { eventually } from '@gleaner/testkit'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { createJobsFixture, delivery, type JobsFixture } from '../testing/fixture.ts'
import { announceEnd, liveChannel, WAKE, WAKE_CHANNEL } from './announce.ts'
import { completionChannel } from './job-events.ts'
import { completeJob } from './settle-job.ts'

let fixture: JobsFixture
let account: string
beforeAll(async () => {
  fixture = await createJobsFixture()
  account = await fixture.account(1_000_000)
})
afterAll(() => fixture.close())

async function ended() {
  const job = await fixture.claimed(account)
  return (await completeJob(fixture.ctx, job, delivery(200)))!
}

test('the end of a job that nobody waits for is told its followers, without its page', async () => {
  const { pubSub } = fixture.ctx
  const [unawaited, awaited] = [await ended(), await ended()]
  const pages: string[] = []
  const news: string[] = []
  for (const { row } of [unawaited, awaited]) {
    await pubSub.subscribe(completionChannel(row.id), row.id, () => pages.push(row.id))
    await pubSub.subscribe(liveChannel(account), row.id, () => news.push(row.id))
  }
  await eventually(() => {
    announceEnd(fixture.ctx, unawaited, { isAwaited: false })
    announceEnd(fixture.ctx, awaited)
    expect(pages).toContain(awaited.row.id)
    expect(news).toContain(unawaited.row.id)
  })
  expect(pages).not.toContain(unawaited.row.id)
})

test('items that end together wake whoever admits others once for each account', async () => {
  const { pubSub } = fixture.ctx
  const wakes: string[] = []
  await pubSub.subscribe(WAKE_CHANNEL, WAKE.admission, (accountId) => wakes.push(accountId))
  const one = await ended()
  const items = [1, 2, 3].map(() => ({ row: { ...one.row, batchId: 'a batch' } }))
  const others = items.map(({ row }) => ({ row: { ...row, accountId: 'another account' } }))
  for (const item of [...items, ...others]) announceEnd(fixture.ctx, item)
  await eventually(() => expect(wakes).toContain('another account'))
  // Other suites wake on the same channel.
  const own = wakes.filter((accountId) => accountId === account || accountId === 'another account')
  expect(own).toEqual([account, 'another account'])
})
