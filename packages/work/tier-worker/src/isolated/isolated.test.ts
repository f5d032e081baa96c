import { readFile } from 'node:fs/promises'
import { claimJob, readFinishedJob } from '@gleaner/jobs'
import { eventually } from '@gleaner/testkit'
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals'
import { handleTask } from '../handle-task.ts'
import { createWorkerFixture, type WorkerFixture } from '../testing/fixture.ts'
import { startIsolatedProcess } from './process.ts'
import { createIsolatedProcessPool } from './process-pool.ts'

let fixture: WorkerFixture
beforeAll(async () => {
  fixture = await createWorkerFixture()
})
afterEach(() => fixture.forgetPermits())
afterAll(() => fixture.close())

const never = new AbortController().signal

/** A job whose worker died with it. */
async function lost(path: string, request: Parameters<WorkerFixture['accept']>[0] = {}): Promise<string> {
  const id = await fixture.accept({ url: fixture.site.url + path, ...request })
  expect(await claimJob(fixture.jobs, id, '1')).toMatchObject({ kind: 'claimed' })
  await fixture.jobs.pool.query("UPDATE job SET lease_until = now() - interval '1 second' WHERE id = $1", [
    id,
  ])
  return id
}
async function finish(id: string) {
  await handleTask(fixture.context('1'), await fixture.taskOf(id), never)
  return (await readFinishedJob(fixture.jobs.pool, id))?.row
}

describe('a job whose worker died', () => {
  test('is tried in a process of its own, and delivered', async () => {
    const id = await lost('/article?again')
    expect(await finish(id)).toMatchObject({ status: 'completed', attempts: [{ result: 'delivered' }] })
    const asked = fixture.site.requests.filter(({ path }) => path.endsWith('?again'))
    expect(asked).toHaveLength(1)
  })

  test('is given up when it ends that process as well, and takes nobody along', async () => {
    const killer = await lost('/article?ends-its-process')
    const [ended, innocent] = await Promise.all([finish(killer), lost('/article?innocent').then(finish)])
    expect(ended).toMatchObject({
      status: 'failed',
      costMicros: 0,
      error: { code: 'RESOURCE_LIMIT_EXCEEDED', message: expect.stringContaining('twice') },
      attempts: [{ result: 'resource_limit' }],
    })
    expect(innocent).toMatchObject({ status: 'completed' })
    expect(await finish(await lost('/article?next'))).toMatchObject({ status: 'completed' })
  })

  test('is timed out as elsewhere', async () => {
    const id = await lost('/hang', { timeout: 3, cost_controls: { force_tier: '1' } })
    expect(await finish(id)).toMatchObject({ status: 'failed', attempts: [{ result: 'timeout' }] })
  })
})

test('several such jobs wait for a process, and all are delivered', async () => {
  const ids = await Promise.all([1, 2, 3, 4, 5].map((index) => lost(`/article?many-${index}`)))
  const rows = await Promise.all(ids.map(finish))
  expect(rows.map((row) => row?.status)).toEqual(Array(5).fill('completed'))
})

test('an attempt that never gives its process back loses it, and its place, after the longest time', async () => {
  const pool = createIsolatedProcessPool(fixture.isolatedSetup, 50)
  const first = await pool.acquire(fixture.context('1'), 'a', never)
  // One account has one place.
  const next = await pool.acquire(fixture.context('1'), 'a', AbortSignal.timeout(20_000))
  const request = { url: `${fixture.site.url}/article?ended`, method: 'GET' } as never
  expect(await first.ctx.fetcher.fetch(request, never)).toMatchObject({ reason: 'resource_limit' })
  await Promise.all([first.release(), next.release()])
  await pool.close()
})

test('an isolated process knows nothing of its parent’s secrets, and ends with its channel', async () => {
  process.env.CANARY_SECRET = 'canary'
  const isolated = await startIsolatedProcess(fixture.isolatedSetup)
  delete process.env.CANARY_SECRET
  expect(await readFile(`/proc/${isolated.pid}/environ`, 'utf8')).not.toContain('canary')
  await isolated.end()
  await eventually(() => expect(isolated.isAlive).toBe(false))
})
