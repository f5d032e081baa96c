import { randomBytes } from 'node:crypto'
import { createAccount, createApiKey, findAccountByEmail } from '@gleaner/accounts'
import { createBalance, deposit, fromCredits } from '@gleaner/billing'
import { AdminError, type Command, positiveNumber } from '../command.ts'
import { readEmail } from '../read-email.ts'

/** What a new account starts with unless told otherwise: 1 dollar. */
const WELCOME_CREDITS = 5_000

export const createAccountCommand: Command = {
  summary: 'Opens an account with its first user, a balance and an API key.',
  options: {
    email: { value: 'address', required: true, help: 'e-mail address of the user, who signs in with it' },
    name: { value: 'name', help: 'name of the account; by default the address' },
    credits: {
      value: 'number',
      help: `balance to start with; by default ${WELCOME_CREDITS} credits (1 dollar)`,
    },
    enterprise: { help: 'lifts the limits of the spend tiers' },
  },
  async run({ pool, prisma }, values) {
    const email = readEmail(values)
    const credits = positiveNumber(values, 'credits', WELCOME_CREDITS)
    if (await findAccountByEmail(prisma, email)) {
      throw new AdminError(`${email} has an account already; create-key makes another key for it.`)
    }
    const password = randomBytes(15).toString('base64url')
    const { id } = await createAccount(prisma, {
      email,
      password,
      name: String(values.name ?? email),
      enterprise: values.enterprise === true,
    })
    await createBalance(pool, id)
    await deposit(pool, id, BigInt(fromCredits(credits)), 'opening balance')
    const key = await createApiKey(prisma, id, 'First key', 'live')
    return { account_id: id, email, password, api_key: key, credits }
  },
}
