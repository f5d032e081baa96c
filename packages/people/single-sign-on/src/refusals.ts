import { ApiError } from '@gleaner/contracts'

export function unavailable(): ApiError {
  return new ApiError(
    'SERVICE_UNAVAILABLE',
    'The provider of single sign-on cannot be asked at the moment; sign in in another way, or try again later.',
  )
}

export function notOurs(): ApiError {
  return new ApiError(
    'UNAUTHENTICATED',
    'This is not the answer to a sign-in of this browser, it was used before, or it came too late; sign in again.',
  )
}

/** What the caller is told of an error of openid-client. Its text stays in the log: it may hold what a stranger wrote. */
export function refusalOf(error: unknown): ApiError {
  const { name, code, error: said, status, cause } = error as Failure
  if (name === 'AuthorizationResponseError')
    return new ApiError(
      'FORBIDDEN',
      `The provider did not let you in (${/^[a-z_]{1,40}$/.test(said ?? '') ? said : 'no reason given'}).`,
    )
  // RFC 6749, section 5.2: the code was used, has ended, or is of somebody else.
  if (said === 'invalid_grant') return notOurs()
  const isOfProvider = said !== undefined || (status !== undefined && status >= 500)
  const isOfNetwork = name === 'TypeError' || name === 'TimeoutError' || code === 'OAUTH_TIMEOUT'
  if (isOfProvider || isOfNetwork || (cause as Failure | undefined)?.name === 'TimeoutError')
    return unavailable()
  return notOurs()
}

interface Failure {
  name?: string
  code?: string
  error?: string
  status?: number
  cause?: unknown
}
