import type { Session, SessionRefresh, SessionUpdate } from '@gleaner/contracts'
import { ApiError } from '@gleaner/contracts/errors'
import type { TransactionHandles } from '@gleaner/db'
import { type SecretBox, SecretUnreadable } from '@gleaner/security/secret-box'
import type { Holder } from './holder.ts'
import { type LockedSession, lockOwn } from './lock-session.ts'
import { readGivenCookies, refuseEmpty, withUserAgent } from './read-input.ts'
import { readSession } from './read-sessions.ts'
import { sealedColumns } from './sealed-columns.ts'
import { countsOf, recordEvent } from './session-events.ts'
import { endOf } from './session-expiry.ts'
import { leadsFrom, TRANSITIONS } from './session-states.ts'
import { openSecrets, type SessionSecrets } from './vault.ts'

/** Changes the fields that are given; null clears one. Throws SESSION_NOT_FOUND, SESSION_INACTIVE, FORBIDDEN, CONFLICT or INVALID_REQUEST. */
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
  { cookies, headers, expires_at }: SessionRefresh & Required<Pick<SessionRefresh, 'cookies'>>,
): Promise<Session> {
  const before = await lockOwn(both.sql, holder, id)
  const secrets = await changedSecrets(secretBox, before, { cookies, headers: headers ?? undefined })
  const kept = before.expiresAt && before.expiresAt > new Date() ? before.expiresAt : null
  const expiresAt = toDate(expires_at) ?? kept
  await write(both, secretBox, before, { secrets, isRenewed: true, expiresAt })
  const details = {
    ...countsOf(secrets!),
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

type SecretChanges = Pick<SessionUpdate, 'cookies' | 'headers' | 'user_agent'>

/** The secrets as they are to be; undefined where nothing of them is given. */
async function changedSecrets(
  secretBox: SecretBox,
  session: LockedSession,
  { cookies, headers, user_agent }: SecretChanges,
): Promise<SessionSecrets | undefined> {
  if (cookies === undefined && headers === undefined && user_agent === undefined) return undefined
  // Whatever is replaced need not be readable: a key that was lost is no reason to make another session.
  const keepsHeaders = headers === undefined && session.headerNames.length > 0
  const current = cookies === undefined || keepsHeaders ? openCurrent(secretBox, session) : NOTHING
  const { cookies: kept, storage } =
    cookies === undefined ? current : await readGivenCookies(cookies, session.domain)
  const changed = {
    cookies: kept,
    headers: withUserAgent(headers === undefined ? current.headers : (headers ?? {}), user_agent),
    storage,
  }
  refuseEmpty(changed)
  return changed
}

const NOTHING: SessionSecrets = { cookies: [], headers: {}, storage: [] }

function openCurrent(secretBox: SecretBox, session: LockedSession): SessionSecrets {
  try {
    return openSecrets(secretBox, session)
  } catch (error) {
    if (!(error instanceof SecretUnreadable)) throw error
    throw new ApiError(
      'CONFLICT',
      'No key of this server opens what is stored any more; send both cookies and headers anew.',
    )
  }
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
      validateAt: null,
      unclearValidations: 0,
    }),
  }
  await prisma.loginSession.update({ where: { id: before.id, accountId: before.accountId }, data })
}
