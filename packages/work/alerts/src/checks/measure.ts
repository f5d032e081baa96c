import { type AlertType, MICROS_PER_CREDIT } from '@gleaner/contracts'
import type { Queryable } from '@gleaner/db'
import { SLOT_MINUTES } from '../count-ends-sql.ts'
import type { AlertConditions } from '../rules/conditions.ts'
import { SCHEDULES } from '../scopes.ts'
import { BALANCE_EVERY_SECONDS, MONEY } from './money-sql.ts'

/** What a rule is about. */
export interface Measured {
  accountId: string
  scope: string
  type: AlertType
  conditions: AlertConditions
}

export interface Measurement {
  /** Null: there is too little to conclude anything. */
  value: number | null
  /** Nothing happens: whatever was wrong is over. */
  isQuiet: boolean
  /** Jobs that it was made of, for the message. */
  jobs?: number
  /** When it has to be made again although nothing has changed. */
  again?: { seconds: number } | 'tomorrow'
  /** The account's money, of rules on it. */
  micros?: string
}

/** Measures what a rule watches: from roll-ups alone, never from jobs. */
export async function measure(sql: Queryable, rule: Measured): Promise<Measurement> {
  return await MEASURES[rule.type](sql, rule)
}

const MEASURES: Record<AlertType, (sql: Queryable, rule: Measured) => Promise<Measurement>> = {
  credit_threshold: measureBalance,
  domain_failure_rate: (sql, rule) =>
    measureWindow(sql, rule, ({ completed, failed }) => (100 * failed) / (completed + failed)),
  response_time_spike: (sql, rule) =>
    measureWindow(sql, rule, ({ completed, totalMs, before, beforeMs }, minJobs) =>
      completed < minJobs || before < minJobs || beforeMs === 0
        ? null
        : totalMs / completed / (beforeMs / before),
    ),
  job_consecutive_failures: measureRow,
  daily_failure_count: measureDay,
  schedule_failure: measureSchedules,
}

/** The pace is that of the last 24 hours or of the last 7 days, of which a new account has fewer; whichever is higher. */
const BALANCE = `
  SELECT ${MONEY}::text AS micros, GREATEST(spent.day, spent.week / LEAST(7, GREATEST(1, extract(epoch FROM now() - a.created_at) / 86400)))::float8 AS pace
  FROM account AS a JOIN balance AS b ON b.account_id = a.id CROSS JOIN (
    SELECT COALESCE(sum(cost_micros), 0) AS week, COALESCE(sum(cost_micros) FILTER (WHERE starts_at > now() - interval '24 hours'), 0) AS day
    FROM usage_quarter WHERE account_id = $1 AND starts_at > now() - interval '7 days'
  ) AS spent
  WHERE a.id = $1`

async function measureBalance(sql: Queryable, { accountId, conditions }: Measured): Promise<Measurement> {
  const again = { seconds: BALANCE_EVERY_SECONDS }
  const { rows } = await sql.query<{ micros: string; pace: number }>(BALANCE, [accountId])
  const [found] = rows
  if (!found) return { value: null, isQuiet: true }
  const { micros, pace } = found
  if (conditions.unit !== 'days')
    return { value: Number(micros) / MICROS_PER_CREDIT, isQuiet: false, again, micros }
  if (pace === 0) return { value: null, isQuiet: true, again, micros }
  return { value: Math.max(0, Number(micros) / pace), isQuiet: false, again, micros }
}

interface Window {
  completed: number
  failed: number
  totalMs: number
  /** Completed in the 24 hours before, and how long they took. */
  before: number
  beforeMs: number
}

/** By whole slots: a window begins up to one of them earlier. */
const SINCE = `date_bin('${SLOT_MINUTES} minutes', now() - $3 * interval '1 minute', 'epoch')`

const WINDOW = `
  SELECT COALESCE(sum(completed) FILTER (WHERE is_in), 0)::int AS completed, COALESCE(sum(failed) FILTER (WHERE is_in), 0)::int AS failed,
         COALESCE(sum(total_ms) FILTER (WHERE is_in), 0)::float8 AS "totalMs",
         COALESCE(sum(completed) FILTER (WHERE NOT is_in), 0)::int AS before, COALESCE(sum(total_ms) FILTER (WHERE NOT is_in), 0)::float8 AS "beforeMs"
  FROM (
    SELECT *, starts_at >= ${SINCE} AS is_in FROM alert_slot
    WHERE account_id = $1 AND scope = $2 AND starts_at >= ${SINCE} - interval '24 hours'
  ) AS slot`

async function measureWindow(
  sql: Queryable,
  { accountId, scope, conditions }: Measured,
  resultOf: (window: Window, minJobs: number) => number | null,
): Promise<Measurement> {
  const { window_minutes: minutes = 0, min_jobs: minJobs = 1 } = conditions
  const { rows } = await sql.query<Window>(WINDOW, [accountId, scope, minutes])
  const window = rows[0]!
  const jobs = window.completed + window.failed
  if (jobs === 0) return { value: null, isQuiet: true, jobs }
  const value = jobs < minJobs ? null : resultOf(window, minJobs)
  return { value, isQuiet: false, jobs, again: { seconds: SLOT_MINUTES * 60 } }
}

async function measureRow(sql: Queryable, { accountId, scope }: Measured): Promise<Measurement> {
  const { rows } = await sql.query<{ value: number }>(
    'SELECT failures_in_row AS value FROM alert_scope WHERE account_id = $1 AND scope = $2',
    [accountId, scope],
  )
  return { value: rows[0]?.value ?? 0, isQuiet: false }
}

async function measureDay(sql: Queryable, { accountId, scope }: Measured): Promise<Measurement> {
  const { rows } = await sql.query<{ value: number }>(
    `SELECT COALESCE(sum(failed), 0)::int AS value FROM alert_slot
     WHERE account_id = $1 AND scope = $2 AND starts_at >= date_trunc('day', now(), 'UTC')`,
    [accountId, scope],
  )
  const { value } = rows[0]!
  return { value, isQuiet: false, ...(value > 0 && { again: 'tomorrow' as const }) }
}

/** That of the schedule that has failed most often in a row. */
async function measureSchedules(sql: Queryable, { accountId }: Measured): Promise<Measurement> {
  const { rows } = await sql.query<{ value: number }>(
    `SELECT COALESCE(max(failures_in_row), 0)::int AS value FROM alert_scope
     WHERE account_id = $1 AND starts_with(scope, '${SCHEDULES}')`,
    [accountId],
  )
  return { value: rows[0]!.value, isQuiet: false }
}
