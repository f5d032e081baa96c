/** What the driver adapter reports of a failed query of Prisma's. */
export interface DriverError {
  /** The adapter's own name for it. */
  kind?: string
  /** Postgres's SQLSTATE. */
  originalCode?: string
  constraint?: { index?: string }
}

interface AdapterError {
  name: string
  cause: DriverError
}

/** The driver's part of an error of Prisma's, which at a COMMIT is the error itself; empty for any other error. */
export function driverErrorOf(error: object): DriverError {
  const { meta } = error as { meta?: { driverAdapterError?: AdapterError } }
  const { name, cause } = meta?.driverAdapterError ?? (error as AdapterError)
  return name === 'DriverAdapterError' ? cause : {}
}
