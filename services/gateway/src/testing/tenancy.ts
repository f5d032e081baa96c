import { type Endpoint, GATEWAY_ENDPOINTS } from '@gleaner/contracts'
import type { Pool } from '@gleaner/db'
import { z } from 'zod'
import type { GatewayFixture, Reply, TestAccount } from './fixture.ts'

/** Ids of what one account has, by the parameter or field that names them. */
export type OwnedIds = Record<(typeof OWNED)[number], string>

/** Parameters of paths and fields of bodies and queries that name what belongs to somebody. */
export const OWNED = [
  'job_id',
  'batch_id',
  'manual_login_id',
  'map_id',
  'search_id',
  'crawl_id',
  'webhook_id',
  'delivery_id',
  'session_id',
  'proxy_id',
  'llm_key_id',
  'template_id',
  'rule_id',
  'ticket_id',
  'schedule_id',
  'monitor_id',
  'group_id',
  'extract_id',
  'change_id',
  'snapshot_id',
  'field',
  'destination_id',
  'export_id',
  'proxy_integration_id',
  'key_id',
  'checkout_id',
  'receipt_id',
  'organization_id',
  'user_id',
  'account_id',
  'invitation_id',
  'passkey_id',
  'sign_in_id',
  'key',
] as const
/** Those that name what is everybody's, a secret that is its own proof, or nothing yet. */
export const NOT_OWNED = [
  'slug',
  'token',
  'refresh_token',
  'client_id',
  'code',
  'device_code',
  'bot_token',
  'chat_id',
  'access_key_id',
  'external_id',
  'domain',
  'url',
]

export const named: readonly [string, Endpoint][] = Object.entries(GATEWAY_ENDPOINTS)

/** The parameters of an endpoint's path. */
export function pathParams({ path }: Endpoint): string[] {
  return [...path.matchAll(/\{\+?(\w+)\}/g)].map(([, name]) => name!)
}

/** Fields of an endpoint's body and query, at any depth, whose names say that they name something. */
export function idFields({ body, query }: Endpoint): string[] {
  const text = JSON.stringify(
    [body, query].map((schema) => schema && z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })),
  )
  return [...new Set([...text.matchAll(/"(\w*_ids?|token|code|\w+_token)":\{/g)].map(([, name]) => name!))]
}

export function fillPath({ path }: Endpoint, ids: OwnedIds): string {
  return path.replaceAll(/\{\+?(\w+)\}/g, (_, name: keyof OwnedIds) => ids[name])
}

/** Somebody who asks for what is not theirs. */
export interface Asker {
  name: string
  kind: 'apiKey' | 'bearer'
  credential: string
  organizationId?: string
}

export function askersOf(
  name: string,
  { accessToken, key, testKey }: TestAccount,
  organizationId?: string,
): Asker[] {
  const forOrganization = organizationId === undefined ? {} : { organizationId }
  return [
    { name: `${name}, signed in`, kind: 'bearer', credential: accessToken, ...forOrganization },
    { name: `${name}, by key`, kind: 'apiKey', credential: key, ...forOrganization },
    { name: `${name}, by test key`, kind: 'apiKey', credential: testKey, ...forOrganization },
  ]
}

/** Whether an endpoint takes the asker's kind of credential. */
export function takes({ auth }: Endpoint, { kind }: Asker): boolean {
  return auth === 'apiKeyOrBearer' || auth === 'apiKeyOrQueryKey' || auth === kind
}

let requests = 0

export function ask(
  fixture: GatewayFixture,
  { kind, credential, organizationId }: Asker,
  { method, body }: Pick<Endpoint, 'method' | 'body'>,
  path: string,
  content: unknown,
): Promise<Reply> {
  const from = requests++
  return fixture.request(`/api/v1${path}`, {
    method,
    redirect: 'manual',
    headers: {
      ...(kind === 'bearer' ? { Authorization: `Bearer ${credential}` } : { 'X-API-Key': credential }),
      ...(organizationId !== undefined && { 'X-Organization-Id': organizationId }),
      'Content-Type': 'application/json',
      Accept: 'application/json',
      // Limits of one address are not what is tried here.
      'X-Forwarded-For': `198.51.${from >> 8}.${from & 255}`,
    },
    ...(body && { body: JSON.stringify(content ?? {}) }),
  })
}

/**
 * Reads what the database holds of accounts and users, column by column that names them, as one checksum for each. One statement, planned
 * once, since tests ask hundreds of times.
 */
export async function prepareChecksums(
  pool: Pool,
  accountIds: string[],
  userIds: string[],
): Promise<() => Promise<Record<string, string>>> {
  const { rows: columns } = await pool.query<{ table_name: string; column_name: string }>(
    `SELECT table_name, column_name FROM information_schema.columns
     WHERE table_schema = 'public' AND (column_name IN ('account_id', 'user_id') OR (table_name, column_name) IN (('account', 'id'), ('app_user', 'id')))`,
  )
  const sums = columns.map(({ table_name: table, column_name: column }) => {
    const ids = column === 'user_id' || table === 'app_user' ? '$2::text[]' : '$1::text[]'
    // Counts of use are written some seconds later than the use.
    return `SELECT '${table}.${column}' AS name, count(*) || ' rows ' || md5(string_agg(row::text, ',' ORDER BY row::text)) AS sum
      FROM (SELECT to_jsonb(t) - 'requests' - 'last_used_at' - 'last_used_ip' AS row FROM "${table}" t WHERE "${column}"::text = ANY(${ids})) AS of_victim`
  })
  const query = { name: 'checksums', text: sums.join('\nUNION ALL\n'), values: [accountIds, userIds] }
  return async () => {
    const { rows } = await pool.query<{ name: string; sum: string | null }>(query)
    return Object.fromEntries(rows.map(({ name, sum }) => [name, sum ?? 'none']))
  }
}
