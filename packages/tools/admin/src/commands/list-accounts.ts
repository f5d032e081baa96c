import { toCredits } from '@gleaner/billing'
import { type Command, positiveNumber } from '../command.ts'

export const listAccountsCommand: Command = {
  summary: 'Lists accounts, the newest first.',
  options: { limit: { value: 'number', help: 'how many at most; by default 50' } },
  async run({ db }, values) {
    const prisma = await db.prisma()
    const accounts = await prisma.account.findMany({
      orderBy: { id: 'desc' },
      take: Math.ceil(positiveNumber(values, 'limit', 50)),
      include: {
        users: { select: { email: true }, orderBy: { id: 'asc' } },
        balance: true,
        _count: { select: { apiKeys: { where: { revokedAt: null } } } },
      },
    })
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
