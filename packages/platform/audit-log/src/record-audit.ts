import type { TransactionHandles } from '@gleaner/db'
import type { Actor } from './actor.ts'
import { type AuditDetails, withoutPersonalData } from './without-personal-data.ts'

export interface NewAuditEntry {
  /** Whose log it stands in; null for what concerns no account (a blocked domain). */
  accountId: string | null
  actor: Actor
  /** A thing and what happened to it: `api_key.created`, `member.role_changed`. */
  action: string
  /** The thing, by its kind and id: `api_key:<id>`. */
  target?: string
  details?: AuditDetails
}

/**
 * Notes an act, in the transaction of the act: neither is there without the other. People are named by id only, here and in
 * `target` and `details`, so that the log can stay as it is when somebody is deleted: what is left of them is an id of nobody. Where an
 * e-mail address or a key gets into the details all the same, it is masked.
 */
export async function recordAudit(
  { sql }: Pick<TransactionHandles, 'sql'>,
  { accountId, actor, action, target, details = {} }: NewAuditEntry,
): Promise<void> {
  await sql.query(
    'INSERT INTO audit_entry (account_id, actor, action, target, details) VALUES ($1, $2, $3, $4, $5)',
    [accountId, actor, action, target ?? null, JSON.stringify(withoutPersonalData(details))],
  )
}
