import {
  AuthenticationError,
  ConnectionError,
  GleanerError,
  InsufficientCreditsError,
  InvalidRequestError,
  NotFoundError,
  PermissionError,
  RateLimitError,
  ScrapeError,
  TimeoutError,
} from '@gleaner/sdk'
import { CommanderError } from 'commander'
import { EXIT } from './exit-codes.ts'
import { Failure } from './failure.ts'

/** The exit code of each kind of error; the first that fits. */
const EXIT_OF = [
  [AuthenticationError, EXIT.auth],
  [PermissionError, EXIT.auth],
  [NotFoundError, EXIT.notFound],
  [InsufficientCreditsError, EXIT.credits],
  [RateLimitError, EXIT.rateLimit],
  [ScrapeError, EXIT.pageFailed],
  [TimeoutError, EXIT.timeout],
  [InvalidRequestError, EXIT.usage],
] as const

/** Whatever was thrown, as what ends the command. */
export function explainError(error: unknown): Failure {
  if (error instanceof Failure) return error
  if (error instanceof CommanderError) return new Failure(error.exitCode, error.message)
  if (error instanceof GleanerError) return ofService(error)
  const { code, message, path } = error as NodeJS.ErrnoException
  if (typeof code === 'string' && path !== undefined) return ofFile(code, path, error)
  return new Failure(EXIT.error, message ?? String(error), undefined, { cause: error })
}

function ofService(error: GleanerError): Failure {
  const exitCode = EXIT_OF.find(([kind]) => error instanceof kind)?.[1] ?? EXIT.error
  return new Failure(exitCode, error.message, remedyOf(error), { cause: error })
}

function remedyOf(error: GleanerError): string | undefined {
  if (error.details?.reason === 'not_consented') return NOT_CONSENTED
  if (error instanceof AuthenticationError) return SIGN_IN
  if (error instanceof ConnectionError) return REACH
  if (error instanceof RateLimitError && error.retryAfter) return `Try again in ${error.retryAfter} s.`
  if (error instanceof ScrapeError && error.jobId)
    return `gleaner jobs get ${error.jobId} shows each attempt.`
  return error.remedy
}

export const SIGN_IN = 'Sign in by `gleaner login`, or give a key in GLEANER_API_KEY.'
const NOT_CONSENTED =
  'A key of `gleaner login` reads and scrapes alone. Make one that may do more by `gleaner keys create NAME --save`.'
const REACH = 'Look at the address (--url, GLEANER_URL); `gleaner doctor` says what is wrong.'

const FILE_FAULTS: Record<string, string> = {
  ENOENT: 'there is no such file or folder',
  EACCES: 'it may not be read or written',
  EPERM: 'it may not be read or written',
  EISDIR: 'it is a folder',
  ENOTDIR: 'a part of the path is a file',
  EEXIST: 'it is there already',
  ENOSPC: 'the disk is full',
  EROFS: 'the disk is read-only',
}

function ofFile(code: string, path: string, cause: unknown): Failure {
  return new Failure(EXIT.error, `${path}: ${FILE_FAULTS[code] ?? code}.`, undefined, { cause })
}
