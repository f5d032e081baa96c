import { uuidv7 } from '@gleaner/contracts'
import type { UseResult } from '@gleaner/sessions'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import { createJob } from '../accepting/create-job.ts'
import { insertWaitingJobs } from '../accepting/insert-waiting-jobs.ts'
import { acceptRedriven, findFailedJobs, redrivenJob } from '../accepting/redrive.ts'
import { type ClaimedJob, claimJob } from '../claiming/claim-job.ts'
import { escalateJob } from '../claiming/escalate-job.ts'
import { attempt } from '../testing/attempts.ts'
import { createJobsFixture, delivery, type JobsFixture } from '../testing/fixture.ts'
import { completeJob, failJob } from './settle-job.ts'

let fixture: JobsFixture
let accountId: string
let session: string
beforeAll(async () => {
  fixture = await createJobsFixture()
  accountId = await fixture.account(1_000_000_000)
})
afterAll(() => fixture.close())
beforeEach(async () => {
  session = await makeSession()
})

async function makeSession(): Promise<string> {
  const id = uuidv7()
  await fixture.pool.query(
    `INSERT INTO login_session (id, account_id, name, domain, cookie_names, header_names, data_key, secret)
     VALUES ($1, $2, 'harbour', 'harbour.example', '{}', '{}', '\\x00', '\\x00')`,
    [id, accountId],
  )
  return id
}

async function claimed(id = session): Promise<ClaimedJob> {
  return await fixture.claimed(accountId, { url: 'https://harbour.example/', session_id: id })
}

const PAGE = 'https://harbour.example/berths'

function used(result: UseResult, version = 1, tier: '1' | '2' = '1') {
  return attempt(tier, result === 'unknown' ? 'timeout' : 'delivered', {
    session: { version, result, ...(result === 'accepted' && { page: PAGE }) },
  })
}

const ERROR = { code: 'ALL_TIERS_FAILED', message: 'nothing worked' } as const

async function end(job: ClaimedJob, result: UseResult, version = 1) {
  if (result === 'unknown') return await failJob(fixture.ctx, job, ERROR, used(result, version))
  return await completeJob(fixture.ctx, job, delivery(100, { attempt: used(result, version) }))
}

async function use(...results: UseResult[]) {
  for (const result of results) await end(await claimed(), result)
}

async function read(id = session) {
  const { rows } = await fixture.pool.query(
    `SELECT status, total_requests::int AS total, successful_requests::int AS accepted, rejected_requests::int AS rejected,
            consecutive_failures AS in_a_row, last_page, last_used_at IS NOT NULL AS used
     FROM login_session WHERE id = $1`,
    [id],
  )
  return rows[0]
}

async function events(id = session) {
  const { rows } = await fixture.pool.query(
    'SELECT account_id, actor, action, details FROM login_session_event WHERE session_id = $1 ORDER BY id',
    [id],
  )
  return rows
}

describe('a job that ends counts as a use of its session', () => {
  test('with its result, its page and an event that names the key', async () => {
    const job = await claimed()
    await end(job, 'accepted')
    expect(await read()).toEqual({
      status: 'active',
      total: 1,
      accepted: 1,
      rejected: 0,
      in_a_row: 0,
      last_page: PAGE,
      used: true,
    })
    expect(await events()).toEqual([
      {
        account_id: accountId,
        actor: `key:${job.apiKeyId}`,
        action: 'used_for_scrape',
        details: { job_id: job.id, tier: '1', result: 'accepted' },
      },
    ])
  })

  test('once, however often its end is told', async () => {
    const job = await claimed()
    await Promise.all([end(job, 'rejected'), end(job, 'rejected'), end(job, 'accepted')])
    await end(job, 'rejected')
    expect(await read()).toMatchObject({ total: 1 })
    expect(await events()).toHaveLength(1)
  })

  test('by the last of its attempts that was sent with it', async () => {
    const job = await claimed()
    await escalateJob(fixture.ctx, job, used('rejected'), '2')
    const again = await claimJob(fixture.ctx, job.id, '2')
    if (again.kind !== 'claimed') throw new Error(again.kind)
    // The session had expired meanwhile.
    await completeJob(fixture.ctx, again.job, delivery(100, { attempt: attempt('2', 'delivered') }))
    expect(await read()).toMatchObject({ total: 1, rejected: 1, in_a_row: 1 })
  })

  test('unless it was never sent', async () => {
    const job = await claimed()
    await failJob(fixture.ctx, job, ERROR)
    await completeJob(fixture.ctx, await claimed(), delivery(100))
    expect(await read()).toMatchObject({ total: 0, used: false })
    expect(await events()).toEqual([])
  })

  test('and one of a deleted session is counted and changes no state', async () => {
    await fixture.pool.query(
      `UPDATE login_session SET status = 'inactive', deleted_at = now(), secret = NULL, data_key = NULL WHERE id = $1`,
      [session],
    )
    await use('rejected', 'rejected', 'rejected')
    expect(await read()).toMatchObject({ status: 'inactive', total: 3, in_a_row: 3 })
  })
})

