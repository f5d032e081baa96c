import { ApiError } from '@gleaner/contracts'

export function unauthenticated(message: string): ApiError {
  return new ApiError('UNAUTHENTICATED', message)
}

export function blocked(): ApiError {
  return new ApiError('FORBIDDEN', 'This account was blocked by the operator; ask them for the reason.')
}

/** The same whether it exists or not. */
export function noSuchOrganization(): ApiError {
  return new ApiError(
    'FORBIDDEN',
    'X-Organization-Id names no organization that you are a member of; GET /organizations lists yours.',
  )
}
