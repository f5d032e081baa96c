import { hasCome, type Pool, type Queryable, transaction } from '@gleaner/db'
import { checkAccounts } from './check-accounts.ts'
import { checkEntries } from './check-entries.ts'
import { checkJobs } from './check-jobs.ts'
import { countHistory, resumeHistory } from './count-history.ts'
import { type Discrepancy, readDiscrepancies, recordDiscrepancies } from './discrepancies.ts'
import { FIRST, HISTORY_START, openAudit, type Position, saveAudit, WALKS } from './position.ts'

/** How much one round looks at. */
export interface AuditLimits {
  /** Entries of a statement that reads many. */
  entries: number
  accounts: number
  jobs: number
  /** A round that has come so far ends, in milliseconds, also when new entries are left. */
  roundMs: number
  /** Entries younger than this are left to the next round: some with lower ids may not be committed yet. In milliseconds. */
  lagMs: number
}

const LIMITS: AuditLimits = { entries: 10_000, accounts: 200, jobs: 2_000, roundMs: 5_000, lagMs: 20_000 }

export interface AuditReport {
  /** All that were found and are still so. */
  discrepancies: Discrepancy[]
  /** When the last round ended, in any process. */
  succeededAt: Date
  /** When everything had been looked at (again) for the last time; null before the first time. */
  passedAt: Date | null
}

/**
 * One round of the audit: compares what is new, and a slice of what is old, of the ledger, the running balances and the jobs. A round
 * takes about as long for a large ledger as for a small one; pass after pass, everything is looked at again. All of it sees one
 * snapshot, so that nothing that moves meanwhile looks wrong. Undefined when another process is at it.
 */
export async function auditRound(
  pool: Pool,
  limits: Partial<AuditLimits> = {},
): Promise<AuditReport | undefined> {
  const round = transaction(pool, async (db) => {
    await db.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ')
    for (const plan of UNBOUNDED_PLANS) await db.query(`SET LOCAL ${plan} = off`)
    const audit = await openAudit(db)
    if (!audit) return undefined
    const { position, hasPassed } = await takeRound(db, audit.position, { ...LIMITS, ...limits })
    const saved = await saveAudit(db, position, hasPassed)
    return { discrepancies: await readDiscrepancies(db), ...saved }
  })
  return await round.catch((error: unknown) => {
    if ((error as { code?: unknown }).code === TAKEN_MEANWHILE) return undefined
    throw error
  })
}

/**
 * Everything a round reads is a slice of an index. Where an account has more entries than Postgres guesses, it would rather read and sort
 * all of them.
 */
const UNBOUNDED_PLANS = ['enable_seqscan', 'enable_bitmapscan']

/** SQLSTATE serialization_failure: another process has ended its round since this one's snapshot was taken. */
const TAKEN_MEANWHILE = '40001'

async function takeRound(db: Queryable, start: Position, limits: AuditLimits) {
  const position = { ...start }
  await recheckKnown(db, limits)
  position.recentEntry = await checkRecent(db, start.recentEntry, limits)

  const accounts = await nextAccounts(db, start.account, limits.accounts)
  await recordDiscrepancies(db, await checkAccounts(db, accounts.ids, limits.entries))
  position.account = accounts.next ?? FIRST

  const jobs = await checkJobs(db, { after: start.job, limit: limits.jobs })
  await recordDiscrepancies(db, jobs)
  position.job = jobs.next ?? FIRST

  const historyStart = await resumeHistory(db, start.history)
  const history = await countHistory(db, historyStart, limits.entries)
  await recordDiscrepancies(db, history)
  await recordDiscrepancies(db, await checkEntries(db, historyStart, limits.entries))
  position.history = history.next ?? HISTORY_START

  const ended = { accounts: !accounts.next, jobs: !jobs.next, history: !history.next }
  position.ended = [...new Set([...start.ended, ...WALKS.filter((walk) => ended[walk])])]
  const hasPassed = position.ended.length === WALKS.length
  if (hasPassed) position.ended = []
  return { position, hasPassed }
}

/** What was found before may be in order by now. */
async function recheckKnown(db: Queryable, limits: AuditLimits): Promise<void> {
  const known = await readDiscrepancies(db, limits.accounts)
  const subjects = [...new Set(known.map(({ subject }) => subject))].filter((subject) =>
    subject.includes('-'),
  )
  await recordDiscrepancies(db, await checkAccounts(db, subjects, limits.entries))
  await recordDiscrepancies(db, await checkJobs(db, { ids: subjects }))
}

/** The entries since the last round, their accounts and their jobs. Returns the id of the last one. */
async function checkRecent(db: Queryable, after: string, limits: AuditLimits): Promise<string> {
  const endAt = Date.now() + limits.roundMs
  let last = after
  do {
    const { rows } = await db.query<{ id: string; account: string; job: string | null }>(
      `SELECT id::text, account_id AS account, job_id AS job FROM ledger_entry
       WHERE id > $1 AND ${hasCome("created_at + $2 * interval '1 millisecond'")} ORDER BY ledger_entry.id LIMIT $3`,
      [last, limits.lagMs, limits.entries],
    )
    const accounts = [...new Set(rows.map(({ account }) => account))]
    const jobs = [...new Set(rows.flatMap(({ job }) => job ?? []))]
    await recordDiscrepancies(db, await checkAccounts(db, accounts, limits.entries))
    await recordDiscrepancies(db, await checkJobs(db, { ids: jobs }))
    last = rows.at(-1)?.id ?? last
    if (rows.length < limits.entries) break
  } while (Date.now() < endAt)
  return last
}

async function nextAccounts(db: Queryable, after: string, limit: number) {
  const { rows } = await db.query<{ id: string }>(
    'SELECT account_id AS id FROM balance WHERE account_id > $1 ORDER BY account_id LIMIT $2',
    [after, limit],
  )
  const ids = rows.map(({ id }) => id)
  return { ids, next: ids.length < limit ? undefined : ids.at(-1) }
}

/**
 * Looks at everything once, round by round, and returns what is wrong: an empty list means that ledger, balances and jobs agree.
 * For tests and small ledgers; the scheduler takes one round at a time.
 */
export async function auditLedger(pool: Pool, limits: Partial<AuditLimits> = {}): Promise<Discrepancy[]> {
  await pool.query('DELETE FROM ledger_audit')
  for (;;) {
    const report = await auditRound(pool, { lagMs: 0, accounts: 100_000, jobs: 100_000, ...limits })
    if (report?.passedAt) return report.discrepancies
  }
}