describe('health', () => {
  test.each<[UseResult[], number, string]>([
    [['rejected', 'rejected'], 2, 'active'],
    [['rejected', 'rejected', 'rejected'], 3, 'pending_validation'],
    [['rejected', 'unknown', 'rejected', 'unknown', 'rejected'], 3, 'pending_validation'],
    [['rejected', 'rejected', 'accepted', 'rejected'], 1, 'active'],
    [['unknown', 'unknown', 'unknown', 'unknown'], 0, 'active'],
    [['rejected', 'rejected', 'rejected', 'accepted'], 0, 'pending_validation'],
  ])('after %j there are %d failures in a row, and it is %s', async (results, inARow, status) => {
    await use(...results)
    expect(await read()).toMatchObject({ in_a_row: inARow, status, total: results.length })
  })

  test('is not that of cookies which were replaced meanwhile', async () => {
    await fixture.pool.query('UPDATE login_session SET version = 2, consecutive_failures = 1 WHERE id = $1', [
      session,
    ])
    for (let n = 0; n < 4; n++) await end(await claimed(), 'rejected', 1)
    await end(await claimed(), 'accepted', 1)
    expect(await read()).toMatchObject({ total: 5, rejected: 4, accepted: 1, in_a_row: 1, status: 'active' })
    await end(await claimed(), 'rejected', 2)
    expect(await read()).toMatchObject({ in_a_row: 2 })
  })
})

test('200 jobs of several sessions that end at once, with others between them, lose no count and wait for none in a circle', async () => {
  const others = [session, await makeSession(), await makeSession()]
  const plain = await Promise.all(Array.from({ length: 20 }, () => fixture.claimed(accountId)))
  const jobs = await Promise.all(Array.from({ length: 200 }, (_, n) => claimed(others[n % 3])))
  // In any order, and from several pools, as several workers would.
  const results: UseResult[] = ['accepted', 'rejected', 'unknown']
  const ends = jobs.map((job, n) => ({ job, result: results[Math.floor(n / 3) % 3]! }))
  await Promise.all([
    ...ends.map(({ job, result }, n) => (n % 2 ? end(job, result) : endElsewhere(n, job, result))),
    ...plain.map((job) => completeJob(fixture.ctx, job, delivery(100))),
  ])
  for (const [index, id] of others.entries()) {
    const mine = ends.filter((_, n) => n % 3 === index)
    const of = (result: UseResult) => mine.filter((each) => each.result === result).length
    expect(await read(id)).toMatchObject({
      total: mine.length,
      accepted: of('accepted'),
      rejected: of('rejected'),
    })
    expect(await events(id)).toHaveLength(mine.length)
  }
})

/** By a statement of its own, beside those of the pool's queue. */
async function endElsewhere(n: number, job: ClaimedJob, result: UseResult) {
  const { pool } = fixture
  const alone = { query: pool.query.bind(pool), connect: pool.connect.bind(pool) } as typeof pool
  const ctx = n % 4 ? fixture.ctx : { ...fixture.ctx, pool: alone }
  if (result === 'unknown') return await failJob(ctx, job, ERROR, used(result))
  return await completeJob(ctx, job, delivery(100, { attempt: used(result) }))
}

describe('the session of a job', () => {
  async function sessionsOf(ids: readonly string[]) {
    const { rows } = await fixture.pool.query(
      'SELECT session_id, secrets, spec FROM job WHERE id = ANY($1)',
      [ids],
    )
    return rows
  }

  test('is noted by its id alone, of single jobs and of items', async () => {
    const single = fixture.newJob(accountId, { advanced: { session_id: session.toUpperCase() } })
    const item = fixture.newJob(accountId, { session_id: session })
    await createJob(fixture.ctx, single)
    await insertWaitingJobs(fixture.pool, fixture.ctx.secretBox, uuidv7(), [item])
    for (const row of await sessionsOf([single.id, item.id])) {
      expect(row).toMatchObject({ session_id: session, secrets: null, spec: { session_id: session } })
      expect(row.spec.advanced).not.toHaveProperty('session_id')
    }
  })

  test('is kept when the job is run again', async () => {
    const since = new Date(Date.now() - 1000)
    const job = await claimed()
    await failJob(fixture.ctx, job, ERROR, used('unknown'))
    const until = new Date(Date.now() + 1000)
    const failed = await findFailedJobs(fixture.pool, { since, until, limit: 500, accountId })
    const again = redrivenJob(failed.find(({ id }) => id === job.id)!)
    expect(await acceptRedriven(fixture.pool, again)).toBe(true)
    expect(await sessionsOf([again.id])).toMatchObject([{ session_id: session }])
  })
})
