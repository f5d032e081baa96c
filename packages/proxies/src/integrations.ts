import {
  ApiError,
  type ProxyCreate,
  type ProxyIntegration,
  type ProxyUpdate,
  uuidv7,
} from '@gleaner/contracts'
import type { Queryable } from '@gleaner/db'
import type { SecretBox } from '@gleaner/security/secret-box'

export interface ProxiesContext {
  pool: Queryable
  secretBox: SecretBox
}

/** What replies show: everything but the address with its credentials. */
const SHOWN = `id, name, scheme, host, port, has_credentials, country, created_at, updated_at`

const UNIQUE_VIOLATION = '23505'

export async function createIntegration(
  ctx: ProxiesContext,
  accountId: string,
  { name, url, country }: ProxyCreate,
): Promise<ProxyIntegration> {
  const id = uuidv7()
  const parts = partsOf(url)
  return await refuseTakenName(name, async () => {
    const { rows } = await ctx.pool.query<ProxyRow>(
      `INSERT INTO proxy_integration (id, account_id, name, url, scheme, host, port, has_credentials, country)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) RETURNING ${SHOWN}`,
      [
        id,
        accountId,
        name,
        seal(ctx, id, url),
        parts.scheme,
        parts.host,
        parts.port,
        parts.hasCredentials,
        country,
      ],
    )
    return present(rows[0]!)
  })
}

export async function listIntegrations(
  { pool }: Pick<ProxiesContext, 'pool'>,
  accountId: string,
  page: { limit: number; offset: number },
): Promise<{ proxies: ProxyIntegration[]; total: number }> {
  const { rows } = await pool.query<ProxyRow & { total: number }>(
    `SELECT ${SHOWN}, count(*) OVER ()::int AS total FROM proxy_integration
     WHERE account_id = $1 ORDER BY id LIMIT $2 OFFSET $3`,
    [accountId, page.limit, page.offset],
  )
  const total = rows[0]?.total ?? (await countIntegrations(pool, accountId))
  return { proxies: rows.map(present), total }
}

/** How many proxies an account has. */
export async function countIntegrations(pool: Queryable, accountId: string): Promise<number> {
  const { rows } = await pool.query<{ total: number }>(
    'SELECT count(*)::int AS total FROM proxy_integration WHERE account_id = $1',
    [accountId],
  )
  return rows[0]!.total
}

/** Throws NOT_FOUND, also for a proxy of another account. */
export async function readIntegration(
  { pool }: Pick<ProxiesContext, 'pool'>,
  accountId: string,
  id: string,
): Promise<ProxyIntegration> {
  const { rows } = await pool.query<ProxyRow>(
    `SELECT ${SHOWN} FROM proxy_integration WHERE account_id = $1 AND id = $2`,
    [accountId, id],
  )
  return present(rows[0] ?? notFound())
}

/** Changes the fields that are given; throws NOT_FOUND or CONFLICT. */
export async function updateIntegration(
  ctx: ProxiesContext,
  accountId: string,
  id: string,
  { name, url, country }: ProxyUpdate,
): Promise<ProxyIntegration> {
  const parts = url === undefined ? undefined : partsOf(url)
  return await refuseTakenName(name, async () => {
    const { rows } = await ctx.pool.query<ProxyRow>(
      `UPDATE proxy_integration SET
         name = COALESCE($3, name), url = COALESCE($4, url), scheme = COALESCE($5, scheme),
         host = COALESCE($6, host), port = COALESCE($7, port), has_credentials = COALESCE($8, has_credentials),
         country = CASE WHEN $9 THEN $10 ELSE country END, updated_at = now()
       WHERE account_id = $1 AND id = $2 RETURNING ${SHOWN}`,
      [
        accountId,
        id,
        name,
        url === undefined ? null : seal(ctx, id, url),
        parts?.scheme,
        parts?.host,
        parts?.port,
        parts?.hasCredentials,
        country !== undefined,
        country,
      ],
    )
    return present(rows[0] ?? notFound())
  })
}

/** Throws NOT_FOUND. */
export async function deleteIntegration(
  { pool }: Pick<ProxiesContext, 'pool'>,
  accountId: string,
  id: string,
): Promise<void> {
  const { rowCount } = await pool.query('DELETE FROM proxy_integration WHERE account_id = $1 AND id = $2', [
    accountId,
    id,
  ])
  if (rowCount === 0) notFound()
}

/** The address with its credentials, for the worker that uses it. Without an id: the account's oldest proxy. */
export async function openIntegration(
  ctx: ProxiesContext,
  accountId: string,
  id: string | undefined,
): Promise<{ id: string; url: string } | undefined> {
  const { rows } = await ctx.pool.query<{ id: string; url: Uint8Array }>(
    `SELECT id, url FROM proxy_integration WHERE account_id = $1 AND ($2::uuid IS NULL OR id = $2)
     ORDER BY id LIMIT 1`,
    [accountId, id ?? null],
  )
  const found = rows[0]
  return found && { id: found.id, url: ctx.secretBox.open(found.url, context(found.id)) }
}

interface ProxyRow extends Omit<ProxyIntegration, 'created_at' | 'updated_at'> {
  created_at: Date
  updated_at: Date
}

function present({
  id,
  name,
  scheme,
  host,
  port,
  has_credentials,
  country,
  ...times
}: ProxyRow): ProxyIntegration {
  const created_at = times.created_at.toISOString()
  return {
    id,
    name,
    scheme,
    host,
    port,
    has_credentials,
    country,
    created_at,
    updated_at: times.updated_at.toISOString(),
  }
}

const context = (id: string) => `proxy:${id}`

function seal(ctx: ProxiesContext, id: string, url: string): Uint8Array {
  return ctx.secretBox.seal(url, context(id))
}

const DEFAULT_PORTS: Record<string, number> = { 'http:': 80, 'https:': 443, 'socks5:': 1080 }

function partsOf(url: string) {
  const { protocol, hostname, port, username, password } = new URL(url)
  return {
    scheme: protocol.slice(0, -1),
    host: hostname,
    port: port === '' ? DEFAULT_PORTS[protocol]! : Number(port),
    hasCredentials: username !== '' || password !== '',
  }
}

async function refuseTakenName<T>(name: string | undefined, write: () => Promise<T>): Promise<T> {
  try {
    return await write()
  } catch (error) {
    if ((error as { code?: unknown }).code !== UNIQUE_VIOLATION) throw error
    throw new ApiError('CONFLICT', `There is already a proxy named "${name}"; choose another name.`)
  }
}

function notFound(): never {
  throw new ApiError('NOT_FOUND', 'There is no such proxy in this account.')
}
