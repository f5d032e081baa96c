import { toCredits } from '@gleaner/billing'
import { listAccounts } from '@gleaner/operator'
import { type Command, positiveNumber } from '../command.ts'

export const listAccountsCommand: Command = {
  summary: 'Lists accounts, the newest first.',
  options: {
    limit: { value: 'number', help: 'how many at most; by default 50' },
    search: { value: 'text', help: 'a part of the name or of an address' },
  },
  async run({ db }, values) {
    const search = values.search === undefined ? undefined : String(values.search)
    const limit = Math.ceil(positiveNumber(values, 'limit', 50))
    const { accounts } = await listAccounts(db, { search, limit })
    return accounts.map(({ id, name, enterprise, blockedAt, users, balance, createdAt, _count }) => ({
      account_id: id,
      name,
      users: users.map((user) => user.email).join(' '),
      available_credits: toCredits(balance?.availableMicros ?? 0n),
      keys: _count.apiKeys,
      enterprise: enterprise ? 'yes' : 'no',
      blocked: blockedAt ? 'yes' : 'no',
      created: createdAt.toISOString(),
    }))
  },
}
