/** An error as clients of this API are told it. */
export class DoorError extends Error {
  override readonly name = 'DoorError'
  readonly status: number
  readonly code: string
  readonly details: unknown
  /** Seconds after which the request may be repeated. */
  readonly retryAfter: number | undefined

  constructor(
    status: number,
    code: string,
    message: string,
    { details, retryAfter }: { details?: unknown; retryAfter?: number | undefined } = {},
  ) {
    super(message)
    this.status = status
    this.code = code
    this.details = details
    this.retryAfter = retryAfter
  }
}

export function badRequest(
  message: string,
  path: readonly (string | number)[] = [],
  code = 'custom',
): DoorError {
  return new DoorError(400, 'BAD_REQUEST', message, { details: [{ code, path, message }] })
}

export function notServed(what: string, instead: string): DoorError {
  return new DoorError(501, 'NOT_IMPLEMENTED', `${what} is not served here. ${instead}`)
}

export const jobNotFound = () => new DoorError(404, 'NOT_FOUND', 'Job not found')
