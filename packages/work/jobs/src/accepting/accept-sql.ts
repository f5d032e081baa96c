import { APPLYING_LIMITS, holdSql, holdTogetherSql } from '@gleaner/billing'
import { LIMITS } from '@gleaner/contracts/limits'
import { givenManySql, givenOneSql, parametersOf } from '../given-sql.ts'
import { stateAfter } from '../job-states.ts'
import type { ScrapeSpec } from '../spec.ts'
import type { NewJob } from './new-job.ts'
import { REQUESTED, requestedValues } from './requested-columns.ts'

/** A job that is to be accepted, with its secrets sealed. */
export interface Acceptance {
  job: NewJob
  sealed: Uint8Array | null
}

/** Columns that are given of each job, in the order of the parameters, and its time in seconds. */
const GIVEN = {
  ...REQUESTED,
  secrets: 'bytea',
  cache_key: 'bytea',
  cache_ttl: 'int',
  redriven_from: 'uuid',
  webhook_url: 'text',
  session_id: 'uuid',
  request_id: 'text',
  seconds: 'float8',
}
const COLUMNS = Object.keys(GIVEN).filter((name) => name !== 'seconds')

function valuesOf({ job, sealed }: Acceptance): unknown[] {
  const { spec } = job
  return [
    ...requestedValues(job),
    sealed,
    job.cacheKey ?? null,
    job.cacheKey ? spec.cache_ttl : null,
    job.redrivenFrom ?? null,
    job.webhookUrl ?? null,
    spec.session_id ?? null,
    job.requestId ?? null,
    deadlineSeconds(spec),
  ]
}

/** A waiting caller's default is shorter than an asynchronous job's; `timeout` is one deadline through all tiers. */
export function deadlineSeconds(spec: ScrapeSpec): number {
  const { default: syncDefault, asyncDefault } = LIMITS.timeoutSeconds
  return spec.timeout ?? (spec.sync ? syncDefault : asyncDefault)
}

/** Micros of its steps. */
function pricesOf({ plan, test }: NewJob): number[] {
  return plan.steps.map((step) => (test ? 0 : step.priceMicros))
}

/** `from` has what is given, and what is held for it; the limits that count it are `limits`. */
function insertSql(from: string, hold: string, limits: string): string {
  return `
    INSERT INTO job (${COLUMNS.join(', ')}, had_secrets, status, deadline_at, hold_micros, spend_limits)
    SELECT ${COLUMNS.map((name) => `given.${name}`).join(', ')}, given.secrets IS NOT NULL, ${stateAfter('accept')},
           now() + given.seconds * interval '1 second', ${hold}, ${limits}
    FROM ${from}`
}

/** A job is inserted only when something, if only 0 for a test key, is held for it. */
const INSERT_JOB = `
  WITH ${holdSql({ prices: `$${Object.keys(GIVEN).length + 1}::bigint[]`, accountId: '$2::uuid', jobId: '$1::uuid', apiKeyId: '$3::uuid', isFree: '$4' })}, inserted AS (
    ${insertSql(`held CROSS JOIN ${givenOneSql(GIVEN)} AS given`, 'held.hold', APPLYING_LIMITS)}
  )
  SELECT available_micros, hold, CASE WHEN hold IS NULL THEN (SELECT json_agg(spend) FROM spend) END AS limits FROM funds`

/** Inserts a job with its hold, if there is one for it. */
export function insertJobQuery(acceptance: Acceptance) {
  return {
    name: 'insert-job',
    text: INSERT_JOB,
    values: [...valuesOf(acceptance), pricesOf(acceptance.job)],
  }
}

/** Those for which nothing is held together are not inserted, and may be alone. */
const INSERT_JOBS = `
  WITH given AS ${givenManySql({ ...GIVEN, top: 'bigint' })}, ${holdTogetherSql('given')}
  ${insertSql('given JOIN covering ON covering.account_id = given.account_id', 'given.top', 'NULL')}
  RETURNING id`

/** Inserts jobs with the highest of their holds; gives the ids of those that it has inserted. */
export function insertJobsQuery(acceptances: readonly Acceptance[]) {
  const values = acceptances.map((one) => [...valuesOf(one), Math.max(...pricesOf(one.job))])
  return { name: 'insert-jobs', text: INSERT_JOBS, values: parametersOf('many', values) }
}
