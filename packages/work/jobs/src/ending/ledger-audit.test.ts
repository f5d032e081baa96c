import { auditLedger, auditRound } from '@gleaner/billing'
import { uuidv7 } from '@gleaner/contracts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import { createJob } from '../accepting/create-job.ts'
import { createJobsFixture, delivery, type JobsFixture } from '../testing/fixture.ts'
import { completeJob, failJob } from './settle-job.ts'

let fixture: JobsFixture
/** With a deposit, an open job, one that delivered and one that failed. */
let account: { id: string; open: string; delivered: string; failed: string }
beforeAll(async () => {
  fixture = await createJobsFixture()
})
beforeEach(async () => {
  account = await newAccount()
})
afterAll(() => fixture.close())

async function newAccount() {
  const id = await fixture.account(100_000)
  const open = fixture.newJob(id)
  await createJob(fixture.ctx, open)
  const delivered = await fixture.claimed(id)
  await completeJob(fixture.ctx, delivered, delivery(200))
  const failed = await fixture.claimed(id)
  await failJob(fixture.ctx, failed, { code: 'ALL_TIERS_FAILED', message: 'no' })
  return { id, open: open.id, delivered: delivered.id, failed: failed.id }
}

/** Changes what no statement of ours can change: past the trigger that keeps the ledger, and past what constrains the tables. */
async function plant(...statements: string[]): Promise<void> {
  const connection = await fixture.pool.connect()
  try {
    await connection.query("SET session_replication_role = 'replica'")
    await connection.query('ALTER TABLE job DROP CONSTRAINT IF EXISTS job_cost_within_hold')
    await connection.query('DROP INDEX IF EXISTS ledger_entry_job_id_kind_key')
    for (const statement of statements) {
      const sql = statement.replaceAll(/\$(\w+)/g, (_, name: keyof typeof account) => `'${account[name]}'`)
      expect((await connection.query(sql)).rowCount).toBe(1)
    }
  } finally {
    connection.release(true)
  }
}
const insert = (job: string, kind: string, debit: string, credit: string, amount: number) =>
  `INSERT INTO ledger_entry (account_id, job_id, kind, debit_book, credit_book, amount_micros)
   VALUES ($id, ${job}, '${kind}', '${debit}', '${credit}', ${amount})`
const found = async (limits?: Parameters<typeof auditLedger>[1]) =>
  (await auditLedger(fixture.pool, limits)).filter(({ accountId }) => accountId === account.id)
const whats = async (limits?: Parameters<typeof auditLedger>[1]) =>
  new Set((await found(limits)).map(({ what }) => what))

const BALANCE = 'the running balance differs from the sum of the ledger entries'
const HISTORY = 'the running balance differs from the sum of all entries from the first one on'
const HELD = 'the money that is held is not what the open jobs hold'
const HOLD = 'the entry of a hold is missing, or differs from what the job holds'
const CHARGE = 'the entry of a charge is missing, or differs from what the job cost'
const STILL_HOLDS = 'a finished job still holds money, or gave back another amount than it held'
const ABOVE = 'a job was charged more than it held'

