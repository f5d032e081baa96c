import type { AlertType } from '@gleaner/contracts'
import { uuidv7 } from '@gleaner/contracts/ids'
import type { Queryable } from '@gleaner/db'

/** The rule that an entry of the history is about. */
export interface RuleOfEvent {
  id: string
  accountId: string
  name: string
  type: AlertType
  threshold: number
}

export interface NewEvent {
  rule: RuleOfEvent
  status: 'fired' | 'resolved'
  value: number | null
  message: string
}

/** Writes an entry of the history, and returns its id. */
export async function recordEvent(
  sql: Queryable,
  { rule, status, value, message }: NewEvent,
): Promise<string> {
  const id = uuidv7()
  await sql.query(
    `INSERT INTO alert_event (id, account_id, rule_id, rule_name, type, status, value, threshold, message)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [id, rule.accountId, rule.id, rule.name, rule.type, status, value, rule.threshold, message],
  )
  return id
}
