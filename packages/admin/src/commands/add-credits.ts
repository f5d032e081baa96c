import { deposit, fromCredits, readBalance, toCredits } from '@gleaner/billing'
import { accountOf } from '../account-of.ts'
import { type Command, positiveNumber } from '../command.ts'

export const addCreditsCommand: Command = {
  summary: 'Adds credits to the balance of an account, as a deposit in its ledger.',
  options: {
    email: { value: 'address', required: true, help: 'a user of the account' },
    credits: { value: 'number', required: true, help: 'how many (5,000 are 1 dollar)' },
    note: { value: 'text', help: 'why, for the ledger' },
    reference: {
      value: 'text',
      help: 'what it is for, e.g. an invoice number; the same one adds its credits once',
    },
  },
  async run(ctx, values) {
    const account = await accountOf(ctx, values)
    const credits = positiveNumber(values, 'credits')
    await deposit(
      ctx.db.pool,
      account.id,
      BigInt(fromCredits(credits)),
      String(values.note ?? 'by the operator'),
      values.reference === undefined ? undefined : String(values.reference),
    )
    const { availableMicros } = await readBalance(ctx.db.pool, account.id)
    return {
      account_id: account.id,
      deposited_credits: credits,
      available_credits: toCredits(availableMicros),
    }
  },
}
