import { auditLedger } from '@gleaner/billing'
import type { Fetcher, FetchRequest } from '@gleaner/http-tiers'
import { mayShareConnections, mayShareContext } from '@gleaner/http-tiers'
import { beginToSend, claimJob, createJob, readFinishedJob } from '@gleaner/jobs'
import { TryLater } from '@gleaner/queue'
import { eventually } from '@gleaner/testkit'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { handleTask } from './handle-task.ts'
import { createWorkerFixture, type WorkerFixture } from './testing/fixture.ts'

let fixture: WorkerFixture
beforeAll(async () => {
  fixture = await createWorkerFixture()
})
afterAll(async () => {
  expect(await auditLedger(fixture.jobs.pool)).toEqual([])
  await fixture.close()
})

const never = new AbortController().signal
const finished = async (id: string) => {
  const job = await readFinishedJob(fixture.jobs.pool, id)
  return job && { ...job.row, page: job.page === undefined ? undefined : JSON.parse(job.page) }
}
const rowOf = async (id: string) =>
  (await fixture.jobs.pool.query('SELECT * FROM job WHERE id = $1', [id])).rows[0]

describe('a page that the tier delivers', () => {
  test('finishes the job with its content, at the price of the tier', async () => {
    const id = await fixture.accept({ url: `${fixture.site.url}/article`, formats: ['markdown'] })
    await handleTask(fixture.context('1'), await fixture.taskOf(id), never)
    expect(await finished(id)).toMatchObject({
      status: 'completed',
      costMicros: 200,
      attempts: [{ tier: '1', result: 'delivered' }],
      page: { status_code: 200, content: { markdown: expect.stringContaining('bridge') } },
    })
  })

  test("is delivered with the target's own 404", async () => {
    const id = await fixture.accept({ url: `${fixture.site.url}/status/404` })
    await handleTask(fixture.context('1'), await fixture.taskOf(id), never)
    expect(await finished(id)).toMatchObject({
      status: 'completed',
      costMicros: 200,
      page: { status_code: 404 },
    })
  })

  test('is fetched once, also when the message comes twice', async () => {
    const url = `${fixture.site.url}/article?once`
    const id = await fixture.accept({ url })
    await Promise.allSettled([
      handleTask(fixture.context('1'), await fixture.taskOf(id), never),
      handleTask(fixture.context('1'), await fixture.taskOf(id), never),
    ])
    await handleTask(fixture.context('1'), await fixture.taskOf(id), never)
    const asked = fixture.site.requests.filter((request) => request.path.endsWith('?once'))
    expect(asked).toHaveLength(1)
    expect(await finished(id)).toMatchObject({ status: 'completed', attempts: [expect.anything()] })
  })
})

test('an ordinary job is sent as a request that may share windows and connections, one with cookies is not', async () => {
  const ctx = fixture.context('1')
  const sent: FetchRequest[] = []
  const fetch: Fetcher['fetch'] = (request, signal) => {
    sent.push(request)
    return ctx.fetcher.fetch(request, signal)
  }
  const url = `${fixture.site.url}/article`
  for (const request of [{ url }, { url, advanced: { cookies: { a: '1' } } }]) {
    const id = await fixture.accept(request)
    await handleTask({ ...ctx, fetcher: { ...ctx.fetcher, fetch } }, await fixture.taskOf(id), never)
  }
  expect(sent.map(mayShareConnections)).toEqual([true, false])
  expect(sent.map(mayShareContext)).toEqual([true, false])
})

