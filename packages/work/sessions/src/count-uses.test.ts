import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import { countUsesSql, lockSessionsSql, type UseResult } from './count-uses-sql.ts'
import { createValidationsFixture, type ValidationsFixture } from './testing/validations-fixture.ts'

let fixture: ValidationsFixture
let id: string
beforeAll(async () => {
  fixture = await createValidationsFixture()
})
beforeEach(async () => {
  id = await fixture.session()
})
afterAll(() => fixture.close())

interface Use {
  result: UseResult
  page?: string
  version?: number
  session?: string
  key?: string
}

/** Counts uses, in this order, in one statement as that which ends their jobs. */
async function count(...uses: (Use | UseResult)[]): Promise<void> {
  const rows = uses.map((use, at) => ({
    session_id: id,
    version: 1,
    page: null,
    api_key_id: null,
    job_id: `job ${at}`,
    tier: '1',
    position: at,
    ...(typeof use === 'string'
      ? { result: use }
      : { ...use, session_id: use.session ?? id, api_key_id: use.key }),
  }))
  await fixture.ctx.pool.query(
    `WITH used AS (
       SELECT * FROM jsonb_to_recordset($1::jsonb) AS given(session_id uuid, version int, result text, page text,
         job_id text, tier text, api_key_id text, position int)
     ), ${lockSessionsSql('SELECT session_id FROM used')}, ${countUsesSql('used')} SELECT 1`,
    [JSON.stringify(rows)],
  )
}

async function health(session = id) {
  const row = await fixture.row('login_session', session)
  return {
    uses: [row.total_requests, row.successful_requests, row.rejected_requests].map(Number),
    failures: row.consecutive_failures,
    status: row.status,
    page: row.last_page,
  }
}

describe('uses of a session', () => {
  test('are counted by what the target made of them, once each', async () => {
    await count('accepted', 'rejected', 'unknown', { result: 'accepted', page: 'https://example.com/a' })
    expect(await health()).toEqual({
      uses: [4, 2, 1],
      failures: 0,
      status: 'active',
      page: 'https://example.com/a',
    })
    await count({ result: 'rejected', page: 'https://example.com/login' }, 'unknown')
    expect(await health()).toEqual({
      uses: [6, 2, 2],
      failures: 1,
      status: 'active',
      page: 'https://example.com/a',
    })
    expect((await fixture.row('login_session', id)).last_used_at).toBeInstanceOf(Date)
  })

  test('each have an entry in the trail, in their order, with the key that asked', async () => {
    await count({ result: 'rejected', key: 'k' }, 'accepted')
    const details = (at: number, result: string) => ({ job_id: `job ${at}`, tier: '1', result })
    expect(await fixture.events(id)).toEqual([
      { actor: 'key:k', action: 'used_for_scrape', details: details(0, 'rejected') },
      { actor: 'system', action: 'used_for_scrape', details: details(1, 'accepted') },
    ])
  })

  test('are those of that session alone', async () => {
    const other = await fixture.session()
    await count('accepted', { result: 'rejected', session: other })
    expect(await health()).toMatchObject({ uses: [1, 1, 0], failures: 0 })
    expect(await health(other)).toMatchObject({ uses: [1, 0, 1], failures: 1 })
    expect(await fixture.events(other)).toHaveLength(1)
  })
})

describe('three rejected uses in a row', () => {
  test('put a session in doubt, in whatever statements they were counted', async () => {
    await count('rejected', 'rejected')
    expect(await health()).toMatchObject({ status: 'active', failures: 2 })
    await count('unknown')
    expect(await health()).toMatchObject({ status: 'active', failures: 2 })
    await count('rejected')
    expect(await health()).toMatchObject({ status: 'pending_validation', failures: 3 })
  })

  test('are none with an accepted one between them, and begin anew after it', async () => {
    await count('rejected', 'rejected', 'accepted', 'rejected')
    expect(await health()).toMatchObject({ status: 'active', failures: 1 })
    await count('accepted')
    expect(await health()).toMatchObject({ failures: 0 })
    await count('accepted', 'rejected', 'rejected', 'rejected')
    expect(await health()).toMatchObject({ status: 'pending_validation', failures: 3 })
  })

  test('say nothing of cookies that have replaced those that were sent', async () => {
    await fixture.ctx.pool.query(
      'UPDATE login_session SET version = 2, consecutive_failures = 2 WHERE id = $1',
      [id],
    )
    await count('rejected', 'rejected', 'rejected')
    expect(await health()).toMatchObject({ uses: [3, 0, 3], status: 'active', failures: 2 })
    await count('accepted')
    expect(await health()).toMatchObject({ uses: [4, 1, 3], failures: 2 })
    await count({ result: 'rejected', version: 2 })
    expect(await health()).toMatchObject({ status: 'pending_validation', failures: 3 })
  })

  test.each(['expired', 'invalid'])('leave a session that is %s as it is', async (status) => {
    await fixture.ctx.pool.query('UPDATE login_session SET status = $2 WHERE id = $1', [id, status])
    await count('rejected', 'rejected', 'rejected')
    expect(await health()).toMatchObject({ status, failures: 3 })
  })
})
