import { createApiKey } from '@gleaner/accounts'
import { ACCOUNT_OPTIONS, accountOf } from '../account-of.ts'
import type { Command } from '../command.ts'

export const createKeyCommand: Command = {
  summary: 'Makes one more API key for an account. It is shown once and cannot be read again.',
  options: {
    ...ACCOUNT_OPTIONS,
    name: { value: 'name', help: 'name of the key; by default it says when the operator made it' },
    test: { help: 'makes a test key: it answers from sample pages and costs nothing' },
  },
  async run(ctx, values) {
    const account = await accountOf(ctx, values)
    const name = String(values.name ?? `Key of the operator, ${new Date().toISOString()}`)
    const holder = { accountId: account.id, actor: ctx.actor }
    const details = { name, test: Boolean(values.test) }
    const { key } = await ctx.db.transaction((both) => createApiKey(both, holder, details))
    return { account_id: account.id, name, api_key: key }
  },
}
