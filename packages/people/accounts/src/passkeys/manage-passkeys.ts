import { recordAudit } from '@gleaner/audit-log'
import {
  ApiError,
  type NewPasskey,
  type Passkey,
  type PasskeyList,
  type PasskeyProof,
  type PasskeyUpdate,
  uuidv7,
} from '@gleaner/contracts'
import {
  BOUNDED,
  type Database,
  isUniqueViolation,
  lockPlaces,
  type Queryable,
  type TransactionHandles,
} from '@gleaner/db'
import { queueMail } from '@gleaner/mail'
import type { AccountsContext } from '../context.ts'
import { newChallenge, takeChallenge } from '../second-factor/challenges.ts'
import type { Changing } from '../second-factor/enrol.ts'
import { passkeyMail } from '../second-factor/mails.ts'
import { requireCode } from '../second-factor/use-code.ts'
import { findUser } from '../users/find-user.ts'
import { provePassword } from '../users/prove-password.ts'
import type { RelyingParty } from './relying-party.ts'

/** Loaded where it is used: it reads certificates of all kinds of authenticators. */
const webauthn = () => import('@simplewebauthn/server')

/** The options of a new passkey are good in the sign-in that asked for them. */
interface InSession {
  sessionId: string
}

interface PasskeyRow {
  id: string
  name: string
  backedUp: boolean
  createdAt: Date
  lastUsedAt: Date | null
}

const SHOWN = 'id, name, backed_up AS "backedUp", created_at AS "createdAt", last_used_at AS "lastUsedAt"'

/** The passkeys of a user, oldest first. */
export async function listPasskeys(db: Queryable, userId: string): Promise<PasskeyList> {
  const { rows } = await db.query<PasskeyRow>(`SELECT ${SHOWN} FROM passkey WHERE user_id = $1 ORDER BY id`, [
    userId,
  ])
  return { passkeys: rows.map(presented), total: rows.length }
}

