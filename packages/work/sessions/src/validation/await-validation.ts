import { isDatabaseUnavailable, type Queryable } from '@gleaner/db'
import type { PubSub } from '@gleaner/queue'
import { untilWoken } from '@gleaner/runtime/until'
import type { ValidationsContext } from './context.ts'
import { type Findings, IS_LIVE, type OpenValidation } from './validation.ts'

/** Published on when a validation has ended, by its id. */
const CHANNEL = 'session-validations'

/** The poll behind pub/sub: how late a lost message makes an answer at most. */
const POLL_MS = 500

/** How a validation ended. Without findings its session was changed meanwhile: they belong to cookies that are no more. */
export interface EndedValidation {
  findings: Findings | null
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
  const giveUpAt = performance.now() + timeoutMs
  let wake = () => {}
  const unsubscribe = await pubSub.subscribe(CHANNEL, validation.id, () => wake())
  try {
    for (;;) {
      const woken = new Promise<void>((resolve) => {
        wake = resolve
      })
      const isLate = performance.now() >= giveUpAt
      const ended = await readEnd(pool, validation).catch((error: unknown) => {
        // It goes on without us, and Postgres may come back.
        if (isLate || !isDatabaseUnavailable(error)) throw error
        return undefined
      })
      if (ended || isLate || signal.aborted) return ended
      await untilWoken(woken, Math.min(POLL_MS, giveUpAt - performance.now()), signal)
    }
  } finally {
    unsubscribe()
  }
}

async function readEnd(
  sql: Queryable,
  { id, sessionId }: Pick<OpenValidation, 'id' | 'sessionId'>,
): Promise<EndedValidation | undefined> {
  const { rows } = await sql.query<{ findings: Findings | null; hasEnded: boolean; isCurrent: boolean }>(
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
