import { PrismaPg } from '@prisma/adapter-pg'
import type pg from 'pg'
import { PrismaClient } from './generated/client.ts'

export type { PrismaClient } from './generated/client.ts'

/** Everyday queries, on the connections of `pool`. Hot paths use the pool itself. */
export function createPrisma(pool: pg.Pool): PrismaClient {
  return new PrismaClient({ adapter: new PrismaPg(pool) })
}
