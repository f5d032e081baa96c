import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { createJob } from '../accepting/create-job.ts'
import { failJob } from '../ending/settle-job.ts'
import { attempt } from '../testing/attempts.ts'
import { createJobsFixture, type JobsFixture } from '../testing/fixture.ts'
import { claimJob, releaseJob, renewLeases } from './claim-job.ts'
import { escalateJob } from './escalate-job.ts'

let fixture: JobsFixture
let account: string
beforeAll(async () => {
  fixture = await createJobsFixture()
  account = await fixture.account(1_000_000)
})
afterAll(() => fixture.close())

describe('a claim that is given up', () => {
  test('is not renewed when its job has moved on to the next tier, which can claim it at once', async () => {
    const job = await fixture.claimed(account)
    await escalateJob(fixture.ctx, job, attempt('1', 'blocked'), '2')
    expect(await renewLeases(fixture.ctx, [job])).toEqual([job.id])
    expect(await claimJob(fixture.ctx, job.id, '2')).toMatchObject({
      kind: 'claimed',
      job: { lostLeases: 0 },
    })
  })

  test('is not renewed when the job was handed back', async () => {
    const job = await fixture.claimed(account)
    await releaseJob(fixture.ctx, job)
    expect(await renewLeases(fixture.ctx, [job])).toEqual([job.id])
    expect(await claimJob(fixture.ctx, job.id, '1')).toMatchObject({
      kind: 'claimed',
      job: { lostLeases: 0 },
    })
  })
})

test('a claim that ran out may be renewed until somebody else has the job', async () => {
  const job = await fixture.claimed(account)
  await fixture.pool.query("UPDATE job SET lease_until = now() - interval '1 second' WHERE id = $1", [job.id])
  expect(await renewLeases(fixture.ctx, [job])).toEqual([])
  expect(await claimJob(fixture.ctx, job.id, '1')).toMatchObject({ kind: 'held' })
})

describe('a claim that another worker has taken over', () => {
  const takenOver = async () => {
    const old = await fixture.claimed(account)
    await fixture.pool.query("UPDATE job SET lease_until = now() - interval '1 second' WHERE id = $1", [
      old.id,
    ])
    const claim = await claimJob(fixture.ctx, old.id, '1')
    if (claim.kind !== 'claimed') throw new Error(claim.kind)
    return { old, now: claim.job }
  }
  const leaseOf = async (id: string) =>
    (await fixture.pool.query('SELECT lease_until::text AS lease FROM job WHERE id = $1', [id])).rows[0].lease

  test('is lost to the one who had it, and not kept alive by it', async () => {
    const { old, now } = await takenOver()
    const lease = await leaseOf(now.id)
    expect(await renewLeases(fixture.ctx, [old])).toEqual([old.id])
    expect(await leaseOf(now.id)).toBe(lease)
    expect(await renewLeases(fixture.ctx, [now])).toEqual([])
    expect(await leaseOf(now.id)).not.toBe(lease)
  })

  test('is not handed back by the one who had it', async () => {
    const { old, now } = await takenOver()
    await releaseJob(fixture.ctx, old)
    expect(await claimJob(fixture.ctx, now.id, '1')).toMatchObject({ kind: 'held' })
    await releaseJob(fixture.ctx, now)
    expect(await claimJob(fixture.ctx, now.id, '1')).toMatchObject({
      kind: 'claimed',
      job: { fence: now.fence + 1, lostLeases: 1 },
    })
  })

  test('cannot move the job on, nor end it', async () => {
    const { old, now } = await takenOver()
    expect(await escalateJob(fixture.ctx, old, attempt('1', 'blocked'), '2')).toBe(false)
    expect(await failJob(fixture.ctx, old, { code: 'ALL_TIERS_FAILED', message: 'x' })).toBeUndefined()
    expect(await renewLeases(fixture.ctx, [now])).toEqual([])
  })
})

test('of the claims that a worker renews together each is renewed or lost for itself', async () => {
  const [kept, gone] = [await fixture.claimed(account), await fixture.claimed(account)]
  await failJob(fixture.ctx, gone, { code: 'ALL_TIERS_FAILED', message: 'x' })
  expect(await renewLeases(fixture.ctx, [gone, kept])).toEqual([gone.id])
  expect(await renewLeases(fixture.ctx, [])).toEqual([])
})

test('the deadline of a job is counted from its acceptance, whoever claims it and whenever', async () => {
  const job = fixture.newJob(account, { timeout: 100 })
  await createJob(fixture.ctx, job)
  // It has waited for a minute.
  await fixture.pool.query(
    "UPDATE job SET created_at = created_at - interval '1 minute', deadline_at = deadline_at - interval '1 minute' WHERE id = $1",
    [job.id],
  )
  const leftOf = ({ createdAt, deadlineAt }: { createdAt: Date; deadlineAt: Date }) =>
    deadlineAt.getTime() - createdAt.getTime()
  const first = await claimJob(fixture.ctx, job.id, '1')
  if (first.kind !== 'claimed') throw new Error(first.kind)
  expect(leftOf(first.job)).toBe(100_000)
  await escalateJob(fixture.ctx, first.job, attempt('1', 'blocked'), '2')
  const second = await claimJob(fixture.ctx, job.id, '2')
  if (second.kind !== 'claimed') throw new Error(second.kind)
  expect(second.job.deadlineAt).toEqual(first.job.deadlineAt)
})

describe('a claim is', () => {
  /** How the transactions are committed that change jobs: read when they commit. */
  async function commitsOf(jobIds: readonly string[]): Promise<Map<string, string>> {
    const { rows } = await fixture.pool.query<{ id: string; commit: string }>(
      'SELECT id, commit FROM seen_commit WHERE id = ANY($1)',
      [jobIds],
    )
    return new Map(rows.map(({ id, commit }) => [id, commit]))
  }

  beforeAll(async () => {
    await fixture.pool.query(`
      CREATE TABLE seen_commit (id uuid, commit text);
      CREATE FUNCTION see_commit() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN INSERT INTO seen_commit VALUES (NEW.id, current_setting('synchronous_commit')); RETURN NULL; END $$;
      CREATE CONSTRAINT TRIGGER see_commit AFTER UPDATE OF fence ON job DEFERRABLE INITIALLY DEFERRED
        FOR EACH ROW EXECUTE FUNCTION see_commit()`)
  })
  afterAll(async () => {
    await fixture.pool.query(
      'DROP TRIGGER see_commit ON job; DROP FUNCTION see_commit; DROP TABLE seen_commit',
    )
  })

  test('not forgotten by a crash of Postgres when its request changes the target, alone and among others', async () => {
    const ask = (method: 'GET' | 'POST' | 'PUT' | 'DELETE') => fixture.newJob(account, { method })
    const alone = [ask('POST'), ask('PUT'), ask('DELETE')]
    const others = [ask('GET'), ask('POST'), ask('GET'), ask('GET')]
    const harmless = ask('GET')
    for (const job of [...alone, ...others, harmless]) await createJob(fixture.ctx, job)
    for (const job of [...alone, harmless])
      expect(await claimJob(fixture.ctx, job.id, '1')).toMatchObject({ kind: 'claimed' })
    await Promise.all(others.map(({ id }) => claimJob(fixture.ctx, id, '1')))
    const commits = await commitsOf([...alone, ...others, harmless].map(({ id }) => id))
    expect([...alone, others[1]!].map(({ id }) => commits.get(id))).toEqual(Array(4).fill('on'))
    expect(commits.get(harmless.id)).toBe('off')
  })
})
