import { type AccountsContext, findUser, isRightGuess, wrongPassword } from '@gleaner/accounts'
import type { Visitor } from '@gleaner/accounts/sign-in/visitor'
import type { SecondFactorAsked, SignedIn } from '@gleaner/contracts'
import { queueMail } from '@gleaner/mail'
import { connectionTicket } from './connection-ticket.ts'
import type { SingleSignOn } from './context.ts'
import { connect } from './identities.ts'
import { notOurs } from './refusals.ts'
import { enter } from './sign-in-by-provider.ts'

/**
 * Connects an account with whom the provider has named, by its password, and signs in. Its owner is mailed. Throws UNAUTHENTICATED for a
 * ticket that is none or has ended, INVALID_REQUEST for a wrong password, and RATE_LIMITED as `isRightGuess`.
 */
export async function connectByPassword(
  ctx: AccountsContext,
  sso: SingleSignOn,
  { ticket, password }: { ticket: string; password: string },
  { publicUrl, visitor }: { publicUrl: string; visitor: Visitor },
): Promise<SignedIn | SecondFactorAsked> {
  const waiting = connectionTicket(ctx.secretBox).read(ticket)
  const { email } = waiting
  const user = await findUser(ctx.db.pool, { email })
  if (!(await isRightGuess(ctx, user, { email, password, network: visitor.network })))
    throw wrongPassword('password')
  if (!user) throw notOurs()
  await ctx.db.transaction(async (handles) => {
    if (!(await connect(handles, waiting, user))) return
    await queueMail(handles.sql, ctx.secretBox, {
      ...connectedMail(email, publicUrl, sso.provider.name),
      userId: user.id,
    })
  })
  return await enter(ctx, sso, waiting, user, visitor)
}

function connectedMail(to: string, publicUrl: string, provider: string) {
  const { host } = new URL(publicUrl)
  return {
    to,
    subject: `Your account at ${host} can be entered by ${provider}`,
    text: `Whoever signs in at ${provider} as ${to} gets into your account at ${host} from now on.

If that was not you, set a new password with "forgot password", and tell the operator.
`,
  }
}