describe('the audit', () => {
  test('finds nothing in a ledger that is in order', async () => {
    expect(await found()).toEqual([])
  })

  test.each<[string, string[], string[]]>([
    [
      'a balance that is wrong',
      ['UPDATE balance SET available_micros = available_micros + 1 WHERE account_id = $id'],
      [BALANCE, HISTORY],
    ],
    [
      'money that is held without an open job',
      [
        'UPDATE balance SET held_micros = held_micros + 1, available_micros = available_micros - 1 WHERE account_id = $id',
      ],
      [BALANCE, HISTORY, HELD],
    ],
    [
      'a total of charges that is wrong',
      ['UPDATE balance SET revenue_micros = revenue_micros + 1 WHERE account_id = $id'],
      [BALANCE, HISTORY],
    ],
    ['a balance that is gone', ['DELETE FROM balance WHERE account_id = $id'], [BALANCE, HISTORY, HELD]],
    [
      'a deposit without an entry',
      ["DELETE FROM ledger_entry WHERE account_id = $id AND kind = 'deposit'"],
      [BALANCE, HISTORY],
    ],
    [
      'a deposit that is doubled',
      [insert('NULL', 'deposit', 'external', 'available', 100_000)],
      [BALANCE, HISTORY],
    ],
    [
      'a deposit that was altered',
      ["UPDATE ledger_entry SET amount_micros = 1 WHERE account_id = $id AND kind = 'deposit'"],
      [BALANCE, HISTORY],
    ],
    [
      'an open job without the entry of its hold',
      ['DELETE FROM ledger_entry WHERE job_id = $open'],
      [BALANCE, HISTORY, HOLD],
    ],
    [
      'a hold that was altered',
      ['UPDATE ledger_entry SET amount_micros = 1 WHERE job_id = $open'],
      [BALANCE, HISTORY, HOLD],
    ],
    [
      'a charge without an entry',
      ["DELETE FROM ledger_entry WHERE job_id = $delivered AND kind = 'capture'"],
      [BALANCE, HISTORY, CHARGE, STILL_HOLDS],
    ],
    [
      'a charge that is doubled',
      [insert('$delivered', 'capture', 'held', 'revenue', 200)],
      [BALANCE, HISTORY, CHARGE, STILL_HOLDS],
    ],
    [
      'a job that cost something else than was charged',
      ['UPDATE job SET cost_micros = 300 WHERE id = $delivered'],
      [CHARGE],
    ],
    [
      'a charge above the hold',
      [
        "UPDATE ledger_entry SET amount_micros = 5000 WHERE job_id = $delivered AND kind = 'capture'",
        'UPDATE job SET cost_micros = 5000 WHERE id = $delivered',
      ],
      [BALANCE, HISTORY, STILL_HOLDS, ABOVE],
    ],
    [
      'a hold that was not given back',
      ["DELETE FROM ledger_entry WHERE job_id = $failed AND kind = 'release'"],
      [BALANCE, HISTORY, STILL_HOLDS],
    ],
    [
      'a finished job that still holds',
      ["UPDATE job SET status = 'failed', finished_at = now() WHERE id = $open"],
      [HELD, STILL_HOLDS],
    ],
    [
      'a job that vanished while it held',
      ['DELETE FROM job WHERE id = $open'],
      [HELD, 'an entry names a job that does not exist'],
    ],
    [
      'an open job that is settled',
      [
        insert('$open', 'release', 'held', 'available', 4_000),
        'UPDATE balance SET held_micros = held_micros - 4000, available_micros = available_micros + 4000 WHERE account_id = $id',
      ],
      [HELD, 'an open job is settled'],
    ],
    [
      'a failed job that was charged',
      [
        "UPDATE ledger_entry SET kind = 'capture', credit_book = 'revenue' WHERE job_id = $failed AND kind = 'release'",
        'UPDATE balance SET available_micros = available_micros - 4000, revenue_micros = revenue_micros + 4000 WHERE account_id = $id',
      ],
      [CHARGE, 'a job that did not deliver was charged'],
    ],
    [
      'an entry for a job of nobody',
      [insert(`'${uuidv7()}'`, 'hold', 'available', 'held', 1)],
      [BALANCE, HISTORY, 'an entry names a job that does not exist'],
    ],
    [
      'a transfer that does not exist',
      ["UPDATE ledger_entry SET credit_book = 'available' WHERE job_id = $delivered AND kind = 'capture'"],
      [BALANCE, HISTORY, 'an entry moves money in a way that its kind does not'],
    ],
    ['an entry of nothing', [insert('$open', 'release', 'held', 'available', 0)], ['an entry moves nothing']],
    [
      'a deposit that names a job',
      ["UPDATE ledger_entry SET job_id = $open WHERE account_id = $id AND kind = 'deposit'"],
      ['an entry of a job names none, or another names one'],
    ],
    [
      'a hold that names no job',
      ['UPDATE ledger_entry SET job_id = NULL WHERE job_id = $open'],
      [HOLD, 'an entry of a job names none, or another names one'],
    ],
  ])('finds %s', async (_, statements, expected) => {
    await plant(...statements)
    expect(await whats()).toEqual(new Set(expected))
  })

  test('finds an entry of a job that stands in another account', async () => {
    const other = await fixture.account(1_000)
    await plant(
      `UPDATE ledger_entry SET account_id = '${other}' WHERE job_id = $delivered AND kind = 'capture'`,
    )
    expect(await whats()).toEqual(new Set([BALANCE, HISTORY, 'a job has an entry in another account']))
  })

  test('names the account, the job or the entry, and forgets what is in order again', async () => {
    await plant('UPDATE job SET cost_micros = 300 WHERE id = $delivered')
    expect(await found()).toEqual([{ accountId: account.id, subject: account.delivered, what: CHARGE }])
    await plant('UPDATE job SET cost_micros = 200 WHERE id = $delivered')
    await auditRound(fixture.pool, { accounts: 100_000 })
    expect(await found()).toEqual([])
  })
})

