import type { Queryable } from '@gleaner/db'
import type { PubSub } from '@gleaner/queue'
import { awaitEnd } from '@gleaner/queue/claim'
import type { ValidationsContext } from './context.ts'
import { IS_LIVE, type Observation, type OpenValidation } from './validation.ts'

/** Published on when a validation has ended, by its id. */
const CHANNEL = 'session-validations'

/** How a validation ended. Without findings its session was changed meanwhile: they belong to cookies that are no more. */
export interface EndedValidation {
  findings: Observation | null
}

/** Wakes who waits for it. May be repeated, and may be lost. */
export function announceValidation(pubSub: PubSub, { id }: Pick<OpenValidation, 'id'>): void {
  pubSub.publish(CHANNEL, id, '')
}

/** Waits for a validation's end. Undefined when `timeoutMs` passes, or `signal` aborts, first. Throws when Postgres stays away. */
export async function awaitValidation(
  { pool, pubSub }: Pick<ValidationsContext, 'pool' | 'pubSub'>,
  validation: Pick<OpenValidation, 'id' | 'sessionId'>,
  timeoutMs: number,
  signal: AbortSignal,
): Promise<EndedValidation | undefined> {
  const look = async () => ({ end: await readEnd(pool, validation) })
  return await awaitEnd({ pubSub, channel: CHANNEL, id: validation.id, look, timeoutMs, signal })
}

async function readEnd(
  sql: Queryable,
  { id, sessionId }: Pick<OpenValidation, 'id' | 'sessionId'>,
): Promise<EndedValidation | undefined> {
  const { rows } = await sql.query<{ findings: Observation | null; hasEnded: boolean; isCurrent: boolean }>(
    READ_END,
    [sessionId, id],
  )
  const [row] = rows
  // Another validation has taken its place, so that there are other cookies, or nothing was heard of it for too long.
  if (!row?.isCurrent) return { findings: null }
  return row.hasEnded ? { findings: row.findings } : undefined
}

const READ_END = `
  SELECT validation.findings, validation.ended_at IS NOT NULL AS "hasEnded",
    login_session.version = validation.version AND ${IS_LIVE} AS "isCurrent"
  FROM login_session_validation AS validation JOIN login_session ON login_session.id = validation.session_id
  WHERE validation.session_id = $1 AND validation.id = $2`
