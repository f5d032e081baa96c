import { isNativeError } from 'node:util/types'

/** SQLSTATE classes that say "the server cannot serve now": connection, resources, operator intervention. */
const UNAVAILABLE_CLASSES = new Set(['08', '53', '57'])

/** Messages of the driver itself, which carry no code. */
const DRIVER_MESSAGES =
  /Connection terminated|connection timeout|timeout exceeded when trying to connect|Query read timeout|not queryable|Client has encountered a connection error/i

const SOCKET_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ENOENT',
])

/** Whether an error means that Postgres is away (down, restarting, full) rather than that the query is wrong. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!isNativeError(error)) return false
  const code = (error as { code?: unknown }).code
  if (typeof code === 'string') {
    if (SOCKET_CODES.has(code)) return true
    // 57014 is a statement that ran into its own time-out: the query's fault, but the same to a caller who may retry.
    if (code.length === 5 && UNAVAILABLE_CLASSES.has(code.slice(0, 2))) return true
  }
  // A name with several addresses fails with one error for each.
  const { errors } = error as Partial<AggregateError>
  if (Array.isArray(errors) && errors.some(isDatabaseUnavailable)) return true
  return DRIVER_MESSAGES.test(error.message)
}
