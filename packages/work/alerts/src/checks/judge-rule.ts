import { type Database, hasCome, type Queryable } from '@gleaner/db'
import type { SecretBox } from '@gleaner/security/secret-box'
import { describeAlert } from '../describe-alert.ts'
import { recordEvent } from '../record-event.ts'
import { tell } from '../tell.ts'
import { type Decision, decide } from './decide.ts'
import type { DueRule } from './due-rule.ts'
import { type Measurement, measure } from './measure.ts'

export interface JudgeContext {
  db: Database
  secretBox: SecretBox
  publicUrl: string
}

export interface Judged {
  status?: 'fired' | 'resolved'
  deliveries: number
}

/**
 * Measures a rule that is due and does what follows, all in one transaction: its state, its history, and what is told. Undefined when it is not due
 * any more, or another process has it.
 */
export async function judgeRule(ctx: JudgeContext, id: string): Promise<Judged | undefined> {
  return await ctx.db.transaction(async ({ sql }) => {
    const rule = await takeRule(sql, id)
    if (!rule) return undefined
    const { threshold } = rule.conditions
    const measurement = await measure(sql, rule)
    const decision = decide({ ...rule, threshold }, measurement)
    await writeState(sql, rule, decision, measurement)
    if (decision !== 'fires' && decision !== 'resolves') return { deliveries: 0 }
    const status = decision === 'fires' ? 'fired' : 'resolved'
    const { value } = measurement
    const message = describeAlert({ ...rule, ...rule.conditions }, status, measurement)
    const alertId = await recordEvent(sql, { rule: { ...rule, threshold }, status, value, message })
    if (status === 'resolved' && !rule.notifyResolved) return { status, deliveries: 0 }
    const deliveries = await tell(sql, ctx, rule, { alertId, status, value, message })
    return { status, deliveries }
  })
}

const COOL_AT = "fired_at + cooldown_minutes * interval '1 minute'"

async function takeRule(sql: Queryable, id: string): Promise<DueRule | undefined> {
  const { rows } = await sql.query<DueRule>(
    `SELECT id, account_id AS "accountId", name, type, scope, conditions, secrets, notify_resolved AS "notifyResolved", is_firing AS "isFiring",
            fired_at IS NULL OR ${hasCome(COOL_AT)} AS "isCool"
     FROM alert_rule WHERE id = $1 AND is_active AND ${hasCome('check_at')} FOR UPDATE SKIP LOCKED`,
    [id],
  )
  return rows[0]
}

/** What waits for its cooldown is looked at again when that ends. */
async function writeState(
  sql: Queryable,
  { id, isFiring }: DueRule,
  decision: Decision,
  { value, micros, again }: Measurement,
): Promise<void> {
  await sql.query(
    `UPDATE alert_rule SET is_firing = $2, value = $3, seen_micros = $4, checked_at = now(),
       fired_at = CASE WHEN $5 THEN now() ELSE fired_at END,
       check_at = LEAST(now() + $6 * interval '1 second',
                        CASE WHEN $7 THEN date_trunc('day', now(), 'UTC') + interval '1 day' END,
                        CASE WHEN $8 THEN ${COOL_AT} END)
     WHERE id = $1`,
    [
      id,
      decision === 'fires' || (isFiring && decision !== 'resolves'),
      value,
      // One that waits is not at rest.
      decision === 'waits' ? null : (micros ?? null),
      decision === 'fires',
      typeof again === 'object' ? again.seconds : null,
      again === 'tomorrow',
      decision === 'waits',
    ],
  )
}
