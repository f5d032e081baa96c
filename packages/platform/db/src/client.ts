import { PrismaPg } from '@prisma/adapter-pg'
import type pg from 'pg'
import { PrismaClient } from './generated/client.ts'

export type { Prisma, PrismaClient } from './generated/client.ts'

/**
 * A Prisma client on the connections of `pool`. Importing this module and the first query take 36 MB and some 0.5 s of
 * processor time: `database.ts` does so when the first everyday row is needed.
 */
export function createPrisma(pool: pg.Pool): PrismaClient {
  // Other formats read the source file at every call, and quote it in messages.
  return new PrismaClient({ adapter: new PrismaPg(pool), errorFormat: 'minimal' })
}