describe('in small turns', () => {
  let usual: JobsFixture
  beforeAll(async () => {
    usual = fixture
    fixture = await createJobsFixture()
  })
  afterAll(async () => {
    await fixture.close()
    fixture = usual
  })

  test.each([1, 2, 3, 11, 12])('of %i entries it finds the same, wherever they end', async (entries) => {
    await plant("UPDATE ledger_entry SET amount_micros = 1 WHERE account_id = $id AND kind = 'deposit'")
    expect(await whats({ entries, accounts: 1, jobs: 1 })).toEqual(new Set([BALANCE, HISTORY]))
  })

  test('finds what is new at once, however long the ledger is', async () => {
    await found()
    const late = await newAccount()
    account = late
    await plant(`UPDATE balance SET available_micros = available_micros + 1 WHERE account_id = $id`)
    const report = await auditRound(fixture.pool, { entries: 100, accounts: 1, jobs: 1, lagMs: 0 })
    expect(report!.discrepancies).toContainEqual({ accountId: late.id, subject: late.id, what: BALANCE })
  })

  test('counts a known account from its checkpoint on, and finds behind it what was altered', async () => {
    await found()
    await plant(
      "UPDATE ledger_entry SET amount_micros = amount_micros + 1 WHERE account_id = $id AND kind = 'deposit'",
    )
    // Nothing is new in this account: its checkpoint answers for what is old, until a pass counts that again.
    const fast = await auditRound(fixture.pool, { entries: 1, accounts: 100_000, jobs: 1 })
    expect(fast!.discrepancies.filter(({ accountId }) => accountId === account.id)).toEqual([])
    expect(await whats()).toEqual(new Set([HISTORY]))
  })
})

describe('while money moves', () => {
  test('what is not committed yet is no discrepancy, before and after', async () => {
    const connection = await fixture.pool.connect()
    await connection.query('BEGIN')
    const pool = Object.assign(Object.create(fixture.pool), {
      connect: undefined,
      query: connection.query.bind(connection),
    })
    const job = await fixture.claimed(account.id)
    await completeJob({ pool }, job, delivery(200))
    expect(await found()).toEqual([])
    await connection.query('COMMIT')
    connection.release()
    expect(await found()).toEqual([])
  })

  test('no turn finds anything', async () => {
    let isOver = false
    const audits = (async () => {
      const reports = []
      while (!isOver)
        reports.push(await auditRound(fixture.pool, { entries: 20, accounts: 100_000, lagMs: 0 }))
      return reports
    })()
    const customers = Array.from({ length: 4 }, async () => {
      for (let round = 0; round < 15; round++) {
        const job = await fixture.claimed(account.id)
        if (round % 3 === 0) await failJob(fixture.ctx, job, { code: 'INTERNAL', message: 'no' })
        else await completeJob(fixture.ctx, job, delivery(200))
      }
    })
    await Promise.all(customers).finally(() => {
      isOver = true
    })
    const mine = (await audits).flatMap((report) => report?.discrepancies ?? [])
    expect(mine.filter(({ accountId }) => accountId === account.id)).toEqual([])
    expect(await found()).toEqual([])
  })

  test('one process at a time audits', async () => {
    const reports = await Promise.all([auditRound(fixture.pool), auditRound(fixture.pool)])
    expect(reports.filter(Boolean).length).toBeGreaterThan(0)
    const locked = await fixture.pool.connect()
    await locked.query('BEGIN')
    await locked.query('SELECT FROM ledger_audit FOR UPDATE')
    expect(await auditRound(fixture.pool)).toBeUndefined()
    await locked.query('ROLLBACK')
    locked.release()
  })
})
