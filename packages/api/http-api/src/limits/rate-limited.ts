import { ApiError, type WindowLimit } from '@gleaner/contracts'

/** A refusal after whose `Retry-After`, in seconds, the same request is let through. */
export function rateLimited(limit: string, seconds: number): ApiError {
  return new ApiError('RATE_LIMITED', `${limit}; try again in ${seconds} seconds.`, {
    retry_after_seconds: seconds,
  })
}

/** `3 of these requests in 60 minutes` */
export function describeWindow({ requests, seconds }: WindowLimit): string {
  return `${requests} of these requests in ${describeSpan(seconds)}`
}

function describeSpan(seconds: number): string {
  if (seconds < 60) return `${seconds} seconds`
  return seconds === 60 ? 'a minute' : `${seconds / 60} minutes`
}
