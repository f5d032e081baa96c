import type { Tier } from '@gleaner/contracts'
import { msUntil } from '@gleaner/db'
import { isFree, leaseEnd, take } from '@gleaner/queue/claim'
import { batchedStatement } from '../batched-statement.ts'
import type { JobsContext } from '../context.ts'
import { IS_PLAIN } from '../ending/settle-sql.ts'
import { givenManySql, givenOneSql, parametersOf } from '../given-sql.ts'
import { allows, stateAfter } from '../job-states.ts'
import { type FinishedJob, isFinished, JOB_COLUMNS, type JobRow, jobColumns } from '../rows.ts'
import { openSecrets } from '../secrets.ts'
import { type ScrapeSecrets, type ScrapeSpec, shownUrl } from '../spec.ts'
import { sealLateSecrets } from './seal-late-secrets.ts'
import { MAY_HAVE_ACTED } from './sending.ts'

/** A job at hand: its row, its request in clear, and the number that proves the claim. */
export interface ClaimedJob extends JobRow {
  spec: ScrapeSpec
  secrets: ScrapeSecrets
  fence: number
  /** Times a worker vanished with this job. */
  lostLeases: number
  /** One of them may have sent its request to the target. */
  mayHaveActed: boolean
  /** Only its account knows of it (see `IS_PLAIN`), or did when it was claimed. */
  isPlain: boolean
}

export type Claim =
  | { kind: 'claimed'; job: ClaimedJob }
  | { kind: 'finished'; job: FinishedJob }
  /** Another worker holds it, for at most so many ms. */
  | { kind: 'held'; ms: number }
  /** The job moved on to another tier, or does not exist: the message is stale. */
  | { kind: 'stale' }

/**
 * Takes a job for one attempt at `tier`. Runs with a relaxed commit: a claim that a crash of Postgres forgets is simply made again, with the same
 * fence. That of a request that changes its target is not forgotten: who is lost with it, and who has it next, must not both prove theirs.
 */
export async function claimJob(ctx: JobsContext, jobId: string, tier: Tier): Promise<Claim> {
  const claimed = await claiming(ctx.pool, { jobId, tier })
  if (!claimed) return await whyNot(ctx, jobId, tier)
  const { commit, ...row } = claimed
  const stored = row.secrets ? openSecrets(ctx.secretBox, jobId, row.secrets) : {}
  const { spec, secrets } = await sealLateSecrets(ctx, jobId, { spec: row.spec, secrets: stored })
  const url = shownUrl(spec, secrets)
  return { kind: 'claimed', job: { ...OPEN, ...row, tier, url, mode: spec.mode, spec, secrets } }
}

const claiming = batchedStatement<{ jobId: string; tier: Tier }, ClaimedRow>(async (pool, calls) => {
  const howMany = calls.length === 1 ? 'one' : 'many'
  const values = calls.map(({ jobId, tier }) => [jobId, tier])
  const { rows } = await pool.query<ClaimedRow>({
    name: `claim-job-${howMany}`,
    text: CLAIM[howMany],
    values: parametersOf(howMany, values),
  })
  return new Map(rows.map((row) => [row.id, row]))
})

const WHICH = { id: 'uuid', tier: 'text' }

const IS_FREE = `
  job.tier = given.tier AND ${allows('claim')} AND ${isFree('job')}`

/** Decides, row by row, how the statement is committed: surely as soon as one of its requests changes its target. */
const COMMIT = `CASE WHEN job.spec->>'method' <> 'GET' THEN set_config('synchronous_commit', 'on', true) END`

/** Of many jobs each is locked first, in the order of their ids, so that no two claims wait for each other. */
const CLAIM = {
  one: claimSql(`${givenOneSql(WHICH)} AS given`, IS_FREE),
  many: `
    WITH given AS (
      SELECT job.id FROM ${givenManySql(WHICH)} AS given JOIN job ON job.id = given.id
      WHERE ${IS_FREE} ORDER BY job.id FOR NO KEY UPDATE OF job
    ) ${claimSql('given', 'true')}`,
}

function claimSql(given: string, isFree: string): string {
  return `
  UPDATE job SET status = ${stateAfter('claim')}, started_at = COALESCE(started_at, now()), ${take('job')},
    may_have_acted = ${MAY_HAVE_ACTED}, unsent_fence = fence + 1
  FROM ${given}, set_config('synchronous_commit', 'off', true)
  WHERE job.id = given.id AND ${isFree}
  RETURNING ${COMMIT} AS commit, job.spec, job.secrets, job.fence, job.lost_leases AS "lostLeases", job.may_have_acted AS "mayHaveActed", ${IS_PLAIN} AS "isPlain",
    ${jobColumns('id', 'accountId', 'apiKeyId', 'requestId', 'test', 'plan', 'attempts', 'holdMicros', 'createdAt', 'deadlineAt', 'batchId', 'line', 'externalId', 'metadata')}`
}

/** What a job lacks until it ends. */
const OPEN = {
  status: 'running',
  costMicros: 0,
  sizeBytes: null,
  error: null,
  cachedFrom: null,
  finishedAt: null,
} satisfies Partial<JobRow>

type ClaimedRow = Omit<ClaimedJob, keyof typeof OPEN | 'tier' | 'url' | 'mode' | 'secrets'> & {
  secrets: Buffer | null
  commit: string | null
}

async function whyNot(ctx: JobsContext, jobId: string, tier: Tier): Promise<Claim> {
  const { rows } = await ctx.pool.query<JobRow & { leaseMs: number | null }>(
    `SELECT ${JOB_COLUMNS}, ${msUntil('job.lease_until')} AS "leaseMs" FROM job WHERE id = $1`,
    [jobId],
  )
  const row = rows[0]
  if (!row) return { kind: 'stale' }
  if (isFinished(row)) return { kind: 'finished', job: { row } }
  if (row.tier !== tier) return { kind: 'stale' }
  return { kind: 'held', ms: row.leaseMs ?? 0 }
}

/** Renews the claims that a worker holds; returns the ids of those it has lost, or has given up meanwhile. */
export async function renewLeases(
  ctx: Pick<JobsContext, 'pool'>,
  held: readonly { id: string; fence: number }[],
): Promise<string[]> {
  if (held.length === 0) return []
  const { rows } = await ctx.pool.query<{ id: string }>(
    `UPDATE job SET lease_until = ${leaseEnd()}
     FROM unnest($1::uuid[], $2::int[]) AS mine(id, fence), set_config('synchronous_commit', 'off', true)
     WHERE job.id = mine.id AND job.fence = mine.fence AND ${allows('handBack')}
       AND job.lease_until IS NOT NULL
     RETURNING job.id`,
    [held.map((job) => job.id), held.map((job) => job.fence)],
  )
  const renewed = new Set(rows.map((row) => row.id))
  return held.filter((job) => !renewed.has(job.id)).map((job) => job.id)
}

/** Hands a job back unfinished and unsent (its worker is stopping); the next worker may take it at once. */
export async function releaseJob(ctx: Pick<JobsContext, 'pool'>, job: ClaimedJob): Promise<void> {
  await ctx.pool.query(
    `UPDATE job SET lease_until = NULL, queued_at = now() WHERE id = $1 AND fence = $2 AND ${allows('handBack')}`,
    [job.id, job.fence],
  )
}
