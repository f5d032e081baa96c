import { randomUUID } from 'node:crypto'
import { grantCredits } from '@gleaner/operator'
import { ACCOUNT_OPTIONS, accountOf } from '../account-of.ts'
import { type Command, positiveNumber } from '../command.ts'

export const addCreditsCommand: Command = {
  summary: 'Adds credits to the balance of an account, as a deposit in its ledger.',
  options: {
    ...ACCOUNT_OPTIONS,
    credits: { value: 'number', required: true, help: 'how many (5,000 are 1 dollar)' },
    note: { value: 'text', help: 'why, for the ledger' },
    reference: {
      value: 'text',
      help: 'what it is for, e.g. an invoice number; the same one adds its credits once',
    },
  },
  async run(ctx, values) {
    const { id: accountId } = await accountOf(ctx, values)
    const credits = positiveNumber(values, 'credits')
    const reference = values.reference === undefined ? randomUUID() : String(values.reference)
    const note = String(values.note ?? 'by the operator')
    const { wasMadeBefore, availableCredits } = await ctx.db.transaction((both) =>
      grantCredits(both, { accountId, actor: ctx.actor }, { credits, note, reference }),
    )
    return {
      account_id: accountId,
      deposited_credits: wasMadeBefore ? 0 : credits,
      available_credits: availableCredits,
      ...(wasMadeBefore && { note: 'this reference was credited before' }),
    }
  },
}