describe('a page that the tier does not deliver', () => {
  test('moves the job to the next tier, which delivers it', async () => {
    const id = await fixture.accept({ url: `${fixture.site.url}/not-browser` })
    await handleTask(fixture.context('1'), await fixture.taskOf(id), never)
    expect(await rowOf(id)).toMatchObject({ status: 'running', tier: '2', lease_until: null })
    await handleTask(fixture.context('2'), await fixture.taskOf(id), never)
    expect(await finished(id)).toMatchObject({
      status: 'completed',
      costMicros: 300,
      attempts: [
        { tier: '1', result: 'blocked' },
        { tier: '2', result: 'delivered' },
      ],
    })
  })

  test('costs nothing when it was the last tier', async () => {
    const id = await fixture.accept({
      url: `${fixture.site.url}/status/403`,
      cost_controls: { force_tier: '1' },
    })
    await handleTask(fixture.context('1'), await fixture.taskOf(id), never)
    expect(await finished(id)).toMatchObject({
      status: 'failed',
      costMicros: 0,
      error: { code: 'ALL_TIERS_FAILED' },
    })
  })

  test('ends at once when no tier could read it', async () => {
    const id = await fixture.accept({ url: `${fixture.site.url}/video.mp4` })
    await handleTask(fixture.context('1'), await fixture.taskOf(id), never)
    expect(await finished(id)).toMatchObject({ error: { code: 'UNSUPPORTED_CONTENT_TYPE' } })
  })

  test('ends at once when a redirect leads to a private address', async () => {
    const target = encodeURIComponent('http://169.254.169.254/latest/meta-data/')
    const id = await fixture.accept({ url: `${fixture.site.url}/redirect-to?url=${target}` })
    await handleTask(fixture.context('1'), await fixture.taskOf(id), never)
    expect(await finished(id)).toMatchObject({ error: { code: 'URL_NOT_ALLOWED' } })
  })

  test('that never answers ends with the time-out of the request', async () => {
    const id = await fixture.accept({
      url: `${fixture.site.url}/hang`,
      timeout: 1,
      cost_controls: { force_tier: '1' },
    })
    const startedAt = Date.now()
    await handleTask(fixture.context('1'), await fixture.taskOf(id), never)
    expect(Date.now() - startedAt).toBeLessThan(20_000)
    expect(await finished(id)).toMatchObject({ attempts: [{ result: 'timeout' }] })
  })
})

describe('a worker that vanished', () => {
  const vanish = async (id: string, hasBegunToSend = false) => {
    const claim = await claimJob(fixture.jobs, id, '1')
    if (claim.kind !== 'claimed') throw new Error(claim.kind)
    if (hasBegunToSend) expect(await beginToSend(fixture.jobs, claim.job)).toBe(true)
    await fixture.jobs.pool.query("UPDATE job SET lease_until = now() - interval '1 second' WHERE id = $1", [
      id,
    ])
  }
  const received = (mark: string) =>
    fixture.site.requests.filter((request) => request.path.includes(mark)).length

  test('is replaced by another, which delivers', async () => {
    const id = await fixture.accept({ url: `${fixture.site.url}/article` })
    await vanish(id)
    await handleTask(fixture.context('1'), await fixture.taskOf(id), never)
    expect(await finished(id)).toMatchObject({ status: 'completed' })
  })

  test('with a POST under way ends the job, for the body must not be sent twice', async () => {
    const url = `${fixture.site.url}/echo?post-once`
    const id = await fixture.accept({ url, method: 'POST', body: '{}' })
    await vanish(id, true)
    await handleTask(fixture.context('1'), await fixture.taskOf(id), never)
    expect(await finished(id)).toMatchObject({ status: 'failed', error: { code: 'OUTCOME_UNKNOWN' } })
    expect(received('post-once')).toBe(0)
  })

  test('before it had begun to send a POST leaves it to the next one, which sends it', async () => {
    const url = `${fixture.site.url}/echo?post-unsent`
    const id = await fixture.accept({ url, method: 'POST', body: '{}' })
    await vanish(id)
    await handleTask(fixture.context('1'), await fixture.taskOf(id), never)
    expect(await finished(id)).toMatchObject({ status: 'completed' })
    expect(received('post-unsent')).toBe(1)
  })

  test('and did not write down whether it had begun, as older versions do not, may have sent the POST', async () => {
    const id = await fixture.accept({ url: `${fixture.site.url}/echo?post-old`, method: 'POST', body: '{}' })
    await vanish(id)
    await fixture.jobs.pool.query('UPDATE job SET fence = fence + 1 WHERE id = $1', [id])
    await handleTask(fixture.context('1'), await fixture.taskOf(id), never)
    expect(await finished(id)).toMatchObject({ error: { code: 'OUTCOME_UNKNOWN' } })
    expect(received('post-old')).toBe(0)
  })

  test('five times over ends the job', async () => {
    const id = await fixture.accept({ url: `${fixture.site.url}/article` })
    await fixture.jobs.pool.query('UPDATE job SET lost_leases = 5 WHERE id = $1', [id])
    await handleTask(fixture.context('1'), await fixture.taskOf(id), never)
    expect(await finished(id)).toMatchObject({ error: { code: 'INTERNAL' } })
  })

  test('but may still be at work has its claim respected', async () => {
    const id = await fixture.accept({ url: `${fixture.site.url}/article` })
    await claimJob(fixture.jobs, id, '1')
    await expect(handleTask(fixture.context('1'), await fixture.taskOf(id), never)).rejects.toBeInstanceOf(
      TryLater,
    )
  })
})

