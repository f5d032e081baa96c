import type { ApiError, PasskeyCredential, SignedIn } from '@gleaner/contracts'
import { blocked, unauthenticated } from '../callers/refusals.ts'
import type { AccountsContext } from '../context.ts'
import { newChallenge, takeChallenge } from '../second-factor/challenges.ts'
import { beginSignIn } from '../sign-in/begin-sign-in.ts'
import { noteNetwork } from '../sign-in/known-networks.ts'
import type { Visitor } from '../sign-in/visitor.ts'
import { findUser } from '../users/find-user.ts'
import type { RelyingParty } from './relying-party.ts'

/** What `navigator.credentials.get` takes: whoever has a passkey for this domain may answer, so it tells nothing of anybody. */
export async function askForPasskey({ db }: AccountsContext, { id }: RelyingParty): Promise<object> {
  const { generateAuthenticationOptions } = await import('@simplewebauthn/server')
  return await generateAuthenticationOptions({
    rpID: id,
    challenge: new Uint8Array(Buffer.from(await newChallenge(db.pool, 'passkey'), 'base64url')),
    userVerification: 'required',
  })
}

interface Stored {
  id: string
  userId: string
  publicKey: Buffer
  counter: bigint
}

/**
 * Signs in the user of a passkey. It is both factors: something that they have, and what its authenticator knows them by. Throws
 * UNAUTHENTICATED, the same for a passkey that is not known and one whose answer is wrong, and FORBIDDEN for a blocked account.
 */
export async function signInWithPasskey(
  ctx: AccountsContext,
  party: RelyingParty,
  credential: PasskeyCredential,
  visitor: Visitor,
): Promise<SignedIn> {
  const { pool } = ctx.db
  const { rows } = await pool.query<Stored>(
    `SELECT id, user_id AS "userId", public_key AS "publicKey", counter FROM passkey WHERE credential_id = $1`,
    [credential.id],
  )
  const stored = rows[0]
  if (!stored) throw wrong()
  const counter = await countOf(ctx, party, credential, stored)
  if (counter === undefined) throw wrong()
  // A counter that goes back is that of a copy; of two answers at once with the same count one is.
  const { rowCount } = await pool.query(
    'UPDATE passkey SET counter = $2, last_used_at = now() WHERE id = $1 AND (counter < $2 OR (counter = 0 AND $2 = 0))',
    [stored.id, counter],
  )
  const user = rowCount === 1 ? await findUser(pool, { id: stored.userId }) : undefined
  if (!user) throw wrong()
  if (user.isBlocked) throw blocked()
  const session = await beginSignIn(ctx, pool, user, visitor)
  if (!session) throw wrong()
  await noteNetwork(pool, ctx, user.id, visitor.network)
  return session
}

/** How often the authenticator says that it was used; undefined when its answer is wrong. The challenge is used up by any answer. */
async function countOf(
  { db }: AccountsContext,
  party: RelyingParty,
  credential: PasskeyCredential,
  { publicKey, counter }: Stored,
): Promise<number | undefined> {
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server')
  const faults: unknown[] = []
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: credential as unknown as Parameters<typeof verifyAuthenticationResponse>[0]['response'],
    expectedChallenge: (challenge) =>
      takeChallenge(db.pool, 'passkey', challenge).catch((error: unknown) => {
        faults.push(error)
        return false
      }),
    expectedOrigin: party.origins,
    expectedRPID: party.id,
    requireUserVerification: true,
    credential: { id: credential.id, publicKey: new Uint8Array(publicKey), counter: Number(counter) },
  }).catch(() => ({ verified: false, authenticationInfo: undefined }))
  // What the library throws is about what the caller sent; what the database threw is ours.
  if (faults.length > 0) throw faults[0]
  return verified ? authenticationInfo?.newCounter : undefined
}

function wrong(): ApiError {
  return unauthenticated(
    'This passkey is not known here, or its answer is wrong or came too late; ask for new options.',
  )
}
