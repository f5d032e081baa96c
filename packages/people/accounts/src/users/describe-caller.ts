import { nextTierOf, readTotals, toCredits } from '@gleaner/billing'
import type { Me, TierInfo } from '@gleaner/contracts'
import type { Queryable } from '@gleaner/db'
import type { Caller } from '../callers/caller.ts'

/** The reply of GET /auth/me: the person who calls, and the account that they act for. */
export async function describeCaller(db: Queryable, caller: Caller): Promise<Me> {
  const [person, totals] = await Promise.all([findPerson(db, caller), readTotals(db, caller.accountId)])
  return {
    id: person.id,
    account_id: caller.accountId,
    email: person.email,
    name: person.name,
    avatar_url: null,
    created_at: person.createdAt.toISOString(),
    subscription_tier: caller.spendTier.name,
    credits_remaining: toCredits(totals.netMicros),
    credits_total: toCredits(totals.depositedMicros),
    is_operator: caller.kind === 'user' && caller.isOperator,
    tier_info: describeTier(caller),
  }
}

interface Person {
  id: string
  email: string | null
  name: string | null
  createdAt: Date
}

/** A key that no person made (the operator's) stands for the user of its account, or where that has none, for the account itself. */
async function findPerson(db: Queryable, { userId, accountId }: Caller): Promise<Person> {
  const { rows } = await db.query<Person>({
    name: 'find-person',
    text: `
      SELECT COALESCE(person.id, account.id) AS id, person.email, COALESCE(person.name, account.name) AS name,
             COALESCE(person.created_at, account.created_at) AS "createdAt"
      FROM account LEFT JOIN LATERAL (
        SELECT * FROM app_user WHERE CASE WHEN $2::uuid IS NULL THEN account_id = account.id ELSE id = $2 END
        ORDER BY created_at LIMIT 1
      ) AS person ON true
      WHERE account.id = $1`,
    values: [accountId, userId ?? null],
  })
  return rows[0]!
}

/** The account's own limits stand in place of its tier's. */
function describeTier({ spendTier, rateLimits }: Caller): TierInfo {
  const next = nextTierOf(spendTier)
  const nextAt = next ? next.minCents / 100 : null
  return {
    name: titled(spendTier.name),
    slug: spendTier.name,
    requests_per_minute: rateLimits.requestsPerMinute,
    concurrent_requests: rateLimits.concurrency,
    min_balance_usd: spendTier.name === 'enterprise' ? null : spendTier.minCents / 100,
    max_balance_usd: nextAt,
    next_tier_slug: next?.name ?? null,
    next_tier_threshold_usd: nextAt,
  }
}

/** `high_volume` is "High Volume" on price lists. */
function titled(name: string): string {
  return name.replaceAll(
    /(?:^|_)(\w)/g,
    (match, first: string) => (match.startsWith('_') ? ' ' : '') + first.toUpperCase(),
  )
}
