import { auditLedger, setSpendLimit } from '@gleaner/billing'
import { uuidv7 } from '@gleaner/contracts'
import { createPool, type Pool, transaction } from '@gleaner/db'
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals'
import { createJob } from './accepting/create-job.ts'
import { type ClaimedJob, claimJob } from './claiming/claim-job.ts'
import { escalateJob } from './claiming/escalate-job.ts'
import { completeJob, failJob, withdrawJob } from './ending/settle-job.ts'
import { attempt } from './testing/attempts.ts'
import { createJobsFixture, delivery, type JobsFixture } from './testing/fixture.ts'

// Jobs that end together end as they would one by one, and no two groups wait for each other in a circle.

let fixture: JobsFixture
beforeAll(async () => {
  fixture = await createJobsFixture()
})
afterAll(() => fixture.close())
afterEach(async () => {
  expect(await auditLedger(fixture.pool)).toEqual([])
})

const ERROR = { code: 'ALL_TIERS_FAILED', message: 'nothing worked' } as const
const HOOK = 'https://receiver.example.com/hook'

/** Numbers from 0 to below 1 that follow from a seed (mulberry32). */
function randomOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
}

function shuffled<T>(items: readonly T[], random: () => number): T[] {
  return items
    .map((item) => ({ item, at: random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item)
}

interface World {
  accounts: string[]
  batches: string[]
  jobs: ClaimedJob[]
}

/**
 * Claimed jobs of three accounts: one with a limit of its own and one of a key, one with webhook endpoints, one with neither. A third of the jobs
 * are items of two batches of their account, some name an address to be told, some are of a test key.
 */
async function build(size: number): Promise<World> {
  const accounts = await Promise.all([1, 2, 3].map(() => fixture.account(1_000_000_000)))
  const keys = accounts.map(() => uuidv7())
  const limit = {
    budgetMicros: 900_000_000,
    requestLimit: null,
    resetPeriod: 'monthly',
    enabled: true,
  } as const
  for (const ownerId of [accounts[0]!, keys[0]!])
    await transaction(fixture.pool, (sql) => setSpendLimit(sql, { accountId: accounts[0]!, ownerId }, limit))
  for (const events of [['job.completed', 'batch.completed'], ['job.failed']])
    await fixture.pool.query(
      'INSERT INTO webhook_endpoint (id, account_id, url, events) VALUES ($1, $2, $3, $4)',
      [uuidv7(), accounts[1], `https://own.example.com/${events[0]}`, events],
    )
  const made = Array.from({ length: size }, (_, index) => {
    const request = { url: `https://site-${index % 4}.example.com/`, sync: false }
    const more = {
      apiKeyId: keys[index % 3]!,
      test: index % 11 === 0,
      webhookUrl: index % 5 === 0 ? HOOK : undefined,
    }
    return fixture.newJob(accounts[index % 3]!, request, more)
  })
  await Promise.all(made.map((job) => createJob(fixture.ctx, job)))
  const batches = await Promise.all(
    [0, 1, 2, 3, 4, 5].map(async (nth) => {
      const items = made.filter((_, index) => index % 18 === nth)
      const id = uuidv7()
      await fixture.pool.query(
        'INSERT INTO batch (id, account_id, total, estimated_micros, webhook_url) VALUES ($1, $2, $3, 0, $4)',
        [id, accounts[nth % 3], items.length, HOOK],
      )
      await fixture.pool.query(
        `UPDATE job SET batch_id = $1, batch_index = item.place
         FROM unnest($2::uuid[]) WITH ORDINALITY AS item(id, place) WHERE job.id = item.id`,
        [id, items.map((item) => item.id)],
      )
      return id
    }),
  )
  const claims = await Promise.all(made.map(({ id }) => claimJob(fixture.ctx, id, '1')))
  const jobs = claims.map((claim) => {
    if (claim.kind !== 'claimed') throw new Error(claim.kind)
    return claim.job
  })
  return { accounts, batches, jobs }
}

/** What is in the tables of a world, by the places of its accounts, batches and jobs. */
async function contentsOf({ accounts, batches, jobs }: World) {
  const places = new Map(
    [...accounts, ...batches, ...jobs.map(({ id }) => id)].map((id, place) => [id, place]),
  )
  const read = async (columns: string, from: string) => {
    const { rows } = await fixture.pool.query(`SELECT ${columns} FROM ${from}`, [accounts])
    const placed = rows.map((row) =>
      JSON.stringify(Object.values(row).map((value) => places.get(value as string) ?? String(value))),
    )
    return placed.sort()
  }
  const own = 'WHERE account_id = ANY($1)'
  return {
    jobs: await read(
      'id, status, attempts::text, cost_micros, hold_micros, error::text, delivered_mode, status_code, size_bytes, batch_id, batch_seq, fence, lease_until',
      `job ${own}`,
    ),
    pages: await read('job_id, page', `job_page WHERE job_id IN (SELECT id FROM job ${own})`),
    balances: await read(
      'account_id, available_micros, held_micros, owed_micros, revenue_micros, transactions',
      `balance ${own}`,
    ),
    entries: await read(
      'account_id, job_id, kind, debit_book, credit_book, amount_micros',
      `ledger_entry ${own}`,
    ),
    limits: await read(
      'account_id, owner_id = account_id, used_micros, held_micros, requests',
      `spend_limit ${own}`,
    ),
    usage: await read(
      'account_id, outcome, mode, tier, sum(requests), sum(cost_micros)',
      `usage_quarter ${own} GROUP BY account_id, api_key_id, outcome, mode, tier`,
    ),
    domains: await read(
      'account_id, host, sum(requests), sum(cost_micros)',
      `usage_domain ${own} GROUP BY account_id, host`,
    ),
    batches: await read(
      'id, status, total, succeeded, failed, cost_micros, finished_at IS NULL',
      `batch ${own}`,
    ),
    deliveries: await read(
      'account_id, batch_id, job_id, event, url, host, state, endpoint_id IS NULL',
      `webhook_delivery ${own}`,
    ),
  }
}

/** Entries that do not say what their account has after them. */
async function wrongEntries({ accounts }: World) {
  const { rows } = await fixture.pool.query(
    `SELECT * FROM (
       SELECT id, kind, balance_after_micros, sum(CASE kind WHEN 'deposit' THEN amount_micros WHEN 'capture' THEN -amount_micros ELSE 0 END)
         OVER (PARTITION BY account_id ORDER BY id) AS truly
       FROM ledger_entry WHERE account_id = ANY($1)
     ) AS e WHERE balance_after_micros <> truly`,
    [accounts],
  )
  return rows
}

type Ending = { kind: 'complete' | 'fail'; places: number[]; costMicros: number }

/** Groups of places of jobs that end together; a few end twice, which changes nothing. */
function endingsOf(size: number, random: () => number): Ending[] {
  const places = shuffled([...Array(size).keys(), 0, 1, 2], random)
  const endings: Ending[] = []
  while (places.length > 0) {
    const together = new Set(places.splice(0, 1 + Math.floor(random() * 24)))
    const kind = random() < 0.6 ? 'complete' : 'fail'
    endings.push({ kind, places: [...together], costMicros: random() < 0.5 ? 200 : 0 })
  }
  return endings
}

function end({ kind, costMicros }: Ending, job: ClaimedJob, pool: Pool) {
  return kind === 'complete'
    ? completeJob(
        { pool },
        job,
        delivery(costMicros, { page: JSON.stringify({ content: `"${costMicros}" \\ ä` }) }),
      )
    : failJob({ pool }, job, ERROR, attempt('1', 'blocked'))
}

describe('jobs that end together', () => {
  test.each([1, 2, 3])('leave what they leave one by one (%i)', async (seed) => {
    const size = 36
    const [alone, together] = [await build(size), await build(size)]
    const endings = endingsOf(size, randomOf(seed))
    const ended: [number, number] = [0, 0]
    for (const ending of endings) {
      for (const place of ending.places) if (await end(ending, alone.jobs[place]!, fixture.pool)) ended[0]++
      const results = await Promise.all(
        ending.places.map((place) => end(ending, together.jobs[place]!, fixture.pool)),
      )
      ended[1] += results.filter(Boolean).length
    }
    expect(ended).toEqual([size, size])
    expect(await contentsOf(together)).toEqual(await contentsOf(alone))
    expect([await wrongEntries(alone), await wrongEntries(together)]).toEqual([[], []])
  })

  test('take their places in the log of their batch in the order in which they were given', async () => {
    const world = await build(36)
    const items = shuffled(
      world.jobs.filter(({ batchId }) => batchId === world.batches[1]),
      randomOf(7),
    )
    await Promise.all(items.map((job) => completeJob(fixture.ctx, job, delivery(200))))
    const { rows } = await fixture.pool.query('SELECT id FROM job WHERE batch_id = $1 ORDER BY batch_seq', [
      world.batches[1],
    ])
    expect(rows.map(({ id }) => id)).toEqual(items.map(({ id }) => id))
  })

  test('end without the one that Postgres refuses, which fails alone', async () => {
    const { jobs } = await build(18)
    const results = await Promise.allSettled(
      jobs.map((job, place) =>
        completeJob(fixture.ctx, job, delivery(200, { page: place === 3 ? '"\0"' : '{}' })),
      ),
    )
    expect(results.flatMap(({ status }, place) => (status === 'rejected' ? [place] : []))).toEqual([3])
    await failJob(fixture.ctx, jobs[3]!, ERROR)
  })
})

/** Contexts of processes of their own, and what Postgres refuses them. */
function openProcesses(count: number) {
  const refusals: string[] = []
  const processes = Array.from({ length: count }, () => {
    const pool = createPool({ url: fixture.databaseUrl, max: 5, connectTimeoutMs: 20_000 })
    const query = pool.query.bind(pool) as (...args: unknown[]) => Promise<unknown>
    pool.query = ((...args: unknown[]) =>
      query(...args).catch((error: Error) => {
        refusals.push(error.message)
        throw error
      })) as typeof pool.query
    return { ...fixture.ctx, pool }
  })
  const close = () => Promise.all(processes.map(({ pool }) => pool.end()))
  return { processes, refusals, close }
}

describe('groups of several processes do not wait for each other in a circle', () => {
  test('when they end the same jobs, each of which ends once, and others are accepted, moved and taken back', async () => {
    const { processes, refusals, close } = openProcesses(4)
    const world = await build(108)
    const ended = await Promise.all(
      processes.map(async (ctx, nth) => {
        const random = randomOf(nth + 1)
        const results = shuffled(world.jobs, random).map(async (job, turn) => {
          if (turn % 9 === 0) {
            const other = fixture.newJob(world.accounts[turn % 3]!)
            await createJob(ctx, other)
            const claim = turn % 2 === 0 ? await claimJob(ctx, other.id, '1') : undefined
            if (claim?.kind === 'claimed') await escalateJob(ctx, claim.job, attempt('1', 'blocked'), '2')
            else await withdrawJob(ctx, other.id, ERROR)
          }
          const kind = random() < 0.7 ? 'complete' : 'fail'
          return await end({ kind, places: [], costMicros: 200 }, job, ctx.pool)
        })
        return (await Promise.all(results)).filter(Boolean).length
      }),
    )
    await close()
    expect(refusals).toEqual([])
    expect(ended.reduce((sum, jobs) => sum + jobs, 0)).toBe(world.jobs.length)
    expect(await wrongEntries(world)).toEqual([])
    const { rows } = await fixture.pool.query(
      `SELECT batch.finished_at IS NULL AS open, array_agg(batch_seq ORDER BY batch_seq) AS log
       FROM batch JOIN job ON job.batch_id = batch.id WHERE batch.id = ANY($1) GROUP BY batch.id`,
      [world.batches],
    )
    const log = Array.from({ length: 6 }, (_, index) => index + 1)
    expect(rows).toEqual(world.batches.map(() => ({ open: false, log })))
  })

  test('when they end jobs of the same accounts, few at a time', async () => {
    const { processes, refusals, close } = openProcesses(4)
    const world = await build(108)
    const ended = await Promise.all(
      processes.map(async (ctx, nth) => {
        const mine = world.jobs.filter(({ batchId }, place) => batchId === null && place % 4 === nth)
        const random = randomOf(nth + 1)
        for (const jobs = shuffled(mine, random); jobs.length > 0; ) {
          const kind = random() < 0.7 ? 'complete' : 'fail'
          const some = jobs.splice(0, 5)
          await Promise.all(some.map((job) => end({ kind, places: [], costMicros: 200 }, job, ctx.pool)))
        }
        return mine.length
      }),
    )
    await close()
    expect(refusals).toEqual([])
    expect(ended.reduce((sum, jobs) => sum + jobs, 0)).toBe(72)
    expect(await wrongEntries(world)).toEqual([])
  })
})
