import { retryWhileUnavailable } from '@gleaner/db'
import type { SessionValidationTask } from '@gleaner/queue'
import { keepClaim, onceFree } from '@gleaner/queue/claim'
import { WORK } from '@gleaner/queue/work'
import { deadlineSignal } from '@gleaner/runtime'
import {
  announceValidation,
  type ClaimedValidation,
  claimValidation,
  enqueueValidations,
  messageOf,
  nothingKnown,
  type Observation,
  passToBrowser,
  readValidated,
  settleValidation,
  VALIDATION_KINDS,
  type ValidatedSession,
  type ValidationStage,
  validationClaims,
} from '@gleaner/sessions'
import { fetchInTurn, type Turn } from '../bulk-gate/bulk-gate.ts'
import type { TierContext } from '../context.ts'
import { PATIENCE_MS } from '../patience.ts'
import type { AttemptPermits } from '../permits.ts'
import { isForBrowsers } from '../session/storage-for-browsers.ts'
import { addressesOf } from './addresses.ts'
import { lastWord } from './last-word.ts'
import { type Validated, validateSession } from './validate.ts'
import type { ValidationFetch } from './validation-fetch.ts'

export interface ValidationContext extends TierContext {
  stage: ValidationStage
}

/** A validation that took so many workers along is not tried again. */
const MAX_LOST_LEASES = 2

/**
 * One stage of one validation: claim it, ask the target, and end it or pass it on to a browser. Runs again after a crash at any line: the
 * claim then finds what is left to do. `stopping` aborts when the process must end.
 */
export async function handleValidation(
  ctx: ValidationContext,
  task: SessionValidationTask,
  stopping: AbortSignal,
): Promise<void> {
  using turn = await ctx.bulkGate.begin({ accountId: task.accountId, bulk: true }, stopping)
  const session = await readValidated(ctx.jobs, task, ctx.stage)
  if (!session) return
  using permits = await ctx.permits.acquireFor(permitsOf(ctx, task, session), ctx.tier)
  const claim = await claimValidation(ctx.jobs, task, ctx.stage)
  switch (claim.kind) {
    case 'stale':
      return
    case 'held':
      throw onceFree(claim)
    case 'claimed':
      return await work(ctx, claim.row, { turn, permits }, stopping)
  }
}

function permitsOf({ stage }: ValidationContext, task: SessionValidationTask, session: ValidatedSession) {
  const { accountId, validationId } = task
  const addresses = session.secrets ? addressesOf({ ...session, cookies: session.secrets.cookies }) : []
  // The gap between two requests is kept at the last one.
  const hosts = [...new Set(addresses.map(({ url }) => new URL(url).host))].toReversed()
  const { queue, id } = messageOf({ id: validationId, stage })
  return {
    kind: VALIDATION_KINDS[stage],
    accountId,
    deadlineAt: Date.now() + session.leftMs,
    bulk: true,
    hosts,
    queue,
    messageId: id,
  }
}

interface Held {
  permits: AttemptPermits
  turn: Turn
}

async function work(
  ctx: ValidationContext,
  validation: ClaimedValidation,
  held: Held,
  stopping: AbortSignal,
): Promise<void> {
  const refusal = refusalOf(validation)
  if (refusal) return await end(ctx, validation, nothingKnown(refusal))

  const { pool } = ctx.jobs
  const renew = () => validationClaims.renew(pool, validation)
  await using claim = keepClaim({ name: 'renew-validation', renew, logger: ctx.logger })
  const startedAt = performance.now()
  const validated = await runStage(ctx, validation, held, [stopping, claim.lost]).finally(
    held.permits.releaseHost,
  )
  if (stopping.aborted) await validationClaims.release(pool, validation)
  if (stopping.aborted || claim.lost.aborted)
    throw new Error(`the validation ${validation.id} was interrupted`)

  const durationMs = performance.now() - startedAt
  if (validated.needsBrowser && ctx.stage === 'http') {
    ctx.validationMetrics.ended(ctx.stage, 'passed_on', durationMs)
    return await passOn(ctx, validation, validated.findings)
  }
  // What was seen without its storage says nothing of a session that has one.
  const earlier = validation.secrets!.storage.length > 0 ? null : validation.earlier
  const findings = lastWord(validated.findings, earlier)
  ctx.validationMetrics.ended(ctx.stage, findings, durationMs)
  await end(ctx, validation, findings)
}

/** Why nothing is asked. */
function refusalOf({ leftMs, lostLeases, secrets }: ClaimedValidation): string | undefined {
  if (leftMs <= 0) return 'There was no time to ask: nothing is known.'
  if (lostLeases > MAX_LOST_LEASES) return "The target's pages ended their workers: nothing is known."
  if (!secrets) return 'What is stored cannot be read with the keys of this service: nothing is known.'
  return undefined
}

async function runStage(
  ctx: ValidationContext,
  validation: ClaimedValidation,
  { turn }: Held,
  interruptions: readonly AbortSignal[],
): Promise<Validated> {
  const { accountId, leftMs, lostLeases } = validation
  const secrets = validation.secrets!
  if (ctx.stage === 'http' && isForBrowsers(secrets, `https://${validation.domain}/`)) return LEFT_TO_BROWSER
  const timeoutMs = Math.min(WORK[VALIDATION_KINDS[ctx.stage]].longestMs, leftMs)
  using deadline = deadlineSignal(timeoutMs, interruptions)
  const limits = { timeoutMs, signal: deadline.signal }
  const run = (within: Pick<TierContext, 'fetcher'>) =>
    validateSession(fetchOf(ctx, within, accountId, turn), { ...validation, ...secrets }, limits)
  if (lostLeases === 0) return await run(ctx)
  // It may have killed its last worker: it runs in a process of its own, so that nothing else is lost with it.
  const isolated = await ctx.isolated.acquire(ctx, accountId, deadline.signal)
  try {
    return await run(isolated.ctx)
  } finally {
    await isolated.release()
  }
}

const LEFT_TO_BROWSER: Validated = {
  findings: nothingKnown('Only a browser can use what the session has stored: nothing is known.'),
  needsBrowser: true,
}

function fetchOf(
  ctx: ValidationContext,
  { fetcher }: Pick<TierContext, 'fetcher'>,
  share: string,
  turn: Turn,
): ValidationFetch {
  const fetch: ValidationFetch = async (request, signal) => {
    using memory = ctx.bodies.open(share)
    return await fetcher.fetch({ ...request, share, memory }, signal).catch((error: unknown) => {
      ctx.logger.error({ err: error }, 'a fetcher failed')
      return FAULT
    })
  }
  return (request, signal) => fetchInTurn(ctx.tier, turn, () => fetch(request, signal))
}

const FAULT = {
  kind: 'failed',
  reason: 'internal',
  detail: 'The service failed to ask the target',
  mayHaveBeenSent: true,
} as const

async function passOn(
  ctx: ValidationContext,
  validation: ClaimedValidation,
  findings: Observation,
): Promise<void> {
  const passed = await retryWhileUnavailable(
    () => passToBrowser(ctx.jobs.pool, validation, findings),
    PATIENCE_MS,
  )
  // A message that Redis cannot take is queued by the scheduler.
  if (passed) await enqueueValidations(ctx.jobs.producer, [passed])
}

async function end(
  ctx: ValidationContext,
  validation: ClaimedValidation,
  findings: Observation,
): Promise<void> {
  await retryWhileUnavailable(() => settleValidation(ctx.jobs.pool, validation, findings), PATIENCE_MS)
  announceValidation(ctx.jobs.pubSub, validation)
}
