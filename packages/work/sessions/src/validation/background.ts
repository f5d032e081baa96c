import { uuidv7 } from '@gleaner/contracts/ids'
import { eachAlone, hasCome, type Queryable } from '@gleaner/db'
import { isFree } from '@gleaner/queue/claim'
import { HOUR_MS } from '@gleaner/runtime/units'
import { announceValidation } from './await-validation.ts'
import { BEGIN } from './begin-validation.ts'
import type { ValidationsContext } from './context.ts'
import { enqueueValidations, messageOf } from './enqueue-validation.ts'
import { type FencedValidation, settleValidation } from './settle-validation.ts'
import {
  nothingKnown,
  type Observation,
  OPEN_COLUMNS,
  type OpenValidation,
  VALIDATION_MS,
} from './validation.ts'

/** Each step looks at so many at most. */
const BATCH = 200
/** After this long on its queue a validation's message is looked for. */
const LOOK_AFTER_MS = 10_000
/** Workers end a validation at its deadline themselves; one that is this far past it has lost its worker. */
const OVERDUE_GRACE_MS = 15_000
/** For so long who waits for a validation, or asks again, finds what came of it. */
export const VALIDATIONS_KEPT_MS = HOUR_MS

/**
 * The validations that no caller asks for, and those that got stuck: each step returns to how many it came. They may run in several
 * processes at once: each is a statement, and a process that dies after it leaves a validation whose message is missing, which the next run
 * finds.
 */
export const VALIDATION_STEPS = {
  /** Sessions whose uses had failed, and whose validation is begun. */
  begun: beginDue,
  /** Validations past their deadline that nobody worked on, and that are ended. */
  overdue: endOverdue,
  /** Validations whose message was lost, and that are queued again. */
  requeued: requeueLost,
}

async function beginDue(ctx: ValidationsContext): Promise<number> {
  const { rows: due } = await ctx.pool.query<{ id: string }>(PUT_OFF)
  if (due.length === 0) return 0
  const ids = due.map(({ id }) => id)
  const { rows } = await ctx.pool.query<OpenValidation>(BEGIN, [ids, ids.map(() => uuidv7()), 'system'])
  await enqueueValidations(ctx.producer, rows)
  return rows.length
}

/** What is due is not due again before its validation has surely ended, which says when it is due next. */
const PUT_OFF = `
  UPDATE login_session
  SET validate_at = now() + ${VALIDATION_MS + 2 * OVERDUE_GRACE_MS} * interval '1 millisecond'
  FROM (
    SELECT id FROM login_session
    WHERE status = 'pending_validation' AND ${hasCome("COALESCE(validate_at, '-infinity')")}
    ORDER BY COALESCE(validate_at, '-infinity') LIMIT ${BATCH} FOR NO KEY UPDATE SKIP LOCKED
  ) AS due
  WHERE login_session.id = due.id RETURNING login_session.id`

const IS_FREE = `validation.ended_at IS NULL AND ${isFree('validation')}`

async function endOverdue({ pool, pubSub }: ValidationsContext): Promise<number> {
  const { rows } = await pool.query<FencedValidation & { findings: Observation | null }>(
    `SELECT session_id AS "sessionId", id, fence, findings FROM login_session_validation AS validation
     WHERE ${IS_FREE} AND deadline_at < now() - ${OVERDUE_GRACE_MS} * interval '1 millisecond'
     ORDER BY queued_at LIMIT ${BATCH}`,
  )
  await eachAlone(rows, async (validation) => {
    if (await settleValidation(pool, validation, validation.findings ?? NO_WORKER))
      announceValidation(pubSub, validation)
  })
  return rows.length
}

const NO_WORKER = nothingKnown('No worker could validate the session in time: nothing is known about it.')

type WaitingValidation = OpenValidation & { fence: number; queuedAt: Date }

/** Those whose message is missing, and that nobody has claimed before and after that was seen. */
async function requeueLost(ctx: ValidationsContext): Promise<number> {
  const { rows: waiting } = await ctx.pool.query<WaitingValidation>(
    `SELECT ${OPEN_COLUMNS}, validation.fence, validation.queued_at AS "queuedAt"
     FROM login_session_validation AS validation JOIN login_session ON login_session.id = validation.session_id
     WHERE ${IS_FREE} AND queued_at < now() - ${LOOK_AFTER_MS} * interval '1 millisecond'
     ORDER BY queued_at LIMIT ${BATCH}`,
  )
  const missing = await ctx.producer.missing(waiting.map(messageOf))
  const still = await stillWaiting(ctx.pool, waiting)
  const lost = waiting.filter((one) => still.has(one.id) && missing.has(messageOf(one).id))
  await enqueueValidations(ctx.producer, lost)
  return lost.length
}

/** Which of these are still as they were. They go to the end of the line, so that the next run looks at others. */
async function stillWaiting(sql: Queryable, validations: readonly WaitingValidation[]): Promise<Set<string>> {
  if (validations.length === 0) return new Set()
  const { rows } = await sql.query<{ id: string }>(
    `UPDATE login_session_validation AS validation SET queued_at = now()
     FROM unnest($1::uuid[], $2::uuid[], $3::int[], $4::timestamptz[]) AS seen(session_id, id, fence, queued_at)
     WHERE validation.session_id = seen.session_id AND validation.id = seen.id AND validation.fence = seen.fence
       AND validation.queued_at = seen.queued_at AND ${IS_FREE}
     RETURNING validation.id`,
    [
      validations.map(({ sessionId }) => sessionId),
      validations.map(({ id }) => id),
      validations.map(({ fence }) => fence),
      validations.map(({ queuedAt }) => queuedAt),
    ],
  )
  return new Set(rows.map(({ id }) => id))
}
