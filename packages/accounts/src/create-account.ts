import { uuidv7 } from '@gleaner/contracts'
import type { PrismaClient } from '@gleaner/db/client'
import { hashPassword } from '@gleaner/security/password'

export interface NewAccount {
  name: string
  email: string
  password: string
  enterprise?: boolean
}

/** Opens an account with its first user. Its balance is created by billing. Throws when the address is taken. */
export async function createAccount(prisma: PrismaClient, account: NewAccount): Promise<{ id: string }> {
  const passwordHash = await hashPassword(account.password)
  return await prisma.account.create({
    data: {
      id: uuidv7(),
      name: account.name,
      enterprise: account.enterprise ?? false,
      users: { create: { id: uuidv7(), email: account.email, name: account.name, passwordHash } },
    },
    select: { id: true },
  })
}

/** The account of the user with this address. */
export async function findAccountByEmail(
  prisma: PrismaClient,
  email: string,
): Promise<{ id: string } | undefined> {
  const user = await prisma.user.findUnique({ where: { email }, select: { accountId: true } })
  return user ? { id: user.accountId } : undefined
}
