import type { Session, SessionValidation } from '@gleaner/contracts'
import { ApiError } from '@gleaner/contracts/errors'
import { transaction } from '@gleaner/db'
import { QueueUnavailable } from '@gleaner/queue'
import type { Holder } from '../holder.ts'
import { readSession } from '../read-sessions.ts'
import { awaitValidation } from './await-validation.ts'
import { beginValidation } from './begin-validation.ts'
import { checkRoom } from './check-room.ts'
import type { ValidationsContext } from './context.ts'
import { enqueueValidations } from './enqueue-validation.ts'
import { showValidation } from './show-validation.ts'
import { nothingKnown, type Observation, type OpenValidation } from './validation.ts'

/** How long a caller waits for a validation, in ms; it goes on afterwards. */
export const WAIT_MS = 100_000

/**
 * Validates a session that the caller may use, and waits for what comes of it; two who ask at once share one validation. When `signal`
 * aborts the validation goes on, and nobody is told. Throws SESSION_NOT_FOUND, SESSION_INACTIVE, CONCURRENCY_LIMITED, QUEUE_UNAVAILABLE, and
 * SERVICE_UNAVAILABLE when it takes longer than `waitMs`.
 */
export async function requestValidation(
  ctx: ValidationsContext,
  holder: Holder,
  id: string,
  { isTest, signal, waitMs = WAIT_MS }: { isTest: boolean; signal: AbortSignal; waitMs?: number },
): Promise<SessionValidation> {
  const session = await readUsable(ctx, holder, id)
  if (session.status === 'expired') return showValidation(session, EXPIRED)
  if (isTest) return showValidation(session, NOT_ASKED)
  const validation = await begin(ctx, holder, id)
  if (!validation) return showValidation(await readUsable(ctx, holder, id), EXPIRED)
  const ended = await awaitValidation(ctx, validation, waitMs, signal)
  if (!ended) throw new ApiError('SERVICE_UNAVAILABLE', UNDER_WAY)
  const after = await readUsable(ctx, holder, id)
  return showValidation(after, after.status === 'expired' ? EXPIRED : (ended.findings ?? CHANGED))
}

async function readUsable({ pool }: ValidationsContext, holder: Holder, id: string): Promise<Session> {
  const session = await readSession(pool, holder, id)
  if (session.status === 'inactive')
    throw new ApiError('SESSION_INACTIVE', `The session ${id} was deleted: there is nothing to validate.`)
  return session
}

async function begin(
  { pool, producer }: ValidationsContext,
  { actor }: Holder,
  id: string,
): Promise<OpenValidation | undefined> {
  const begun = await transaction(pool, async (sql) => {
    await checkRoom(sql, id)
    return await beginValidation(sql, id, actor)
  })
  if (!begun?.isNew) return begun?.validation
  try {
    await enqueueValidations(producer, [begun.validation])
  } catch (error) {
    await withdraw(pool, begun.validation).catch(() => {})
    if (!(error instanceof QueueUnavailable)) throw error
    throw new ApiError(
      'QUEUE_UNAVAILABLE',
      'The queue cannot be reached; nothing was asked. Repeat the request.',
    )
  }
  return begun.validation
}

/** Ends a validation that is on no queue: whoever asks next begins another one. Should this fail, the scheduler queues it. */
async function withdraw(pool: ValidationsContext['pool'], { sessionId, id }: OpenValidation): Promise<void> {
  await pool.query(
    `UPDATE login_session_validation SET ended_at = now(), findings = $3
     WHERE session_id = $1 AND id = $2 AND ended_at IS NULL AND lease_until IS NULL`,
    [sessionId, id, JSON.stringify(NOT_QUEUED)],
  )
}

const EXPIRED: Observation = {
  ...nothingKnown('The session has expired; no request was made. Refresh it with new cookies.'),
  isConclusive: true,
  confidence: 0,
}
const NOT_ASKED = nothingKnown('A test key makes no request: only the expiry counts, which has not come.')
const CHANGED = nothingKnown(
  'The session was changed while it was validated: nothing was judged. Validate it again.',
)
const NOT_QUEUED = nothingKnown('The queue could not be reached: nothing was asked.')
const UNDER_WAY =
  'The validation is under way and takes longer than 100 seconds. It goes on: GET /sessions/{session_id} tells what came of it, and another call of this endpoint waits for it.'
