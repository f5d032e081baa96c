import { type AppliedLimit, insufficientBalance, limitExceeded } from '@gleaner/billing'
import type { ApiError } from '@gleaner/contracts/errors'
import { CommitUnknown, commitStatement, type Queryable, transaction } from '@gleaner/db'
import { batchedStatement } from '../batched-statement.ts'
import type { JobsContext } from '../context.ts'
import type { Plan } from '../planning/plan.ts'
import { sealSecrets } from '../secrets.ts'
import { type Acceptance, insertJobQuery, insertJobsQuery } from './accept-sql.ts'
import { confirmAcceptance } from './confirm-acceptance.ts'
import { claimIdempotencyKey } from './idempotency.ts'
import type { NewJob } from './new-job.ts'

/**
 * Accepts a job in one commit, with others that come while one is under way: the row and the hold on the balance; a job with an
 * idempotency key by itself, in one commit with that. The hold is the price of
 * the highest planned tier that the balance pays. Throws INSUFFICIENT_BALANCE when it does not pay the first tier,
 * SPEND_LIMIT_EXCEEDED when a limit of the account or the key leaves no room for it,
 * IDEMPOTENCY_CONFLICT or IDEMPOTENCY_IN_PROGRESS for a key in use; `replayOf` names the finished job of a key used before.
 * A commit whose answer is lost is looked for (for `patienceMs`), see `confirmAcceptance`: the job goes on if it was made.
 */
export async function createJob(
  ctx: Pick<JobsContext, 'pool' | 'secretBox'>,
  job: NewJob,
  patienceMs?: number,
): Promise<{ replayOf?: string }> {
  const sealed = job.secrets ? await sealSecrets(ctx.secretBox, job.id, job.secrets) : null
  try {
    return await commitJob(ctx, job, sealed)
  } catch (error) {
    if (!(error instanceof CommitUnknown)) throw error
    await confirmAcceptance(ctx, job, error, patienceMs)
    return {}
  }
}

async function commitJob(
  ctx: Pick<JobsContext, 'pool'>,
  job: NewJob,
  sealed: Uint8Array | null,
): Promise<{ replayOf?: string }> {
  const { idempotency } = job
  if (!idempotency) {
    const accepted = await accepting(ctx.pool, { jobId: job.id, size: sealed?.length ?? 0, job, sealed })
    if (!accepted) await commitStatement(ctx.pool, (connection) => insertJob(connection, job, sealed))
    return {}
  }
  return await transaction(ctx.pool, async (connection) => {
    const replayOf = await claimIdempotencyKey(connection, job.accountId, job.id, idempotency)
    if (replayOf) return { replayOf }
    await insertJob(connection, job, sealed)
    return {}
  })
}

/** Of several that come together, those whose holds cannot simply be added up are not accepted: they have to come alone. */
const accepting = batchedStatement<Acceptance & { jobId: string; size: number }, true>(
  async (pool, calls) => {
    const [first] = calls
    return await commitStatement(pool, async (connection) => {
      if (calls.length > 1) return await insertJobs(connection, calls)
      await insertJob(connection, first!.job, first!.sealed)
      return new Map([[first!.jobId, true]])
    })
  },
)

async function insertJobs(db: Queryable, acceptances: readonly Acceptance[]): Promise<Map<string, true>> {
  const { rows } = await db.query<{ id: string }>(insertJobsQuery(acceptances))
  return new Map(rows.map(({ id }) => [id, true]))
}

interface Funds {
  available_micros: bigint
  /** Null when not even the first tier is covered. */
  hold: bigint | null
  /** The spend limits that applied, when nothing is held. */
  limits: AppliedLimit[] | null
}

/** The job's row with its hold, as a statement of the caller's transaction. */
export async function insertJob(db: Queryable, job: NewJob, sealed: Uint8Array | null): Promise<void> {
  const { rows } = await db.query<Funds>(insertJobQuery({ job, sealed }))
  const funds = rows[0]
  if (funds?.hold == null) throw notCovered(job, funds)
}

/** The balance does not pay the first tier, or else a spend limit leaves no room for it. */
function notCovered({ accountId, plan }: NewJob, funds: Funds | undefined): ApiError {
  const available = funds?.available_micros ?? 0n
  const first = plan.steps[0]!.priceMicros
  const isPaid = available >= first
  const exceeded = isPaid && limitExceeded(funds?.limits ?? [], accountId, first, new Date())
  return exceeded || firstTierNotCovered(plan, available)
}

/** The refusal of a request whose first tier the balance does not pay. */
export function firstTierNotCovered({ steps }: Plan, availableMicros: bigint): ApiError {
  const { priceMicros, tier } = steps[0]!
  return insufficientBalance(priceMicros, availableMicros, `tier ${tier} with the asked options`)
}
