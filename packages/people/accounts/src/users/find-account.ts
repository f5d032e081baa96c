import type { Database } from '@gleaner/db'

/** The account of the user with this e-mail address. */
export async function findAccountByEmail(db: Database, email: string): Promise<{ id: string } | undefined> {
  const { user } = await db.prisma()
  const found = await user.findUnique({ where: { email }, select: { accountId: true } })
  return found ? { id: found.accountId } : undefined
}
