import { uuidv7 } from '@gleaner/contracts'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { createJob } from './accepting/create-job.ts'
import { answerFromCache } from './accepting/result-cache.ts'
import { claimJob, releaseJob } from './claiming/claim-job.ts'
import { escalateJob } from './claiming/escalate-job.ts'
import { beginToSend } from './claiming/sending.ts'
import { completeJob, failJob, withdrawJob } from './ending/settle-job.ts'
import { isFinal, TRANSITIONS, type TransitionName } from './job-states.ts'
import { readJob } from './reading/read-job.ts'
import { attempt } from './testing/attempts.ts'
import { createJobsFixture, delivery, type JobsFixture } from './testing/fixture.ts'

let fixture: JobsFixture
let account: string
beforeAll(async () => {
  fixture = await createJobsFixture()
  account = await fixture.account(100_000_000)
})
afterAll(() => fixture.close())

const STATES = ['pending', 'running', 'completed', 'failed'] as const
type State = (typeof STATES)[number]
const ERROR = { code: 'ALL_TIERS_FAILED', message: 'no' } as const

/** A job in a state, as the worker that has or had it knows it. */
async function jobIn(state: State) {
  const job = fixture.newJob(account)
  await createJob(fixture.ctx, job)
  if (state === 'pending')
    return { ...job, fence: 0, tier: '1' as const, attempts: [], createdAt: new Date() }
  const claim = await claimJob(fixture.ctx, job.id, '1')
  if (claim.kind !== 'claimed') throw new Error(claim.kind)
  // A worker that is at hand may not be robbed of its claim: this one has let it run out.
  if (state === 'running')
    await fixture.pool.query("UPDATE job SET lease_until = now() - interval '1 s' WHERE id = $1", [job.id])
  if (state === 'completed') await completeJob(fixture.ctx, claim.job, delivery(200))
  if (state === 'failed') await failJob(fixture.ctx, claim.job, ERROR)
  return claim.job
}
type Job = Parameters<typeof completeJob>[1]

/** Each transition of a row that exists, as the code makes it. */
const MOVES: Partial<Record<TransitionName, (job: Job) => Promise<unknown>>> = {
  claim: (job) => claimJob(fixture.ctx, job.id, '1'),
  beginToSend: (job) => beginToSend(fixture.ctx, job),
  escalate: (job) => escalateJob(fixture.ctx, job, attempt('1', 'blocked'), '2'),
  handBack: (job) => releaseJob(fixture.ctx, job),
  complete: (job) => completeJob(fixture.ctx, job, delivery(200)),
  fail: (job) => failJob(fixture.ctx, job, ERROR),
  withdraw: (job) => withdrawJob(fixture.ctx, job.id, ERROR),
}
const versionOf = async (id: string) =>
  (await fixture.pool.query('SELECT status, xmin::text FROM job WHERE id = $1', [id])).rows[0]

describe.each(Object.entries(MOVES))('%s', (name, move) => {
  const { from, to } = TRANSITIONS[name as TransitionName]
  test.each(STATES)('of a job that is %s is made if the table allows it', async (state) => {
    const job = (await jobIn(state)) as Job
    const before = await versionOf(job.id)
    await move(job)
    const after = await versionOf(job.id)
    const isAllowed = (from as readonly State[]).includes(state)
    expect(after.status).toBe(isAllowed ? to : state)
    expect(after.xmin !== before.xmin).toBe(isAllowed)
  })
})

describe('the table', () => {
  test('makes rows in the states that it names', async () => {
    const stateOf = async (id: string) => (await versionOf(id)).status
    const accepted = fixture.newJob(account, { cache: true })
    await createJob(fixture.ctx, accepted)
    expect(await stateOf(accepted.id)).toBe(TRANSITIONS.accept.to)
    const stored = fixture.newJob(account, { cache: true })
    await fixture.delivered(stored)
    const again = { ...stored, jobId: uuidv7(), cacheKey: stored.cacheKey! }
    await answerFromCache(fixture.pool, again)
    expect(await stateOf(again.jobId)).toBe(TRANSITIONS.answerFromCache.to)
  })

  test('has the states that the database allows, and ends in those from which nothing leads', async () => {
    const { rows } = await fixture.pool.query(
      "SELECT pg_get_constraintdef(oid) AS allowed FROM pg_constraint WHERE conname = 'job_status_known'",
    )
    const allowed = [...rows[0].allowed.matchAll(/'(\w+)'::text/g)].map(([, state]) => state)
    const used = new Set(Object.values(TRANSITIONS).flatMap(({ from, to }) => [...from, to]))
    expect([...used].sort()).toEqual(allowed.sort())
    expect(STATES.filter(isFinal)).toEqual(['completed', 'failed'])
    const id = (await jobIn('failed')).id
    expect(await readJob(fixture.pool, account, id)).toMatchObject({ kind: 'finished' })
  })
})
