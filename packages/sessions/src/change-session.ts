import {
  ApiError,
  type Session,
  type SessionRefresh,
  type SessionStatus,
  type SessionUpdate,
} from '@gleaner/contracts'
import type { Queryable, TransactionHandles } from '@gleaner/db'
import type { SecretBox } from '@gleaner/security/secret-box'
import type { Holder } from './holder.ts'
import { readGivenCookies, refuseEmpty, withUserAgent } from './read-input.ts'
import { notFound, readSession } from './read-sessions.ts'
import { sealedColumns } from './sealed-columns.ts'
import { recordEvent } from './session-events.ts'
import { endOf } from './session-expiry.ts'
import { leadsFrom, TRANSITIONS } from './session-states.ts'
import { isOwn, mayUse } from './usable-sessions-sql.ts'
import { openSecrets, type SessionSecrets } from './vault.ts'

/** Changes the fields that are given; null clears one. Throws SESSION_NOT_FOUND, SESSION_INACTIVE, FORBIDDEN or INVALID_REQUEST. */
export async function updateSession(
  both: TransactionHandles,
  secretBox: SecretBox,
  holder: Holder,
  id: string,
  update: SessionUpdate,
): Promise<Session> {
  const before = await lockOwn(both.sql, holder, id)
  const { name, notes, expires_at } = update
  const secrets = await changedSecrets(secretBox, before, update)
  const expiresAt = expires_at === undefined ? before.expiresAt : toDate(expires_at)
  await write(both, secretBox, before, {
    secrets,
    isRenewed: bringsCredentials(update),
    expiresAt,
    ...(name !== undefined && { name }),
    ...(notes !== undefined && { notes: notes || null }),
  })
  await recordEvent(both.sql, before, {
    actor: holder.actor,
    action: 'updated',
    details: { fields: Object.keys(update) },
  })
  return await readSession(both.sql, holder, id)
}

/** Other cookies for a login that has ended: it is active again. Throws as `updateSession`. */
export async function refreshSession(
  both: TransactionHandles,
  secretBox: SecretBox,
  holder: Holder,
  id: string,
  { cookies, headers, expires_at }: SessionRefresh,
): Promise<Session> {
  const before = await lockOwn(both.sql, holder, id)
  const secrets = await changedSecrets(secretBox, before, { cookies, headers: headers ?? undefined })
  const kept = before.expiresAt && before.expiresAt > new Date() ? before.expiresAt : null
  const expiresAt = toDate(expires_at) ?? kept
  await write(both, secretBox, before, { secrets, isRenewed: true, expiresAt })
  const details = {
    cookies: secrets!.cookies.length,
    ...(headers && { headers: Object.keys(headers).length }),
  }
  await recordEvent(both.sql, before, { actor: holder.actor, action: 'refreshed', details })
  return await readSession(both.sql, holder, id)
}

/** Its secrets are gone; what has happened to it can still be read. Throws SESSION_NOT_FOUND, SESSION_INACTIVE or FORBIDDEN. */
export async function deleteSession(
  { prisma, sql }: TransactionHandles,
  holder: Holder,
  id: string,
): Promise<void> {
  const before = await lockOwn(sql, holder, id)
  const data = {
    status: TRANSITIONS.delete.to,
    dataKey: null,
    secret: null,
    organizationId: null,
    sharedBy: null,
    sharedAt: null,
    deletedAt: new Date(),
    version: { increment: 1 },
  }
  await prisma.loginSession.update({ where: { id, accountId: before.accountId }, data })
  await recordEvent(sql, before, { actor: holder.actor, action: 'deleted' })
}

function toDate(time: string | null | undefined): Date | null {
  return time ? new Date(time) : null
}

interface LockedSession {
  id: string
  accountId: string
  domain: string
  status: SessionStatus
  expiresAt: Date | null
  cookiesExpireAt: Date | null
  dataKey: Buffer
  secret: Buffer
}

/** The row that is to be changed, locked until the end of the transaction. */
async function lockOwn(sql: Queryable, { accountId, userId }: Holder, id: string): Promise<LockedSession> {
  const { rows } = await sql.query<LockedSession & { isOwn: boolean }>(
    `SELECT id, account_id AS "accountId", domain, status, expires_at AS "expiresAt",
            cookies_expire_at AS "cookiesExpireAt", data_key AS "dataKey", secret, ${isOwn('$1::uuid')} AS "isOwn"
     FROM login_session WHERE id = $3 AND ${mayUse({ account: '$1::uuid', user: '$2::uuid' })} FOR UPDATE`,
    [accountId, userId, id],
  )
  const row = rows[0] ?? notFound(id)
  if (!row.isOwn)
    throw new ApiError(
      'FORBIDDEN',
      'This session is shared with you; only the account that made it may change it.',
    )
  if (!leadsFrom('delete', row.status))
    throw new ApiError(
      'SESSION_INACTIVE',
      `The session ${id} was deleted; make another one with POST /sessions.`,
    )
  return row
}

type SecretChanges = Pick<SessionUpdate, 'cookies' | 'headers' | 'user_agent'>

/** The secrets as they are to be; undefined where nothing of them is given. */
async function changedSecrets(
  secretBox: SecretBox,
  session: LockedSession,
  { cookies, headers, user_agent }: SecretChanges,
): Promise<SessionSecrets | undefined> {
  if (cookies === undefined && headers === undefined && user_agent === undefined) return undefined
  const current = openSecrets(secretBox, session)
  const changed = {
    cookies:
      cookies === undefined ? current.cookies : (await readGivenCookies(cookies, session.domain)).cookies,
    headers: withUserAgent(headers === undefined ? current.headers : (headers ?? {}), user_agent),
  }
  refuseEmpty(changed)
  return changed
}

/** Whether there is something else to log in with: what the former cookies and headers did says nothing any more. */
function bringsCredentials({ cookies, headers }: SecretChanges): boolean {
  return cookies !== undefined || (headers !== undefined && headers !== null)
}

async function write(
  { prisma }: TransactionHandles,
  secretBox: SecretBox,
  before: LockedSession,
  change: {
    secrets: SessionSecrets | undefined
    isRenewed: boolean
    expiresAt: Date | null
    name?: string
    notes?: string | null
  },
): Promise<void> {
  const { secrets, isRenewed, ...plain } = change
  const sealed = secrets && sealedColumns(secretBox, before, secrets)
  const end = endOf({ ...before, ...sealed, ...plain })
  const isExtended = leadsFrom('extend', before.status) && (!end || end > new Date())
  const data = {
    ...plain,
    ...(sealed && { ...sealed, version: { increment: 1 } }),
    ...(isExtended && { status: TRANSITIONS.extend.to }),
    ...(isRenewed && {
      status: TRANSITIONS.renew.to,
      consecutiveFailures: 0,
      lastValidatedAt: null,
      validationConfidence: null,
    }),
  }
  await prisma.loginSession.update({ where: { id: before.id, accountId: before.accountId }, data })
}
