import { claimJob, createJob } from '@gleaner/jobs'
import { TryLater } from '@gleaner/queue'
import { eventually } from '@gleaner/testkit'
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals'
import { handleTask } from './handle-task.ts'
import { createWorkerFixture, type WorkerFixture } from './testing/fixture.ts'

let fixture: WorkerFixture
beforeAll(async () => {
  fixture = await createWorkerFixture()
})
afterEach(() => fixture.forgetPermits())
afterAll(() => fixture.close())

const never = new AbortController().signal
const plain = () => fixture.accept({ url: `${fixture.site.url}/plain` })

test('a job that has to wait for its host is put off unclaimed, and fetched later', async () => {
  const ctx = { ...fixture.context('1'), permits: await fixture.permits({ gapMs: 30_000 }) }
  const [first, second] = [await plain(), await plain()]
  await handleTask(ctx, await fixture.taskOf(first), never)
  await expect(handleTask(ctx, await fixture.taskOf(second), never)).rejects.toBeInstanceOf(TryLater)
  expect(await claimJob(fixture.jobs, second, '1')).toMatchObject({ kind: 'claimed', job: { lostLeases: 0 } })
})

test('a Retry-After closes the host for all, unless it is longer than the operator waits', async () => {
  const permits = await fixture.permits({})
  const task = await fixture.taskOf(await plain())
  await permits.hosts.pause(task.host!, 60_000)
  using _free = await permits.acquire(task, '1')
  await permits.hosts.pause(task.host!, 9_000)
  await expect(permits.acquire(await fixture.taskOf(await plain()), '1')).rejects.toMatchObject({
    delayMs: expect.any(Number),
  })
})

test('a job whose time is over needs no permit to be told so', async () => {
  const permits = await fixture.permits({ slots: 1 })
  const task = await fixture.taskOf(await plain())
  using _one = await permits.acquire(task, '1')
  const late = await fixture.taskOf(await plain())
  using _other = await permits.acquire({ ...late, deadlineAt: Date.now() - 1 }, '1')
})

test('a job of a test key asks no host', async () => {
  const permits = await fixture.permits({ perHost: 1 })
  const one = await fixture.taskOf(await plain())
  using _one = await permits.acquire(one, '1')
  using _other = await permits.acquire({ ...(await fixture.taskOf(await plain())), host: null }, '1')
  await expect(permits.acquire(await fixture.taskOf(await plain()), '1')).rejects.toBeInstanceOf(TryLater)
})

test('a job that asks no host keeps no gap after itself', async () => {
  const permits = await fixture.permits({ gapMs: 30_000 })
  using _none = await permits.acquire({ ...(await fixture.taskOf(await plain())), host: null }, '1')
  using _one = await permits.acquire(await fixture.taskOf(await plain()), '1')
})

describe('what is given back', () => {
  test('is handed to the job that waits, whose message comes forward', async () => {
    const permits = await fixture.permits({ perHost: 1 })
    const [one, other] = [await fixture.taskOf(await plain()), await fixture.taskOf(await plain())]
    await fixture.enqueue(other.jobId)
    const first = await permits.acquire(one, '1')
    const refusal: TryLater = await permits.acquire(other, '1').then(
      () => Promise.reject(new Error('entered')),
      (error) => error,
    )
    expect(refusal.delayMs).toBeGreaterThan(60_000)
    expect(await refusal.onceDelayed!()).toBe(false)
    first.releaseHost()
    await eventually(async () => expect(await refusal.onceDelayed!()).toBe(true))
    using _other = await permits.acquire(other, '1')
  })

  test('is all that an attempt took, also where it sent no request', async () => {
    const permits = await fixture.permits({ perHost: 1 })
    const task = await fixture.taskOf(await plain())
    ;(await permits.acquire(task, '1'))[Symbol.dispose]()
    const next = await fixture.taskOf(await plain())
    await eventually(async () => {
      using _next = await permits.acquire(next, '1')
    })
  })

  test('goes past jobs that have ended meanwhile', async () => {
    const permits = await fixture.permits({ perHost: 1 })
    const [holder, ended, last] = await Promise.all(
      [plain(), plain(), plain()].map(async (id) => fixture.taskOf(await id)),
    )
    await fixture.enqueue(last!.jobId)
    const first = await permits.acquire(holder!, '1')
    for (const waiting of [ended!, last!])
      await expect(permits.acquire(waiting, '1')).rejects.toBeInstanceOf(TryLater)
    first.releaseHost()
    await eventually(async () => {
      using _last = await permits.acquire(last!, '1')
    })
  })
})

test('work of a kind of its own takes a place of the kind as well, and one account leaves others some', async () => {
  const permits = await fixture.permits({ slots: 40, perHost: 4 })
  const work = (accountId: string, messageId: string) =>
    ({
      kind: 'validation-in-browser',
      accountId,
      hosts: [],
      deadlineAt: Date.now() + 60_000,
      queue: 'session-validation-browser',
      messageId,
    }) as const
  const [hostile, neighbour] = [crypto.randomUUID(), crypto.randomUUID()]
  using one = await permits.acquireFor(work(hostile, 'one'), '1')
  using _two = await permits.acquireFor(work(hostile, 'two'), '1')
  await expect(permits.acquireFor(work(hostile, 'three'), '1')).rejects.toBeInstanceOf(TryLater)
  using _other = await permits.acquireFor(work(neighbour, 'four'), '1')
  one.releaseHost()
  await eventually(async () => {
    using _three = await permits.acquireFor(work(hostile, 'three'), '1')
  })
})

describe('jobs that ask a model', () => {
  const asking = async (accountId: string) => ({
    ...(await fixture.taskOf(await plain())),
    accountId,
    host: null,
    asksModel: true,
  })
  const [hostile, neighbour] = [crypto.randomUUID(), crypto.randomUUID()]

  test('hold their place until they end and give their slot back before, and one account leaves others some', async () => {
    const permits = await fixture.permits({ slots: 40, models: 4 })
    const one = await permits.acquire(await asking(hostile), '1')
    const two = await permits.acquire(await asking(hostile), '1')
    for (const held of [one, two]) {
      held.releaseHost()
      held.releaseSlot()
    }
    const third = await asking(hostile)
    await expect(permits.acquire(third, '1')).rejects.toBeInstanceOf(TryLater)
    using _other = await permits.acquire(await asking(neighbour), '1')
    one[Symbol.dispose]()
    await eventually(async () => {
      using _three = await permits.acquire(third, '1')
    })
    two[Symbol.dispose]()
  })

  test('leave their slot to others while the model is asked', async () => {
    const permits = await fixture.permits({ slots: 1 })
    using held = await permits.acquire(await asking(hostile), '1')
    const next = await fixture.taskOf(await plain())
    await expect(permits.acquire(next, '1')).rejects.toBeInstanceOf(TryLater)
    held.releaseSlot()
    await eventually(async () => {
      using _next = await permits.acquire(next, '1')
    })
  })
})

test('the message of a job says whether a model is asked; of a test key none is', async () => {
  const ask = async (test: boolean) => {
    const job = fixture.newJob({ extraction_prompt: 'List the items.', formats: ['json'] }, { test })
    await createJob(fixture.jobs, job)
    return (await fixture.taskOf(job.id)).asksModel
  }
  expect([await ask(false), await ask(true)]).toEqual([true, undefined])
})
