import { auditLedger, readBalance, setSpendLimit } from '@gleaner/billing'
import { uuidv7 } from '@gleaner/contracts'
import { createPool, transaction } from '@gleaner/db'
import { startDatabaseProxy } from '@gleaner/testkit'
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals'
import { createJobsFixture, type JobsFixture } from '../testing/fixture.ts'
import { createJob } from './create-job.ts'
import type { NewJob } from './new-job.ts'

// Jobs that come together are accepted, or refused, as they would be one by one.

let fixture: JobsFixture
beforeAll(async () => {
  fixture = await createJobsFixture()
})
afterAll(() => fixture.close())
afterEach(async () => {
  expect(await auditLedger(fixture.pool)).toEqual([])
})

/** Requests of four accounts in turn: one that is rich, one that can pay for some, one with a spend limit and an empty one. */
async function build() {
  const accounts = await Promise.all([1_000_000, 8_200, 1_000_000, 0].map(fixture.account))
  const limited = { accountId: accounts[2]!, ownerId: accounts[2]! }
  await transaction(fixture.pool, (sql) =>
    setSpendLimit(sql, limited, {
      budgetMicros: 10_000,
      requestLimit: null,
      resetPeriod: 'monthly',
      enabled: true,
    }),
  )
  const kinds: [Parameters<JobsFixture['newJob']>[1], Partial<NewJob>][] = [
    [{}, {}],
    [{ method: 'POST', body: 'a "body" \\ ä', timeout: 20 }, { webhookUrl: 'https://receiver.example.com/' }],
    [{ sync: false, cache: true, cache_ttl: 60 }, { test: true }],
    [{ cost_controls: { force_tier: '4' } }, {}],
  ]
  const jobs = kinds.flatMap(([request, more]) =>
    accounts.map((accountId) => fixture.newJob(accountId, request, more)),
  )
  return { accounts, jobs }
}

type World = Awaited<ReturnType<typeof build>>

async function contentsOf({ accounts, jobs }: World) {
  const places = new Map([...accounts, ...jobs.map(({ id }) => id)].map((id, place) => [id, place]))
  const read = async (columns: string, from: string) => {
    const { rows } = await fixture.pool.query(`SELECT ${columns} FROM ${from}`, [accounts])
    return rows
      .map((row) =>
        JSON.stringify(Object.values(row).map((value) => places.get(value as string) ?? String(value))),
      )
      .sort()
  }
  const own = 'WHERE account_id = ANY($1)'
  return {
    jobs: await read(
      `id, account_id, api_key_id IS NULL, status, test, url, host, mode, spec::text, plan::text, secrets IS NULL, had_secrets, tier,
       hold_micros, extract(epoch FROM deadline_at - created_at)::int, cache_key IS NULL, cache_ttl, cardinality(spend_limits), webhook_url,
       session_id, redriven_from, queued_at = created_at`,
      `job ${own}`,
    ),
    balances: await read('account_id, available_micros, held_micros, transactions', `balance ${own}`),
    entries: await read(
      'account_id, job_id, kind, debit_book, credit_book, amount_micros, balance_after_micros',
      `ledger_entry ${own}`,
    ),
    limits: await read('account_id, used_micros, held_micros, requests', `spend_limit ${own}`),
  }
}

const outcomeOf = (created: Promise<unknown>) =>
  created.then(
    () => 'accepted',
    (error) => error.code,
  )

test('what is accepted together leaves what it leaves one by one', async () => {
  const [alone, together] = [await build(), await build()]
  const outcomes: string[] = []
  for (const job of alone.jobs) outcomes.push(await outcomeOf(createJob(fixture.ctx, job)))
  // A kind at a time: whom a balance or a limit leaves out does not depend on who is first.
  const grouped: string[] = []
  for (let at = 0; at < together.jobs.length; at += 4)
    grouped.push(
      ...(await Promise.all(
        together.jobs.slice(at, at + 4).map((job) => outcomeOf(createJob(fixture.ctx, job))),
      )),
    )
  expect(new Set(outcomes)).toEqual(new Set(['accepted', 'INSUFFICIENT_BALANCE', 'SPEND_LIMIT_EXCEEDED']))
  expect(grouped).toEqual(outcomes)
  expect(await contentsOf(together)).toEqual(await contentsOf(alone))
})

test('jobs of one account are accepted in one commit, each with its own hold', async () => {
  const accountId = await fixture.account(1_000_000)
  const jobs = ['1', '4', '1'].map((tier) =>
    fixture.newJob(accountId, { cost_controls: { force_tier: tier as '1' } }),
  )
  await Promise.all(jobs.map((job) => createJob(fixture.ctx, job)))
  const { rows } = await fixture.pool.query(
    `SELECT hold_micros::int AS hold, amount_micros::int AS amount, job.xmin FROM ledger_entry JOIN job ON job.id = job_id
     WHERE job.account_id = $1 ORDER BY ledger_entry.id`,
    [accountId],
  )
  expect(rows.map(({ hold, amount }) => [hold, amount])).toEqual(
    [200, 4_000, 200].map((micros) => [micros, micros]),
  )
  expect(new Set(rows.map(({ xmin }) => xmin)).size).toBe(1)
})

test('one that comes alone is accepted by the statement for one', async () => {
  const accountId = await fixture.account(1_000_000)
  const single = createPool({ url: fixture.databaseUrl, max: 1 })
  await createJob({ ...fixture.ctx, pool: single }, fixture.newJob(accountId))
  const { rows } = await single.query(
    "SELECT name FROM pg_prepared_statements WHERE name IN ('insert-job', 'insert-jobs')",
  )
  await single.end()
  expect(rows).toEqual([{ name: 'insert-job' }])
})

test('as many get their hold as the balance pays, down to cheaper tiers', async () => {
  const accountId = await fixture.account(4_000 * 2 + 2_000)
  await Promise.all([1, 2, 3].map(() => createJob(fixture.ctx, fixture.newJob(accountId))))
  expect(await readBalance(fixture.pool, accountId)).toMatchObject({
    availableMicros: 0n,
    heldMicros: 10_000n,
  })
})

test('one that Postgres refuses fails alone', async () => {
  const accountId = await fixture.account(1_000_000)
  const jobs = [1, 2, 3].map(() => fixture.newJob(accountId))
  await createJob(fixture.ctx, jobs[1]!)
  expect(await Promise.all(jobs.map((job) => outcomeOf(createJob(fixture.ctx, job))))).toEqual([
    'accepted',
    '23505',
    'accepted',
  ])
  expect(await readBalance(fixture.pool, accountId)).toMatchObject({ heldMicros: 12_000n })
})

test('each is looked for when the answer to the commit of all is lost', async () => {
  const accountId = await fixture.account(1_000_000)
  const proxy = await startDatabaseProxy(fixture.databaseUrl)
  const pool = createPool({ url: proxy.url, max: 4 })
  proxy.cut('insert-jobs')
  const jobs = [1, 2, 3].map(() => fixture.newJob(accountId, {}, { apiKeyId: uuidv7() }))
  await Promise.all(jobs.map((job) => createJob({ ...fixture.ctx, pool }, job)))
  await pool.end()
  await proxy.close()
  const { rows } = await fixture.pool.query('SELECT id, status FROM job WHERE account_id = $1 ORDER BY id', [
    accountId,
  ])
  const ids = jobs.map(({ id }) => id).sort()
  expect(rows).toEqual(ids.map((id) => ({ id, status: 'pending' })))
  expect(await readBalance(fixture.pool, accountId)).toMatchObject({ heldMicros: 12_000n })
})
