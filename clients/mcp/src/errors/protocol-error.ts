import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server'
import { tellError } from './tell-error.ts'

const GONE: ReadonlySet<string> = new Set(['JOB_NOT_FOUND', 'JOB_EXPIRED', 'NOT_FOUND'])

/** Whether an error says that what was asked for is not there, or not any more. */
export function isGone(error: unknown): boolean {
  return GONE.has(tellError(error).code)
}

/** An error as a request is answered that is no call of a tool. */
export function toProtocolError(error: unknown): ProtocolError {
  const { code, message, remedy, retry_after_seconds } = tellError(error)
  return new ProtocolError(ProtocolErrorCode.InternalError, `${code}: ${message} ${remedy}`, {
    error: code,
    ...(retry_after_seconds !== undefined && { retry_after_seconds }),
  })
}
