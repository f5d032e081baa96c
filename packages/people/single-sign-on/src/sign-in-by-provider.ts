import { randomBytes } from 'node:crypto'
import type { AccountsContext, UserRow } from '@gleaner/accounts'
import { beginSignIn, findUser } from '@gleaner/accounts'
import { blocked } from '@gleaner/accounts/callers/refusals'
import { openAccount } from '@gleaner/accounts/registration/open-account'
import { askForCode } from '@gleaner/accounts/second-factor/answer-challenge'
import { CHALLENGE_SECONDS, newChallenge, takeChallenge } from '@gleaner/accounts/second-factor/challenges'
import { hasSecondFactor } from '@gleaner/accounts/second-factor/use-code'
import { noteNetwork } from '@gleaner/accounts/sign-in/known-networks'
import type { Visitor } from '@gleaner/accounts/sign-in/visitor'
import { hashUserPassword } from '@gleaner/accounts/users/passwords'
import { nameOf } from '@gleaner/accounts/users/register'
import {
  ApiError,
  type ConnectionAsked,
  type SecondFactorAsked,
  type SignedIn,
  type SingleSignOnBegun,
} from '@gleaner/contracts'
import { setMembership } from '@gleaner/organizations'
import type { Identity } from './claims.ts'
import { connectionTicket } from './connection-ticket.ts'
import type { SingleSignOn } from './context.ts'
import { isOfDomains } from './domains.ts'
import { rolesOf } from './group-roles.ts'
import { connect, findConnected } from './identities.ts'
import { notOurs } from './refusals.ts'

/** Where a browser goes to sign in, and the secret that it keeps meanwhile. */
export async function beginSingleSignOn(ctx: AccountsContext, sso: SingleSignOn): Promise<SingleSignOnBegun> {
  const ticket = await newChallenge(ctx.db.pool, 'single_sign_on')
  const { href } = await sso.provider.address(ticket)
  return { authorization_url: href, ticket, expires_in: CHALLENGE_SECONDS }
}

/**
 * Signs in whom the provider names. Somebody new gets an account; one whose address has an account already shows its password first, as
 * nothing says that whoever opened it reads the mails of its address. Throws as `identify`, and FORBIDDEN for whom the settings do not let in.
 */
export async function signInByProvider(
  ctx: AccountsContext,
  sso: SingleSignOn,
  { ticket, answer }: { ticket: string; answer: string },
  visitor: Visitor,
): Promise<SignedIn | SecondFactorAsked | ConnectionAsked> {
  if (!(await takeChallenge(ctx.db.pool, 'single_sign_on', ticket))) throw notOurs()
  const identity = await sso.provider.identify(ticket, answer)
  const email = admittedEmail(identity, sso)
  const known = await findConnected(ctx.db.pool, identity)
  if (known) return await enter(ctx, sso, identity, known, visitor)
  if (await findUser(ctx.db.pool, { email })) return askForPassword(ctx, identity, email)
  const opened = await open(ctx, sso, identity, email)
  return opened ? await enter(ctx, sso, identity, opened, visitor) : askForPassword(ctx, identity, email)
}

/** Signs in a user whom the provider has named, in the roles of their groups. */
export async function enter(
  ctx: AccountsContext,
  { groupRoles }: SingleSignOn,
  { groups }: Pick<Identity, 'groups'>,
  user: UserRow,
  visitor: Visitor,
): Promise<SignedIn | SecondFactorAsked> {
  if (user.isBlocked) throw blocked()
  for (const [organizationId, role] of rolesOf(groupRoles, groups))
    await ctx.db.transaction((handles) => setMembership(handles, { organizationId, userId: user.id }, role))
  if (await hasSecondFactor(ctx.db.pool, user.id)) return await askForCode(ctx, user.id)
  const session = await beginSignIn(ctx, ctx.db.pool, user, visitor)
  if (!session) throw notOurs()
  await noteNetwork(ctx.db.pool, ctx, user.id, visitor.network)
  return session
}

/** Also of whom it is known: who is moved to another domain is let in no more. */
function admittedEmail({ email }: Identity, { domains }: SingleSignOn): string {
  if (email === undefined)
    throw new ApiError(
      'FORBIDDEN',
      'The provider names no e-mail address that it has confirmed; confirm yours there, then sign in again.',
    )
  if (domains.length > 0 && !isOfDomains(email, domains))
    throw new ApiError('FORBIDDEN', 'The operator of this service lets in addresses of other domains alone.')
  return email
}

/** The new account's user, who has no password until they set one by mail; undefined when somebody else has taken the address just now. */
async function open(
  ctx: AccountsContext,
  { domains, isOpen, grantMicros }: SingleSignOn,
  identity: Identity,
  email: string,
): Promise<UserRow | undefined> {
  if (!isOpen && domains.length === 0)
    throw new ApiError('FORBIDDEN', 'The operator of this service opens accounts; ask them for one.')
  const passwordHash = await hashUserPassword(randomBytes(32).toString('base64url'))
  try {
    return await ctx.db.transaction(async (handles) => {
      const name = identity.name ?? nameOf(email)
      await openAccount(ctx, handles, { name, email, passwordHash, grantMicros })
      const user = (await findUser(handles.sql, { email }))!
      await connect(handles, identity, user)
      return user
    })
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'CONFLICT') throw error
    // The same person, in another tab.
    return await findConnected(ctx.db.pool, identity)
  }
}

function askForPassword(ctx: AccountsContext, identity: Identity, email: string): ConnectionAsked {
  return {
    status: 'password_required',
    message:
      'This address has an account already. POST /auth/login/sso/connect takes this ticket with its password, once; then the provider is enough.',
    ticket: connectionTicket(ctx.secretBox).write({ ...identity, email }, CHALLENGE_SECONDS),
    email,
    expires_in: CHALLENGE_SECONDS,
  }
}
