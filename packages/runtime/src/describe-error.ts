import { maskSecrets } from './mask-secrets.ts'

const MAX_CAUSES = 5

export interface DescribedError {
  type: string
  message: string
  code?: string
  stack?: string
  cause?: DescribedError
}

/**
 * What a log line tells of an error. Only well-known fields are kept: the errors of database and Redis clients carry
 * the command's arguments, which may be secrets.
 */
export function describeError(error: unknown, depth = 0): DescribedError {
  if (!(error instanceof Error)) return { type: typeof error, message: maskSecrets(String(error)) }
  const { code } = error as { code?: unknown }
  return {
    type: error.name,
    message: maskSecrets(error.message),
    ...(typeof code === 'string' && { code }),
    ...(error.stack && { stack: maskSecrets(error.stack) }),
    ...(error.cause !== undefined && depth < MAX_CAUSES && { cause: describeError(error.cause, depth + 1) }),
  }
}
