import { LIMITS } from '@gleaner/contracts/limits'
import { isAhead } from './has-come.ts'
import type { Queryable } from './pool.ts'

/**
 * What an account, a person or an organization may have only so many of, so that every list stays one that a person can read and a query
 * can count. `taken`: SQL of those that it has, `$1` being its id.
 */
export const BOUNDED = {
  alert_rule: { what: 'Alert rules of an account', most: 50, taken: 'FROM alert_rule WHERE account_id = $1' },
  api_key: {
    what: 'API keys of an account',
    most: 100,
    taken: 'FROM api_key WHERE account_id = $1 AND revoked_at IS NULL',
  },
  llm_key: {
    what: 'Keys at language models, of an account',
    most: 50,
    taken: 'FROM llm_key WHERE account_id = $1',
  },
  export_destination: {
    what: 'Export destinations of an account',
    most: 20,
    taken: 'FROM export_destination WHERE account_id = $1',
  },
  proxy: {
    what: 'Own proxies of an account',
    most: 100,
    taken: 'FROM proxy_integration WHERE account_id = $1',
  },
  session: {
    what: 'Login sessions of an account',
    most: 50,
    taken: 'FROM login_session WHERE account_id = $1 AND deleted_at IS NULL',
  },
  ticket: {
    what: 'Support tickets of an account that are not closed',
    most: 20,
    taken: "FROM support_ticket WHERE account_id = $1 AND status <> 'closed'",
  },
  schedule: {
    what: 'Schedules of an account',
    most: LIMITS.schedules,
    taken: 'FROM schedule WHERE account_id = $1 AND NOT is_monitor',
  },
  monitor: {
    what: 'Monitors of an account',
    most: LIMITS.monitors,
    taken: 'FROM schedule WHERE account_id = $1 AND is_monitor',
  },
  monitor_group: {
    what: 'Groups of monitors of an account',
    most: LIMITS.monitorGroups,
    taken: 'FROM monitor_group WHERE account_id = $1',
  },
  passkey: { what: 'Passkeys of a person', most: 20, taken: 'FROM passkey WHERE user_id = $1' },
  template: { what: 'Templates of an account', most: 100, taken: 'FROM template WHERE account_id = $1' },
  /** Each of them is one more message for every page. */
  webhook: {
    what: 'Webhook endpoints of an account',
    most: 20,
    taken: 'FROM webhook_endpoint WHERE account_id = $1',
  },
  organization: { what: 'Organizations of a person', most: 50, taken: 'FROM membership WHERE user_id = $1' },
  member: { what: 'Members of an organization', most: 500, taken: 'FROM membership WHERE account_id = $1' },
  invitation: {
    what: 'Open invitations of an organization',
    most: 100,
    taken: `FROM invitation WHERE account_id = $1 AND state = 'open' AND ${isAhead('expires_at')}`,
  },
  batch: {
    what: 'Batches of an account that have not ended',
    most: 5,
    taken: "FROM batch WHERE account_id = $1 AND kind = 'batch' AND finished_at IS NULL",
  },
  crawl: {
    what: 'Crawls of an account that have not ended',
    most: LIMITS.crawlsAtOnce,
    taken: "FROM batch WHERE account_id = $1 AND kind = 'crawl' AND finished_at IS NULL",
  },
  search: {
    what: 'Searches of an account that are scraping',
    most: 20,
    taken: "FROM batch WHERE account_id = $1 AND kind = 'search' AND finished_at IS NULL",
  },
} as const satisfies Record<string, { what: string; most: number; taken: string }>

export type Bounded = keyof typeof BOUNDED

export interface Taken {
  taken: number
  isFull: boolean
}

/**
 * How many of a kind an owner has. Who makes another one asks this first, in the transaction that makes it: the owner's places of the kind
 * are held until its end, so that of many that come at once each sees what the others have made. The owner's other work goes on beside it.
 */
export async function lockPlaces(sql: Queryable, kind: Bounded, ownerId: string): Promise<Taken> {
  const { most, taken } = BOUNDED[kind]
  await lockKind(sql, kind, ownerId)
  // A statement of its own: it sees what was committed before the lock was had.
  const { rows } = await sql.query<{ taken: number }>(`SELECT count(*)::int AS taken ${taken}`, [ownerId])
  return { taken: rows[0]!.taken, isFull: rows[0]!.taken >= most }
}

/** Until the transaction ends nobody else counts what an owner has of a kind, and makes another. */
export async function lockKind(sql: Queryable, kind: string, ownerId: string): Promise<void> {
  await sql.query("SELECT pg_advisory_xact_lock(hashtextextended($1 || ' of ' || $2, 0))", [kind, ownerId])
}
