import { type Actor, recordAudit } from '@gleaner/audit-log'
import { ApiError, type LettersMoved } from '@gleaner/contracts'
import type { Database } from '@gleaner/db'
import { findFailedJobsById } from '@gleaner/jobs'
import { findDelivery, replayDelivery } from '@gleaner/outgoing-webhooks/deliveries'
import type { Producer } from '@gleaner/queue'
import { redriveJobs } from '../redrive-jobs.ts'
import type { LetterKind } from './dead-letters.ts'

interface MoveContext {
  db: Database
  producer: Producer
  actor: Actor
}

type Moved = LettersMoved['letters'][number]

/** Puts dead letters back. Says of each what became of it; what was done is in the audit log. */
export async function retryLetters(ctx: MoveContext, ids: readonly string[]): Promise<Moved[]> {
  return await eachLetter(ids, async (kind, id) => await RETRIES[kind](ctx, id))
}

/** Puts dead letters aside: they are not listed any more. */
export async function discardLetters(
  ctx: Pick<MoveContext, 'db' | 'actor'>,
  ids: readonly string[],
): Promise<Moved[]> {
  return await eachLetter(ids, async (kind, id) => await discard(ctx, kind, id))
}

/** One after the other: each is a transaction of its own, and an operator picks a few. */
async function eachLetter(
  ids: readonly string[],
  move: (kind: LetterKind, id: string) => Promise<Omit<Moved, 'id'>>,
): Promise<Moved[]> {
  const moved: Moved[] = []
  for (const letter of new Set(ids)) {
    const [kind, id] = letter.split('_') as [LetterKind, string]
    moved.push({ id: letter, ...(await move(kind, id)) })
  }
  return moved
}

const GONE = { result: 'is not there any more', done: false }

const RETRIES: Record<LetterKind, (ctx: MoveContext, id: string) => Promise<Omit<Moved, 'id'>>> = {
  async job(ctx, id) {
    const jobs = await findFailedJobsById(ctx.db.pool, id)
    const [result] = await redriveJobs(ctx, jobs)
    return result === undefined ? GONE : { result, done: result.startsWith('runs again') }
  },
  webhook: async ({ db, actor }, id) =>
    await db.transaction(async (both) => {
      const accountId = await accountOfDelivery(both.sql, id)
      if (accountId === undefined) return GONE
      try {
        const again = await replayDelivery(both.sql, accountId, await findDelivery(both.sql, accountId, id))
        await recordAudit(both, {
          accountId,
          actor,
          action: 'webhook.redriven',
          target: `delivery:${id}`,
          details: { delivery_id: again },
        })
        return { result: `is sent again as ${again}`, done: true }
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        return { result: error.message, done: false }
      }
    }),
  mail: async ({ db, actor }, id) =>
    await db.transaction(async (both) => {
      const { rowCount } = await both.sql.query('UPDATE mail SET due_at = now() WHERE id = $1', [id])
      if (rowCount === 0) return GONE
      await recordAudit(both, { accountId: null, actor, action: 'mail.redriven', target: `mail:${id}` })
      return { result: 'is sent within seconds', done: true }
    }),
}

async function discard(
  { db, actor }: Pick<MoveContext, 'db' | 'actor'>,
  kind: LetterKind,
  id: string,
): Promise<Omit<Moved, 'id'>> {
  return await db.transaction(async (both) => {
    const { rows } = await both.sql.query<{ accountId: string | null }>(FIND[kind], [id])
    if (!rows[0]) return GONE
    if (kind !== 'mail')
      await both.sql.query('INSERT INTO discarded_letter (kind, id) VALUES ($1, $2) ON CONFLICT DO NOTHING', [
        kind,
        id,
      ])
    await recordAudit(both, {
      accountId: rows[0].accountId,
      actor,
      action: `${kind}.discarded`,
      target: `${kind}:${id}`,
    })
    return { result: kind === 'mail' ? 'is deleted' : 'is put aside', done: true }
  })
}

/** Finds a dead letter for who puts it aside; a mail has no use beyond. */
const FIND: Record<LetterKind, string> = {
  job: `SELECT account_id AS "accountId" FROM job WHERE id = $1 AND status = 'failed'`,
  webhook: `SELECT account_id AS "accountId" FROM webhook_delivery WHERE id = $1 AND state = 'failed'`,
  mail: `DELETE FROM mail WHERE id = $1 RETURNING NULL::uuid AS "accountId"`,
}

async function accountOfDelivery(
  sql: Parameters<typeof findDelivery>[0],
  id: string,
): Promise<string | undefined> {
  const { rows } = await sql.query<{ accountId: string }>(
    'SELECT account_id AS "accountId" FROM webhook_delivery WHERE id = $1',
    [id],
  )
  return rows[0]?.accountId
}
