import { ApiError } from '@gleaner/contracts/errors'
import { firstIdOf, uuidv7 } from '@gleaner/contracts/ids'
import type { Labels } from '@gleaner/contracts/schemas/labels'
import type { Queryable } from '@gleaner/db'
import type { Producer } from '@gleaner/queue'
import { currentRequestId } from '@gleaner/runtime'
import { makePlan } from '../planning/plan.ts'
import type { ScrapeSpec } from '../spec.ts'
import { insertJob } from './create-job.ts'
import { enqueueJob } from './enqueue-job.ts'
import type { NewJob } from './new-job.ts'
import { queuedJob } from './submit-job.ts'

/** Which failed jobs are meant. Times are those of their acceptance. */
export interface FailedJobFilter {
  since: Date
  until: Date
  limit: number
  accountId?: string | undefined
  host?: string | undefined
  errorCode?: string | undefined
}

export interface FailedJob extends Labels {
  id: string
  accountId: string
  apiKeyId: string
  url: string
  errorCode: string
  spec: ScrapeSpec
  webhookUrl: string | null
  /** Why it cannot be run again; undefined when it can. */
  obstacle: string | undefined
}

/** What may keep a job from being run again. */
interface Past {
  hadSecrets: boolean | null
  again: boolean
  blocked: boolean
}

const COLUMNS = `j.id, j.account_id AS "accountId", j.api_key_id AS "apiKeyId", j.url, j.error->>'code' AS "errorCode", j.spec, j.webhook_url AS "webhookUrl",
            j.external_id AS "externalId", j.metadata,
            j.had_secrets AS "hadSecrets", a.blocked_at IS NOT NULL AS blocked,
            EXISTS (SELECT FROM job AS later WHERE later.redriven_from = j.id) AS again
     FROM job AS j JOIN account AS a ON a.id = j.account_id
     WHERE j.status = 'failed' AND NOT j.test AND j.api_key_id IS NOT NULL`

type FoundRow = Omit<FailedJob, 'obstacle'> & Past

/** The failed job of an id, or none. */
export async function findFailedJobsById(db: Queryable, id: string): Promise<FailedJob[]> {
  const { rows } = await db.query<FoundRow>(`SELECT ${COLUMNS} AND j.id = $1`, [id])
  return rows.map(failedJob)
}

/** Failed jobs, oldest first. Ids begin with their time, so that the primary key finds a span of it. */
export async function findFailedJobs(db: Queryable, filter: FailedJobFilter): Promise<FailedJob[]> {
  const { since, until, limit, accountId, host, errorCode } = filter
  const { rows } = await db.query<FoundRow>(
    `SELECT ${COLUMNS} AND j.id >= $1 AND j.id < $2
       AND ($3::uuid IS NULL OR j.account_id = $3) AND ($4::text IS NULL OR j.host = $4)
       AND ($5::text IS NULL OR j.error->>'code' = $5)
     ORDER BY j.id LIMIT $6`,
    [firstIdOf(since), firstIdOf(until), accountId ?? null, host ?? null, errorCode ?? null, limit],
  )
  return rows.map(failedJob)
}

function failedJob({ hadSecrets, again, blocked, ...job }: FoundRow): FailedJob {
  return { ...job, obstacle: obstacleOf(job, { hadSecrets, again, blocked }) }
}

function obstacleOf(
  { spec: { method }, errorCode }: Pick<FailedJob, 'spec' | 'errorCode'>,
  { hadSecrets, again, blocked }: Past,
): string | undefined {
  if (again) return 'was run again before'
  if (errorCode === 'CANCELLED') return 'was cancelled by its caller'
  if (blocked) return 'its account is blocked'
  if (method !== 'GET') return `a ${method} may have acted on its target`
  // A login, cookies, headers, a body or actions end with the job.
  if (hadSecrets === true) return 'its secrets were deleted when it ended'
  return hadSecrets === null ? 'is of a version that did not note whether it had secrets' : undefined
}

/**
 * The failed job as a new one: planned and held by today's prices, linked to the first, which stays as it is. Its receiver, who was told
 * that the first has failed, is told of this one too. Throws BUDGET_EXCEEDED.
 */
export function redrivenJob(failed: FailedJob): NewJob {
  const { id, accountId, apiKeyId, spec: first, webhookUrl, externalId, metadata } = failed
  // Nobody waits for it.
  const spec = { ...first, sync: false }
  const parts = {
    id: uuidv7(),
    accountId,
    apiKeyId,
    test: false,
    spec,
    plan: makePlan(spec),
    redrivenFrom: id,
    requestId: currentRequestId(),
    labels: { externalId, metadata },
    webhookUrl: webhookUrl ?? undefined,
  }
  return { ...parts, secrets: undefined, cacheKey: undefined, idempotency: undefined }
}

/**
 * Accepts it in the caller's transaction; false when somebody else has run the failed job again. Throws INSUFFICIENT_BALANCE or
 * SPEND_LIMIT_EXCEEDED.
 */
export async function acceptRedriven(sql: Queryable, job: NewJob): Promise<boolean> {
  // Two operators at once: the second one waits, and finds it done.
  await sql.query('SELECT FROM job WHERE id = $1 FOR UPDATE', [job.redrivenFrom])
  const { rowCount } = await sql.query('SELECT FROM job WHERE redriven_from = $1', [job.redrivenFrom])
  if (rowCount !== 0) return false
  await insertJob(sql, job, null)
  return true
}

/** Puts it on its queue once that is committed. What breaks off before is found and queued by the scheduler's sweep. */
export async function enqueueRedriven(producer: Producer, job: NewJob): Promise<void> {
  await enqueueJob(producer, queuedJob(job), job.plan.steps[0]!.tier)
}

/** What a caller would have been told, for the operator's table; undefined for what is no refusal. */
export function refusalOf(error: unknown): string | undefined {
  return error instanceof ApiError ? error.code : undefined
}
