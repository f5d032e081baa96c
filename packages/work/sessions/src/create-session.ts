import type { Session, SessionCreate } from '@gleaner/contracts'
import { ApiError } from '@gleaner/contracts/errors'
import { uuidv7 } from '@gleaner/contracts/ids'
import { BOUNDED, lockPlaces, type Queryable, type TransactionHandles } from '@gleaner/db'
import type { SecretBox } from '@gleaner/security/secret-box'
import type { Holder } from './holder.ts'
import { readDomain, readGivenCookies, refuseEmpty, withUserAgent } from './read-input.ts'
import { readSession } from './read-sessions.ts'
import { sealedColumns } from './sealed-columns.ts'
import { countsOf, recordEvent } from './session-events.ts'
import { siteOf } from './session-site.ts'
import { TRANSITIONS } from './session-states.ts'

/** What a caller brings, read: nothing of it needs the database. */
export type NewSession = Awaited<ReturnType<typeof readNewSession>>

/** Throws INVALID_REQUEST. */
export async function readNewSession({
  name,
  domain: given,
  cookies,
  headers,
  user_agent,
  ...rest
}: SessionCreate) {
  const domain = readDomain(given)
  const read = await readGivenCookies(cookies, domain)
  const { storage } = read
  const secrets = {
    cookies: read.cookies,
    headers: withUserAgent(headers ?? {}, user_agent ?? undefined),
    storage,
  }
  refuseEmpty(secrets)
  const expiresAt = rest.expires_at ? new Date(rest.expires_at) : null
  return {
    name,
    domain,
    site: siteOf(given),
    secrets,
    leftOut: read.leftOut,
    expiresAt,
    notes: rest.notes || null,
  }
}

/** Throws SESSION_LIMIT_REACHED. */
export async function createSession(
  { prisma, sql }: TransactionHandles,
  secretBox: SecretBox,
  { accountId, userId, actor }: Holder,
  { name, domain, site, secrets, leftOut, expiresAt, notes }: NewSession,
): Promise<Session> {
  await refuseTooMany(sql, accountId)
  const session = { accountId, id: uuidv7() }
  const sealed = sealedColumns(secretBox, session, secrets)
  const status = TRANSITIONS.create.to
  await prisma.loginSession.create({
    data: { ...session, name, domain, site, ...sealed, status, expiresAt, notes },
  })
  const details = { domain, ...countsOf(secrets), ...(leftOut > 0 && { left_out: leftOut }) }
  await recordEvent(sql, session, { actor, action: 'created', details })
  return await readSession(sql, { accountId, userId }, session.id)
}

async function refuseTooMany(sql: Queryable, accountId: string): Promise<void> {
  if ((await lockPlaces(sql, 'session', accountId)).isFull)
    throw new ApiError(
      'SESSION_LIMIT_REACHED',
      `An account may have ${BOUNDED.session.most} sessions; delete one that is not used any more.`,
    )
}
