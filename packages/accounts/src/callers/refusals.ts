import { ApiError } from '@gleaner/contracts'

export function unauthenticated(message: string): ApiError {
  return new ApiError('UNAUTHENTICATED', message)
}

export function blocked(): ApiError {
  return new ApiError('FORBIDDEN', 'This account was blocked by the operator; ask them for the reason.')
}
