import { failJob } from '@gleaner/jobs'
import { createJobsFixture, type JobsFixture } from '@gleaner/jobs/testing/fixture'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { runCommand } from './run-command.ts'

let fixture: JobsFixture
let account: string
beforeAll(async () => {
  fixture = await createJobsFixture()
  account = await fixture.account(1_000_000)
})
afterAll(() => fixture.close())

const env = () => ({ DATABASE_URL: fixture.databaseUrl, REDIS_URL: fixture.redisUrl })
const admin = async (...args: string[]) => JSON.parse(await runCommand([...args, '--json'], env()))
const failed = async (code: 'INTERNAL' | 'ALL_TIERS_FAILED') => {
  const job = await fixture.claimed(account)
  await failJob(fixture.ctx, job, { code, message: 'It went wrong.' })
  return job.id
}

test('a job is shown with why it failed, by its id or by that of its request', async () => {
  const id = await failed('ALL_TIERS_FAILED')
  await fixture.pool.query("UPDATE job SET request_id = 'asked-by-hand' WHERE id = $1", [id])
  const shown = await admin('show-job', '--id', id)
  expect(shown).toMatchObject({
    id,
    account_id: account,
    error_code: 'ALL_TIERS_FAILED',
    error: 'It went wrong.',
  })
  expect(await admin('show-job', '--id', 'asked-by-hand')).toEqual(shown)
  await expect(admin('show-job', '--id', 'nobody')).rejects.toThrow('No job has this id')
})

test('a dead letter is put back, or aside, and is not listed any more', async () => {
  const [first, second] = [await failed('INTERNAL'), await failed('INTERNAL')]
  const listed = async () =>
    (await admin('list-dead-letters', '--kind', 'job')).map(({ id }: { id: string }) => id)
  expect((await listed()).sort()).toEqual([`job_${first}`, `job_${second}`].sort())
  expect(await admin('list-dead-letters', '--retry', '--id', `job_${first}`)).toMatchObject([{ done: true }])
  expect(await admin('list-dead-letters', '--discard', '--id', `job_${second}`)).toMatchObject([
    { done: true },
  ])
  expect(await listed()).toEqual([])
  await expect(admin('list-dead-letters', '--retry', '--id', 'mail')).rejects.toThrow('--id must be one')
  await expect(admin('list-dead-letters', '--kind', 'letter')).rejects.toThrow('--kind must be')
})

test('the doctor names what is wrong first, and everything that it looked at', async () => {
  const rows: { check: string; state: string }[] = await admin('doctor')
  const of = (check: string) => rows.find((row) => row.check === check)?.state
  expect([of('postgres'), of('redis'), of('schema')]).toEqual(['ok', 'ok', 'ok'])
  // No service runs here.
  expect(of('gateway')).toBe('down')
  expect(rows[0]!.state).not.toBe('ok')
  expect(rows.at(-1)!.state).toBe('ok')
})

test('queues, accounts, sites and versions are told', async () => {
  await fixture.claimed(account)
  const queues = await admin('show-queues')
  expect(queues.find(({ what }: { what: string }) => what === 'tier 1')).toMatchObject({ running: 1 })
  expect((await admin('top-accounts'))[0]).toMatchObject({
    account_id: account,
    open_jobs: expect.any(Number),
  })
  expect(await admin('top-hosts', '--failed')).toEqual([])
  expect(await admin('list-proxies')).toEqual([])
  expect((await admin('show-health')).length).toBeGreaterThan(10)
  expect(await admin('show-version')).toEqual({ admin: expect.stringMatching(/^\d/) })
  expect(await admin('show-ledger')).toMatchObject({ discrepancies: [] })
})
