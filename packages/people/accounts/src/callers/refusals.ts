import { ApiError } from '@gleaner/contracts'

export function unauthenticated(message: string): ApiError {
  return new ApiError('UNAUTHENTICATED', message)
}

export function blocked(): ApiError {
  return new ApiError('FORBIDDEN', 'This account was blocked by the operator; ask them for the reason.')
}

/** The key is good; whoever holds it is told what to mend, and not from where it is taken. */
export function wrongAddress(address: string): ApiError {
  return new ApiError(
    'FORBIDDEN',
    `This API key is bound to addresses, and is not taken from ${address || 'here'}. PATCH /api-keys/{id} changes its allowed_ips.`,
    { reason: 'address_not_allowed' },
  )
}

/** The same whether it exists or not. */
export function noSuchOrganization(): ApiError {
  return new ApiError(
    'FORBIDDEN',
    'X-Organization-Id names no organization that you are a member of; GET /organizations lists yours.',
  )
}
