import { type Actor, recordAudit } from '@gleaner/audit-log'
import { ApiError } from '@gleaner/contracts'
import type { TransactionHandles } from '@gleaner/db'
import { blockDomain, MAX_BLOCKED_DOMAINS, unblockDomain } from '@gleaner/switches/blocked-domains'

/**
 * Refuses a domain and its subdomains as targets, in all services within seconds. `domain` is as `normalizeDomain` makes it. False when it
 * was so already. Throws CONFLICT when as many are blocked as may be.
 */
export async function refuseDomain(
  both: TransactionHandles,
  actor: Actor,
  domain: string,
  reason?: string,
): Promise<boolean> {
  if (!(await blockDomain(both.sql, domain, reason))) {
    const { rowCount } = await both.sql.query('SELECT FROM blocked_domain WHERE domain = $1', [domain])
    if (rowCount === 1) return false
    throw new ApiError('CONFLICT', `${MAX_BLOCKED_DOMAINS} domains are blocked, the most there may be.`)
  }
  const details: Record<string, string> = reason === undefined ? {} : { reason }
  await recordAudit(both, { ...entryOf(actor, domain), action: 'domain.blocked', details })
  return true
}

/** False when it was not blocked. */
export async function allowDomain(both: TransactionHandles, actor: Actor, domain: string): Promise<boolean> {
  if (!(await unblockDomain(both.sql, domain))) return false
  await recordAudit(both, { ...entryOf(actor, domain), action: 'domain.unblocked' })
  return true
}

function entryOf(actor: Actor, domain: string) {
  return { accountId: null, actor, target: `domain:${domain}` }
}
