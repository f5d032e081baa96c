import { isNativeError } from 'node:util/types'
import pg from 'pg'
import { CommitUnknown } from './commit-unknown.ts'
import { type DriverError, driverErrorOf } from './prisma-error.ts'

/**
 * SQLSTATE classes that say "the server cannot serve now": connection, refused login (a password that was changed), resources, operator
 * intervention (time-outs too), failures of its system. Source: Postgres' documentation, Appendix A.
 */
const UNAVAILABLE_CLASSES = new Set(['08', '28', '53', '57', '58'])

/** Further states of this kind: read-only (a standby, a full disk), sessions ended by a time-out, a database that is being restored. */
const UNAVAILABLE_STATES = new Set(['25006', '25P03', '25P04', '3D000'])

/** Kinds of Prisma's adapter for errors that are no answer of the server. */
const UNREACHABLE_KINDS = new Set([
  'DatabaseNotReachable',
  'ConnectionClosed',
  'SocketTimeout',
  'TooManyConnections',
])

/** Prisma's code for a transaction that did not begin or end in its time. */
const TRANSACTION_TIMED_OUT = 'P2028'

/** Errors of our connections, noted where they leave the pool: elsewhere an ECONNRESET may be anybody's. */
const noted = new WeakSet<object>()

/** Whether an error means that Postgres is away (down, restarting, full) rather than that the query is wrong. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false
  if (noted.has(error) || error instanceof CommitUnknown) return true
  return isUnreachable(driverErrorOf(error)) || (error as { code?: unknown }).code === TRANSACTION_TIMED_OUT
}

/** Whether the server has ended a statement because it took too long, and has undone all of it. */
export function isCanceled(error: unknown): boolean {
  return (error as { code?: unknown } | null)?.code === '57014'
}

/** Notes the errors of `run`, a method of a pool or a connection, that say that the server is away. */
export function notingUnavailable<Args extends unknown[], Result>(
  run: (...args: Args) => Result,
): (...args: Args) => Result {
  return (...args) => {
    const result = run(...args)
    // Called with a callback, it returns nothing: then the pool itself is its caller, and notes what it passes on.
    if (!isPromise(result)) return result
    return result.catch(rethrowNoted) as Result
  }
}

function rethrowNoted(error: unknown): never {
  if (isUnavailable(error)) noted.add(error)
  throw error
}

/** What is no answer of the server is of the connection, unless the call itself was wrong. */
function isUnavailable(error: unknown): error is Error {
  if (error instanceof pg.DatabaseError) return isUnavailableState(error.code)
  return isNativeError(error) && !['TypeError', 'RangeError', 'SyntaxError'].includes(error.name)
}

function isUnreachable({ kind, originalCode }: DriverError): boolean {
  return UNREACHABLE_KINDS.has(kind ?? '') || isUnavailableState(originalCode)
}

function isUnavailableState(sqlState: string | undefined): boolean {
  if (sqlState === undefined) return false
  return UNAVAILABLE_CLASSES.has(sqlState.slice(0, 2)) || UNAVAILABLE_STATES.has(sqlState)
}

function isPromise(value: unknown): value is Promise<unknown> {
  return typeof (value as Promise<unknown> | undefined)?.catch === 'function'
}