test('a stopping worker hands its job back at once, and the next one takes it', async () => {
  const id = await fixture.accept({ url: `${fixture.site.url}/slow?ms=3000&get-stopped` })
  const stop = new AbortController()
  const working = handleTask(fixture.context('1'), await fixture.taskOf(id), stop.signal)
  await eventually(() =>
    expect(fixture.site.requests.some(({ path }) => path.includes('get-stopped'))).toBe(true),
  )
  stop.abort()
  await expect(working).rejects.toThrow('interrupted')
  expect(await rowOf(id)).toMatchObject({ lease_until: null, lost_leases: 0, finished_at: null })
  expect(await claimJob(fixture.jobs, id, '1')).toMatchObject({ kind: 'claimed' })
})

test('a stopping worker ends a POST that is under way as unknown, and nobody sends it again', async () => {
  const url = `${fixture.site.url}/slow?ms=3000&post-stopped`
  const id = await fixture.accept({ url, method: 'POST', body: '{}' })
  const received = () => fixture.site.requests.filter(({ path }) => path.includes('post-stopped')).length
  const stop = new AbortController()
  const working = handleTask(fixture.context('1'), await fixture.taskOf(id), stop.signal)
  await eventually(() => expect(received()).toBe(1))
  // Were the process killed now, the next worker would read this.
  expect(await rowOf(id)).toMatchObject({ fence: 1, unsent_fence: null })
  stop.abort()
  await working
  expect(await finished(id)).toMatchObject({
    status: 'failed',
    error: { code: 'OUTCOME_UNKNOWN' },
    costMicros: 0,
  })
  await handleTask(fixture.context('1'), await fixture.taskOf(id), never)
  expect(received()).toBe(1)
})

test('a job whose deadline passed in the queue is ended without a fetch', async () => {
  const url = `${fixture.site.url}/article?too-late`
  const id = await fixture.accept({ url })
  await fixture.jobs.pool.query("UPDATE job SET deadline_at = now() - interval '1 second' WHERE id = $1", [
    id,
  ])
  await handleTask(fixture.context('1'), await fixture.taskOf(id), never)
  expect(await finished(id)).toMatchObject({
    status: 'failed',
    attempts: [],
    error: { code: 'SERVICE_UNAVAILABLE', message: expect.stringContaining('nothing was fetched') },
  })
  expect(fixture.site.requests.filter((request) => request.path.includes('too-late'))).toEqual([])
})

test('a job whose deadline passed after a worker was lost with it does not say that nothing was tried', async () => {
  const id = await fixture.accept({ url: `${fixture.site.url}/article?lost` })
  await claimJob(fixture.jobs, id, '1')
  await fixture.jobs.pool.query(
    "UPDATE job SET deadline_at = now() - interval '1 second', lease_until = now() - interval '1 second' WHERE id = $1",
    [id],
  )
  await handleTask(fixture.context('1'), await fixture.taskOf(id), never)
  expect(await finished(id)).toMatchObject({ status: 'failed', error: { code: 'ALL_TIERS_FAILED' } })
})

test('a job that another tier has is left alone', async () => {
  const id = await fixture.accept({ url: `${fixture.site.url}/article` })
  await handleTask(fixture.context('2'), await fixture.taskOf(id), never)
  expect(await rowOf(id)).toMatchObject({ status: 'pending', fence: 0 })
})

describe('a test key', () => {
  const scrape = async (url: string, tiers: ('1' | '2')[] = ['1']) => {
    const job = fixture.newJob({ url, cost_controls: { max_tier: '2' } }, { test: true })
    await createJob(fixture.jobs, job)
    for (const tier of tiers) await handleTask(fixture.context(tier), await fixture.taskOf(job.id), never)
    return await finished(job.id)
  }

  test('sees the same built-in page for the same URL, and nothing leaves the service', async () => {
    const url = `${fixture.site.url}/article?from-test-key`
    const [one, two] = [await scrape(url), await scrape(url)]
    expect(one).toMatchObject({ status: 'completed', costMicros: 0 })
    expect(one!.page.content).toBe(two!.page.content)
    expect(fixture.site.requests.filter((request) => request.path.includes('from-test-key'))).toEqual([])
  })

  test.each([
    ['/blocked', { status: 'failed', attempts: [{ result: 'blocked' }, { result: 'blocked' }] }],
    ['/timeout', { status: 'failed', attempts: [{ result: 'timeout' }, { result: 'timeout' }] }],
    ['/js', { status: 'failed', attempts: [{ result: 'empty_shell' }] }],
  ])('shows the outcome that %s stands for', async (ending, expected) => {
    expect(await scrape(`https://example.com${ending}`, ['1', '2'])).toMatchObject(expected)
  })

  test('shows a 404 as the delivered answer that it is', async () => {
    expect(await scrape('https://example.com/404')).toMatchObject({
      status: 'completed',
      page: { status_code: 404 },
    })
  })
})
