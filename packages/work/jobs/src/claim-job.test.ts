import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { claimJob, releaseJob, renewLeases } from './claim-job.ts'
import { createJob } from './create-job.ts'
import { escalateJob } from './escalate-job.ts'
import { attempt } from './testing/attempts.ts'
import { createJobsFixture, type JobsFixture } from './testing/fixture.ts'

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
