import { findAccountByEmail } from '@gleaner/accounts'
import { SIGNUP_CREDITS } from '@gleaner/billing'
import { newPassword, openAccountFor } from '@gleaner/operator'
import { AdminError, type Command, positiveNumber } from '../command.ts'
import { readEmail } from '../read-email.ts'

export const createAccountCommand: Command = {
  summary: 'Opens an account with its first user, a balance and an API key.',
  options: {
    email: { value: 'address', required: true, help: 'e-mail address of the user, who signs in with it' },
    name: { value: 'name', help: 'name of the account; by default the address' },
    credits: {
      value: 'number',
      help: `balance to start with; by default ${SIGNUP_CREDITS} credits (1 dollar)`,
    },
    enterprise: { help: 'lifts the limits of the spend tiers' },
  },
  async run({ db, actor }, values) {
    const email = readEmail(values)
    const credits = positiveNumber(values, 'credits', SIGNUP_CREDITS)
    if (await findAccountByEmail(db, email)) {
      throw new AdminError(`${email} has an account already; create-key makes another key for it.`)
    }
    const secret = await newPassword()
    const account = {
      email,
      name: String(values.name ?? email),
      credits,
      enterprise: values.enterprise === true,
    }
    const { id, password, key } = await db.transaction((both) => openAccountFor(both, actor, account, secret))
    return { account_id: id, email, password, api_key: key, credits }
  },
}
