import { randomUUID } from 'node:crypto'
import { recordAudit } from '@gleaner/audit-log'
import { fromCredits, readBalance, toCredits, transferOutside } from '@gleaner/billing'
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
    const account = await accountOf(ctx, values)
    const credits = positiveNumber(values, 'credits')
    const amountMicros = BigInt(fromCredits(credits))
    const reference = values.reference === undefined ? randomUUID() : String(values.reference)
    const note = String(values.note ?? 'by the operator')
    const made = await ctx.db.transaction(async (both) => {
      // A repetition at the same moment waits here.
      await both.sql.query('SELECT FROM account WHERE id = $1 FOR NO KEY UPDATE', [account.id])
      const transfer = { accountId: account.id, amountMicros, note, reference }
      const result = await transferOutside(both.sql, 'deposit', transfer)
      const details = { credits, note, reference }
      const entry = { accountId: account.id, actor: ctx.actor, action: 'credits.granted', details }
      if (result === 'made') await recordAudit(both, entry)
      return result
    })
    const { availableMicros } = await readBalance(ctx.db.pool, account.id)
    return {
      account_id: account.id,
      deposited_credits: made === 'made' ? credits : 0,
      available_credits: toCredits(availableMicros),
      ...(made === 'made before' && { note: 'this reference was credited before' }),
    }
  },
}
