import { endpointsIn, NO_BODY } from '../endpoint.ts'
import { inPath } from '../fields/ids.ts'
import { AccountLimits, ApiKeyLimits, SpendLimitInput } from '../schemas/spend-limits.ts'

const endpoint = endpointsIn('Limits', 'Limits of your own for what may be spent.')

const params = inPath('key_id')

export const getAccountLimits = endpoint({
  method: 'GET',
  path: '/account/limits',
  summary: 'Read the spend limit of the account and what is used of it.',
  auth: 'apiKeyOrBearer',
  consent: 'account',
  responses: { 200: AccountLimits },
  errors: [],
})

export const setAccountLimits = endpoint({
  method: 'PUT',
  path: '/account/limits',
  summary: 'Limit what the account may spend in a day, a week or a month.',
  auth: 'bearer',
  role: 'admin',
  body: SpendLimitInput,
  responses: { 200: AccountLimits },
  errors: [],
})

export const deleteAccountLimits = endpoint({
  method: 'DELETE',
  path: '/account/limits',
  summary: 'Remove the spend limit of the account.',
  auth: 'bearer',
  role: 'admin',
  responses: { 204: NO_BODY },
  errors: [],
})

export const getApiKeyLimits = endpoint({
  method: 'GET',
  path: '/api-keys/{key_id}/limits',
  summary: 'Read the spend limit of an API key and what is used of it.',
  auth: 'bearer',
  params,
  responses: { 200: ApiKeyLimits },
  errors: ['NOT_FOUND'],
})

export const setApiKeyLimits = endpoint({
  method: 'PUT',
  path: '/api-keys/{key_id}/limits',
  summary: 'Limit what an API key may spend in a day, a week or a month.',
  auth: 'bearer',
  role: 'admin',
  params,
  body: SpendLimitInput,
  responses: { 200: ApiKeyLimits },
  errors: ['NOT_FOUND'],
})

export const deleteApiKeyLimits = endpoint({
  method: 'DELETE',
  path: '/api-keys/{key_id}/limits',
  summary: 'Remove the spend limit of an API key.',
  auth: 'bearer',
  role: 'admin',
  params,
  responses: { 204: NO_BODY },
  errors: ['NOT_FOUND'],
})
