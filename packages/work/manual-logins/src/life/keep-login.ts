import { ApiError } from '@gleaner/contracts/errors'
import { LIMITS } from '@gleaner/contracts/limits'
import type { ManualLoginKeep } from '@gleaner/contracts/schemas/manual-logins'
import { boundStorage, type Cookie, isOriginWithin, type OriginStorage } from '@gleaner/cookie-rules'
import { sessionDomain } from '@gleaner/cookie-rules/session-domain'
import { type Queryable, storableJson, type TransactionHandles } from '@gleaner/db'
import { awaitEnd } from '@gleaner/queue/claim'
import { createSession, readNewSession } from '@gleaner/sessions'
import { readLogin } from './await-login.ts'
import { type ClaimedLogin, loginClaims } from './claim-login.ts'
import { endClaimed } from './end-login.ts'
import type { ManualLoginRow, ManualLoginsContext } from './manual-login.ts'

/** How long a worker may take to make a session of what its browser has. In ms. */
const KEEP_MS = 20_000

/** Asks the worker of an open login to keep it. False: there is none that is open. */
export async function askToKeep(
  sql: Queryable,
  accountId: string,
  id: string,
  keep: ManualLoginKeep,
): Promise<boolean> {
  const { rowCount } = await sql.query(
    `UPDATE manual_login SET keep = $3, keep_error = NULL
     WHERE id = $1 AND account_id = $2 AND ended_at IS NULL AND opened_at IS NOT NULL`,
    [id, accountId, JSON.stringify(keep)],
  )
  return rowCount === 1
}

/** Waits until a login is kept, or was refused to be. Undefined: not in time. */
export async function awaitKept(
  { pool, pubSub }: Pick<ManualLoginsContext, 'pool' | 'pubSub'>,
  accountId: string,
  id: string,
  signal: AbortSignal,
): Promise<ManualLoginRow | undefined> {
  return await awaitEnd<ManualLoginRow>({
    pubSub,
    channel: 'manual-logins',
    id,
    timeoutMs: KEEP_MS,
    signal,
    async look() {
      const row = await readLogin(pool, accountId, id)
      if (!row) return { leftMs: 0 }
      return row.endedAt || row.keepError ? { end: row } : {}
    },
  })
}

/** What the person wants of a login at hand; undefined while they want nothing. */
export async function readWish(sql: Queryable, login: Pick<ClaimedLogin, 'id' | 'fence'>) {
  const { rows } = await sql.query<{ keep: ManualLoginKeep | null }>(
    `SELECT keep FROM manual_login WHERE ${loginClaims.isMine}`,
    loginClaims.valuesOf(login),
  )
  return rows[0] && { keep: rows[0].keep ?? undefined }
}

/** Origins whose storage goes with the session: those of its domain. */
export function originsToKeep({ request }: ClaimedLogin, keep: ManualLoginKeep): (origin: string) => boolean {
  const { domain } = sessionDomain(keep.domain ?? request.domain)
  return (origin) => domain !== undefined && isOriginWithin(origin, domain)
}

/** Makes a session of what a browser has, and ends its login with it, in one transaction. Throws what refuses a session. */
export async function keepLogin(
  both: TransactionHandles,
  { secretBox }: Pick<ManualLoginsContext, 'secretBox'>,
  login: ClaimedLogin,
  keep: ManualLoginKeep,
  { cookies, storage }: { cookies: readonly Cookie[]; storage: readonly OriginStorage[] },
): Promise<void> {
  const { accountId, actor, request } = login
  const session = await readNewSession({
    name: keep.name ?? request.name,
    domain: siteAt(keep.domain ?? request.domain, request.url),
    cookies: {
      cookies: cookies.map(written),
      origins: boundStorage(storage, LIMITS.sessionStorage).map(writtenStorage),
    },
    notes: request.notes,
  })
  const userId = actor.startsWith('user:') ? actor.slice('user:'.length) : undefined
  const { id } = await createSession(both, secretBox, { accountId, userId, actor }, session)
  const isEnded = await endClaimed(both.sql, login, 'kept', { sessionId: id })
  if (!isEnded) throw new ApiError('CONFLICT', 'The login by hand has ended meanwhile.')
}

/** With scheme and port, where the login was at the host itself: a validation asks there. */
function siteAt(domain: string, url: string): string {
  const { hostname, origin } = new URL(url)
  return hostname === domain ? origin : domain
}

/** As browsers' extensions export cookies: what `POST /sessions` takes. */
function written({ name, value, domain, hostOnly, path, expiresAt, secure, httpOnly, sameSite }: Cookie) {
  return {
    name,
    value,
    domain: hostOnly ? domain : `.${domain}`,
    hostOnly,
    path,
    secure,
    httpOnly,
    ...(sameSite && { sameSite }),
    ...(expiresAt === undefined ? { session: true } : { expirationDate: expiresAt / 1_000 }),
  }
}

function writtenStorage({ origin, local, session }: OriginStorage) {
  const items = (some: OriginStorage['local']) => some.map(([name, value]) => ({ name, value }))
  return { origin, localStorage: items(local), sessionStorage: items(session) }
}

/** Tells who waits why it was not kept. The browser stays open. */
export async function refuseToKeep(
  sql: Queryable,
  login: Pick<ClaimedLogin, 'id' | 'fence'>,
  { code, message, details }: ApiError,
): Promise<void> {
  await sql.query(`UPDATE manual_login SET keep = NULL, keep_error = $3 WHERE ${loginClaims.isMine}`, [
    ...loginClaims.valuesOf(login),
    storableJson({ code, message, details }),
  ])
}
