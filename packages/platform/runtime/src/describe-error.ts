import { maskSecrets } from './mask-secrets.ts'

const MAX_CAUSES = 5
/** A log line is for reading: what an error repeats of a request or a page is cut. */
const MOST_CHARS = 8_000
/** Secrets are masked before the cut, in no more text than may matter. */
const MASKED_CHARS = 2 * MOST_CHARS

export interface DescribedError {
  type: string
  message: string
  code?: string
  stack?: string
  cause?: DescribedError
}

/**
 * An error as a log line shows it. Only well-known fields are kept: the errors of database and Redis clients carry the
 * command's arguments, which may be secrets.
 */
export function describeError(error: unknown, depth = 0): DescribedError {
  if (!(error instanceof Error)) return { type: typeof error, message: shown(String(error)) }
  const { code } = error as { code?: unknown }
  return {
    type: error.name,
    message: shown(error.message),
    ...(typeof code === 'string' && { code }),
    ...(error.stack && { stack: shown(error.stack) }),
    ...(error.cause !== undefined && depth < MAX_CAUSES && { cause: describeError(error.cause, depth + 1) }),
  }
}

function shown(text: string): string {
  const masked = maskSecrets(text.slice(0, MASKED_CHARS))
  return masked.length > MOST_CHARS || text.length > MASKED_CHARS
    ? `${masked.slice(0, MOST_CHARS)} …`
    : masked
}
