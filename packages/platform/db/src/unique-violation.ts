import { driverErrorOf } from './prisma-error.ts'

/** Whether Prisma's write was refused by this unique constraint: another row has the value. */
export function isUniqueViolation(error: unknown, constraint: string): boolean {
  return error instanceof Error && driverErrorOf(error).constraint?.index === constraint
}
