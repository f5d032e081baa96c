/** What the driver adapter reports of a failed query of Prisma's. */
export interface DriverError {
  /** The adapter's own name for it. */
  kind?: string
  /** Postgres's SQLSTATE. */
  originalCode?: string
  constraint?: { index?: string }
}

/** The driver's part of an error of Prisma's; empty for any other error. */
export function driverErrorOf(error: unknown): DriverError {
  const { meta } = error as { meta?: { driverAdapterError?: { cause?: DriverError } } }
  return meta?.driverAdapterError?.cause ?? {}
}
