import { countEndsSql, IS_UNWATCHED } from '@gleaner/alerts/count-ends-sql'
import { chargeSql, giveBackSql, SETTLED_COLUMNS, settleSql } from '@gleaner/billing'
import { queueDeliveriesSql } from '@gleaner/outgoing-webhooks'
import { countUsesSql, lockSessionsSql } from '@gleaner/sessions'
import { type GivenColumns, givenManySql, givenOneSql } from '../given-sql.ts'
import { allows, stateAfter, type TransitionName } from '../job-states.ts'
import { JOB_COLUMNS } from '../rows.ts'
import { batchSeqSql, countInBatchSql, lockBatchesSql } from './batch-progress-sql.ts'
import { sessionUsesSql } from './session-uses-sql.ts'

// The statements that end jobs. Each is there for one plain job alone, which takes half the time; for any number of jobs; for any number with
// pages among them whose links a crawl follows; and for any number with login sessions, and such pages, among them.
// Rows are locked before they are changed, and in one order everywhere, so that no two statements wait for each other: batches, jobs, sessions,
// balances, spend limits, counts, what alerts count, and each kind by its key.

export type EndingKind = 'one' | 'many' | 'many-with-findings' | 'many-with-sessions'

interface EndingSql {
  transition: TransitionName
  /** What is given of each job besides its id ($1) and its fence ($2): names and types by parameter, from $3 on. */
  given: GivenColumns
  /** What it changes in a row beyond what every end does; `ending` has what is given. */
  changes: string
  /** Columns of the ended rows, `done`: what settling and telling need, and what the caller asks for. */
  returning: string
}

function endSql(ending: EndingSql, kind: EndingKind): string {
  return kind === 'one' ? endOneSql(ending) : endManySql(ending, kind === 'many-with-sessions')
}

/**
 * SQL condition on a row of `job`: only its own row, its account's balance and its usage know of it. It is no item of a batch, has no login
 * session, no spend limit and no alert counts it, and nobody is told its end.
 */
export const IS_PLAIN = `
  job.batch_id IS NULL AND job.session_id IS NULL AND job.spend_limits IS NULL AND job.webhook_url IS NULL
  AND NOT EXISTS (SELECT FROM webhook_endpoint AS e WHERE e.account_id = job.account_id AND e.is_active)
  AND ${IS_UNWATCHED}`

/** Ends nothing where the job is not plain. */
function endOneSql({ transition, given, changes, returning }: EndingSql): string {
  return `
  done AS (
    UPDATE job SET ${changesOf(transition)}, ${changes}
    FROM ${givenOneSql({ ...WHICH, ...given })} AS ending
    WHERE job.id = ending.id AND job.fence = ending.fence AND ${allows(transition)} AND ${IS_PLAIN}
    RETURNING ${returning}
  ), ${settleSql('done', 'one')}`
}

function endManySql({ transition, given, changes, returning }: EndingSql, withSessions: boolean): string {
  const [lockSessions, areLocked, countUses] = withSessions
    ? [
        `${lockSessionsSql('SELECT session_id FROM locked')},`,
        'WHERE (SELECT count(*) FROM used_session) >= 0',
        `${sessionUsesSql('done')}, ${countUsesSql('session_use')},`,
      ]
    : ['', '', '']
  return `
  given AS ${givenManySql({ ...WHICH, ...given })}, ${lockBatchesSql('SELECT id FROM given')}, locked AS (
    SELECT given.*, job.batch_id, job.session_id FROM given JOIN job ON job.id = given.id AND job.fence = given.fence
    WHERE ${allows(transition)} AND (SELECT count(*) FROM batches) >= 0
    ORDER BY job.id FOR NO KEY UPDATE OF job
  ), ${lockSessions} done AS (
    UPDATE job SET ${changesOf(transition)}, ${changes}, batch_seq = ${batchSeqSql('ending')}
    FROM (SELECT *, row_number() OVER (PARTITION BY batch_id ORDER BY position) AS place FROM locked ${areLocked}) AS ending
    WHERE job.id = ending.id
    RETURNING ending.position, ${returning}
  ), ${countUses} ${settleSql('done', 'many')}, ${countEndsSql('done', 'counted_day')}, ${countInBatchSql('done')}, ${queueDeliveriesSql({ jobs: 'done', batches: 'counted_batch' })}`
}

const WHICH = { id: 'uuid', fence: 'int' }

function changesOf(transition: TransitionName): string {
  return `status = ${stateAfter(transition)}, attempts = job.attempts || ending.attempts, finished_at = now(), lease_until = NULL, secrets = NULL`
}

/** Webhook deliveries that the statement has written down. */
function deliveriesOf(kind: EndingKind): string {
  return `${kind === 'one' ? '0' : '(SELECT count(*)::int FROM queued_delivery)'} AS deliveries`
}

/** Gives id, finishedAt and costMicros of the jobs that it has ended. The page is $8, what a crawl wants to know of it $9. */
export function completeSql(kind: EndingKind): string {
  const ending: EndingSql = {
    transition: 'complete',
    given: { attempts: 'jsonb', cost: 'bigint', mode: 'text', code: 'int', bytes: 'int' },
    changes: `cost_micros = ${chargeSql('ending.cost')}, delivered_mode = ending.mode, status_code = ending.code, size_bytes = ending.bytes`,
    returning: `${SETTLED_COLUMNS}, job.webhook_url, job.session_id, job.attempts, job.started_at`,
  }
  return `
  WITH ${endSql(ending, kind)}, stored AS (
    INSERT INTO job_page (job_id, page) SELECT id, ${kind === 'one' ? '$8' : '($8::text[])[position]'} FROM done
  )${takesFindings(kind) ? FINDINGS : ''}
  SELECT id, finished_at AS "finishedAt", cost_micros::float8 AS "costMicros", ${deliveriesOf(kind)} FROM done`
}

/** Whether pages with findings may be among those that end. */
export function takesFindings(kind: EndingKind): boolean {
  return kind === 'many-with-findings' || kind === 'many-with-sessions'
}

/** The outbox of the crawls: what is found on a page is never lost, nor known of a page that was not delivered. */
const FINDINGS = `, found AS (
    INSERT INTO crawl_findings (job_id, crawl_id, findings)
    SELECT id, batch_id, found::json FROM done CROSS JOIN LATERAL (SELECT NULLIF(($9::text[])[position], '') AS found) AS of_page
    WHERE found IS NOT NULL AND batch_id IS NOT NULL
  )`

/** Gives the rows of the jobs that it has ended. */
export function failSql(kind: EndingKind): string {
  const ending: EndingSql = {
    transition: 'fail',
    given: { attempts: 'jsonb', error: 'json' },
    changes: 'error = ending.error',
    returning: 'job.*',
  }
  return `WITH ${endSql(ending, kind)} SELECT ${JOB_COLUMNS}, ${deliveriesOf(kind)} FROM done AS job`
}

/** Of job $1, with the error $2. */
export const WITHDRAW_JOB = `
  WITH done AS (
    UPDATE job SET status = ${stateAfter('withdraw')}, error = $2, finished_at = now(), lease_until = NULL, secrets = NULL
    WHERE id = $1 AND ${allows('withdraw')}
    RETURNING job.*
  ), ${giveBackSql('done')}, freed AS (
    DELETE FROM idempotency_key AS key USING done WHERE key.account_id = done.account_id AND key.job_id = done.id
  )
  SELECT FROM done`
