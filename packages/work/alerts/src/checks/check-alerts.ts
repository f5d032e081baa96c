import { hasCome, type Queryable } from '@gleaner/db'
import { type JudgeContext, judgeRule } from './judge-rule.ts'
import { markChanged, restUnchanged } from './mark-changed.ts'

/** What a turn did, in numbers. */
export interface Checked {
  checked: number
  fired: number
  resolved: number
  /** Webhooks that are due now. */
  deliveries: number
}

const AT_ONCE = 500

/**
 * Looks at the rules that are due: those whose jobs, runs or money have changed, and those whose window moves on. Each is judged in a transaction
 * of its own, which holds its row, so that several schedulers may do this at once. One that cannot be judged keeps no other: it is tried again
 * after a minute, and the faults of all are thrown at the end.
 */
export async function checkAlerts(ctx: JudgeContext, signal: AbortSignal): Promise<Checked> {
  const sum: Checked = { checked: 0, fired: 0, resolved: 0, deliveries: 0 }
  const faults: unknown[] = []
  await markChanged(ctx.db.pool)
  await restUnchanged(ctx.db.pool)
  for (const id of await dueRules(ctx.db.pool)) {
    if (signal.aborted) break
    try {
      const judged = await judgeRule(ctx, id)
      if (!judged) continue
      sum.checked++
      sum.deliveries += judged.deliveries
      if (judged.status) sum[judged.status]++
    } catch (error) {
      faults.push(error)
      await ctx.db.pool.query(TRY_LATER, [id])
    }
  }
  if (faults.length > 0) throw new AggregateError(faults, `${faults.length} alert rules could not be judged`)
  return sum
}

const TRY_LATER = "UPDATE alert_rule SET check_at = now() + interval '1 minute' WHERE id = $1 AND is_active"

async function dueRules(sql: Queryable): Promise<string[]> {
  const { rows } = await sql.query<{ id: string }>(
    `SELECT id FROM alert_rule WHERE ${hasCome('check_at')} ORDER BY check_at LIMIT ${AT_ONCE}`,
  )
  return rows.map(({ id }) => id)
}
