import { APPLYING_LIMITS, type AppliedLimit, holdSql, limitExceeded, toCredits } from '@gleaner/billing'
import { ApiError, LIMITS } from '@gleaner/contracts'
import { CommitUnknown, commitStatement, type Queryable, transaction } from '@gleaner/db'
import { confirmAcceptance } from './confirm-acceptance.ts'
import type { JobsContext } from './context.ts'
import { claimIdempotencyKey } from './idempotency.ts'
import { stateAfter } from './job-states.ts'
import type { NewJob } from './new-job.ts'
import type { Plan } from './plan.ts'
import { sealSecrets } from './secrets.ts'
import { type ScrapeSpec, shownUrl } from './spec.ts'

/**
 * Accepts a job in one commit: the row, the hold on the balance and the idempotency key. The hold is the price of
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
    await commitStatement(ctx.pool, (connection) => insertJob(connection, job, sealed))
    return {}
  }
  return await transaction(ctx.pool, async (connection) => {
    const replayOf = await claimIdempotencyKey(connection, job.accountId, job.id, idempotency)
    if (replayOf) return { replayOf }
    await insertJob(connection, job, sealed)
    return {}
  })
}

/** The job is inserted only when something, if only 0 for a test key, is held for it. */
const INSERT_JOB = `
  WITH ${holdSql({ prices: '$1::bigint[]', accountId: '$2', jobId: '$3::uuid', apiKeyId: '$4', isFree: '$5' })}, inserted AS (
    INSERT INTO job (id, account_id, api_key_id, status, test, url, host, mode, spec, plan, secrets, tier,
                     hold_micros, deadline_at, cache_key, cache_ttl, spend_limits, had_secrets, redriven_from, webhook_url, session_id)
    SELECT job_id, account_id, $4, ${stateAfter('accept')}, $5, $6, $7, $8, $9, $10, $11, $12,
           hold, now() + $13 * interval '1 second', $14, $15, ${APPLYING_LIMITS}, $11::bytea IS NOT NULL, $16, $17, $18
    FROM held
  )
  SELECT available_micros, hold, CASE WHEN hold IS NULL THEN (SELECT json_agg(spend) FROM spend) END AS limits FROM funds`

interface Funds {
  available_micros: bigint
  /** Null when not even the first tier is covered. */
  hold: bigint | null
  /** The spend limits that applied, when nothing is held. */
  limits: AppliedLimit[] | null
}

/** The job's row with its hold, as a statement of the caller's transaction. */
export async function insertJob(db: Queryable, job: NewJob, sealed: Uint8Array | null): Promise<void> {
  const { spec, plan } = job
  const prices = plan.steps.map((step) => (job.test ? 0 : step.priceMicros))
  const { rows } = await db.query<Funds>({
    name: 'insert-job',
    text: INSERT_JOB,
    values: [
      prices,
      job.accountId,
      job.id,
      job.apiKeyId,
      job.test,
      shownUrl(spec, job.secrets),
      new URL(spec.url).hostname,
      spec.mode,
      JSON.stringify(spec),
      JSON.stringify(plan),
      sealed,
      plan.steps[0]!.tier,
      deadlineSeconds(spec),
      job.cacheKey ?? null,
      job.cacheKey ? spec.cache_ttl : null,
      job.redrivenFrom ?? null,
      job.webhookUrl ?? null,
      spec.session_id ?? null,
    ],
  })
  const funds = rows[0]
  if (funds?.hold == null) throw notCovered(job, funds)
}

/** A waiting caller's default is shorter than an asynchronous job's; `timeout` is one deadline through all tiers. */
export function deadlineSeconds(spec: ScrapeSpec): number {
  const { default: syncDefault, asyncDefault } = LIMITS.timeoutSeconds
  return spec.timeout ?? (spec.sync ? syncDefault : asyncDefault)
}

/** The balance does not pay the first tier, or else a spend limit leaves no room for it. */
function notCovered({ accountId, plan }: NewJob, funds: Funds | undefined): ApiError {
  const available = funds?.available_micros ?? 0n
  const first = plan.steps[0]!.priceMicros
  const isPaid = available >= first
  const exceeded = isPaid && limitExceeded(funds?.limits ?? [], accountId, first, new Date())
  return exceeded || insufficientBalance(plan, available)
}

/** The refusal of a request whose first tier the balance does not pay. */
export function insufficientBalance(plan: Plan, availableMicros: bigint): ApiError {
  const first = plan.steps[0]!
  const needed = toCredits(first.priceMicros)
  const available = toCredits(availableMicros)
  return new ApiError(
    'INSUFFICIENT_BALANCE',
    `The balance of ${available} credits does not cover ${needed} credits, the price of tier ${first.tier} with the asked options; add credits and repeat the request.`,
    { needed_credits: needed, available_credits: available },
  )
}
