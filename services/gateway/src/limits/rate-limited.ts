import { ApiError } from '@gleaner/contracts'

/** A refusal after whose `Retry-After`, in seconds, the same request is let through. */
export function rateLimited(limit: string, seconds: number): ApiError {
  return new ApiError('RATE_LIMITED', `${limit}; try again in ${seconds} seconds.`, {
    retry_after_seconds: seconds,
  })
}
