import { driverErrorOf } from './prisma-error.ts'

/** SQLSTATE. */
const UNIQUE_VIOLATION = '23505'

/** Whether a write was refused by this unique constraint: another row has the value. By Prisma or by SQL, which tell it in two ways. */
export function isUniqueViolation(error: unknown, constraint: string): boolean {
  if (!(error instanceof Error)) return false
  const { code, constraint: violated } = error as { code?: unknown; constraint?: unknown }
  return (
    (code === UNIQUE_VIOLATION && violated === constraint) ||
    driverErrorOf(error).constraint?.index === constraint
  )
}
