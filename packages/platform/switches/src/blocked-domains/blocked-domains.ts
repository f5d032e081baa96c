import { domainToASCII } from 'node:url'
import type { Queryable } from '@gleaner/db'

/** Every process reads the whole list every few seconds: a longer one belongs into a resolver or a proxy in front. */
export const MAX_BLOCKED_DOMAINS = 10_000

export interface BlockedDomain {
  domain: string
  reason: string | null
  createdAt: Date
}

/** A domain as it is stored: lower case, in ASCII, without `*.` and dots at its ends; undefined for what is none. */
export function normalizeDomain(text: string): string | undefined {
  const name = domainToASCII(
    text
      .trim()
      .replace(/^\*?\./, '')
      .replace(/\.$/, ''),
  )
  return /^(?!-)[a-z0-9_.-]{1,253}$/.test(name) && !name.includes('..') ? name : undefined
}

/** Blocks a domain with its subdomains; false when it was so already. `domain` is as `normalizeDomain` makes it. */
export async function blockDomain(sql: Queryable, domain: string, reason?: string): Promise<boolean> {
  const { rowCount } = await sql.query(
    `INSERT INTO blocked_domain (domain, reason)
     SELECT $1, $2 WHERE (SELECT count(*) FROM blocked_domain) < ${MAX_BLOCKED_DOMAINS} ON CONFLICT DO NOTHING`,
    [domain, reason ?? null],
  )
  return rowCount === 1
}

/** False when it was not blocked. */
export async function unblockDomain(sql: Queryable, domain: string): Promise<boolean> {
  const { rowCount } = await sql.query('DELETE FROM blocked_domain WHERE domain = $1', [domain])
  return rowCount === 1
}

export async function listBlockedDomains(db: Queryable): Promise<BlockedDomain[]> {
  const { rows } = await db.query<BlockedDomain>(
    'SELECT domain, reason, created_at AS "createdAt" FROM blocked_domain ORDER BY domain',
  )
  return rows
}