/** What `navigator.credentials.create` takes, for a user who shows password and code again. Throws as `provePassword` and `requireCode`. */
export async function beginPasskey(
  ctx: AccountsContext,
  party: RelyingParty,
  { userId, sessionId, network }: Changing & InSession,
  { password, code }: PasskeyProof,
): Promise<object> {
  const user = await provePassword(ctx, userId, { password, network }, 'password')
  await requireCode(ctx, userId, code, network)
  const { generateRegistrationOptions } = await webauthn()
  const { rows } = await ctx.db.pool.query<{ id: string }>(
    'SELECT credential_id AS id FROM passkey WHERE user_id = $1 ORDER BY passkey.id',
    [userId],
  )
  return await generateRegistrationOptions({
    rpID: party.id,
    rpName: party.name,
    userName: user.email,
    userDisplayName: user.name ?? user.email,
    userID: new Uint8Array(Buffer.from(userId.replaceAll('-', ''), 'hex')),
    challenge: new Uint8Array(
      Buffer.from(await newChallenge(ctx.db.pool, 'new_passkey', { userId, sessionId }), 'base64url'),
    ),
    attestationType: 'none',
    excludeCredentials: rows,
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
}

/** Stores the passkey that an authenticator has made. Throws INVALID_REQUEST for one that is none, and CONFLICT when it is known or one too many. */
export async function addPasskey(
  ctx: AccountsContext,
  party: RelyingParty,
  changing: Changing & InSession,
  { name, credential }: NewPasskey,
): Promise<Passkey> {
  const { userId, sessionId } = changing
  const { verifyRegistrationResponse } = await webauthn()
  const faults: unknown[] = []
  const verified = await verifyRegistrationResponse({
    response: credential as unknown as Parameters<typeof verifyRegistrationResponse>[0]['response'],
    expectedChallenge: (challenge) =>
      takeChallenge(ctx.db.pool, 'new_passkey', challenge, { userId, sessionId }).catch((error: unknown) => {
        faults.push(error)
        return false
      }),
    expectedOrigin: party.origins,
    expectedRPID: party.id,
    requireUserVerification: true,
  }).catch(() => undefined)
  // What the library throws is about what the caller sent; what the database threw is ours.
  if (faults.length > 0) throw faults[0]
  if (!verified?.verified) throw badCredential()
  const { credential: key, credentialBackedUp } = verified.registrationInfo
  return await ctx.db.transaction(async (handles) => {
    const { sql } = handles
    if ((await lockPlaces(sql, 'passkey', userId)).isFull)
      throw new ApiError(
        'CONFLICT',
        `You have ${BOUNDED.passkey.most} passkeys, which is the most; remove one first.`,
      )
    const values = [uuidv7(), userId, name, key.id, Buffer.from(key.publicKey), key.counter]
    const { rows } = await sql
      .query<PasskeyRow>(
        `INSERT INTO passkey (id, user_id, name, credential_id, public_key, counter, transports, backed_up)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8) RETURNING ${SHOWN}`,
        [...values, key.transports ?? [], credentialBackedUp],
      )
      .catch(refuseKnown)
    await noteChange(ctx, handles, changing, { id: rows[0]!.id, action: 'passkey.added', what: 'was added' })
    return presented(rows[0]!)
  })
}

/** Gives a passkey of a user another name. Throws NOT_FOUND, for another user's too. */
export async function renamePasskey(
  db: Database,
  userId: string,
  id: string,
  { name }: PasskeyUpdate,
): Promise<Passkey> {
  return await db.transaction(async (handles) => {
    const { rows } = await handles.sql.query<PasskeyRow & { accountId: string }>(
      `UPDATE passkey SET name = $3 FROM app_user WHERE passkey.id = $1 AND user_id = $2 AND app_user.id = user_id
       RETURNING passkey.id, passkey.name, backed_up AS "backedUp", passkey.created_at AS "createdAt",
         last_used_at AS "lastUsedAt", account_id AS "accountId"`,
      [id, userId, name],
    )
    const [row] = rows
    if (!row) throw noSuchPasskey()
    const { accountId } = row
    await recordAudit(handles, {
      accountId,
      actor: `user:${userId}`,
      action: 'passkey.renamed',
      target: `passkey:${id}`,
    })
    return presented(row)
  })
}

function noSuchPasskey(): ApiError {
  return new ApiError('NOT_FOUND', 'There is no such passkey of yours.')
}

/** Removes a passkey of a user. Throws NOT_FOUND, for another user's too. */
export async function removePasskey(ctx: AccountsContext, changing: Changing, id: string): Promise<void> {
  await ctx.db.transaction(async (handles) => {
    const { rowCount } = await handles.sql.query('DELETE FROM passkey WHERE id = $1 AND user_id = $2', [
      id,
      changing.userId,
    ])
    if (rowCount !== 1) throw noSuchPasskey()
    await noteChange(ctx, handles, changing, { id, action: 'passkey.removed', what: 'was removed' })
  })
}

function presented({ id, name, backedUp, createdAt, lastUsedAt }: PasskeyRow): Passkey {
  return {
    id,
    name,
    backed_up: backedUp,
    created_at: createdAt.toISOString(),
    last_used_at: lastUsedAt?.toISOString() ?? null,
  }
}

function badCredential(): ApiError {
  const message = 'is not the answer of an authenticator to the options that were given, or comes too late'
  return new ApiError('INVALID_REQUEST', `credential ${message}.`, {
    issues: [{ path: 'credential', message }],
  })
}

function refuseKnown(error: unknown): never {
  if (!isUniqueViolation(error, 'passkey_credential_id_key')) throw error
  throw new ApiError('CONFLICT', 'This passkey is known already.')
}

async function noteChange(
  { secretBox }: Pick<AccountsContext, 'secretBox'>,
  handles: TransactionHandles,
  { userId, publicUrl }: Changing,
  { id, action, what }: { id: string; action: string; what: string },
): Promise<void> {
  const user = await findUser(handles.sql, { id: userId })
  if (!user) return
  await queueMail(handles.sql, secretBox, { ...passkeyMail({ to: user.email, publicUrl, what }), userId })
  const { accountId } = user
  await recordAudit(handles, { accountId, actor: `user:${userId}`, action, target: `passkey:${id}` })
}
