import { endpoint } from '../endpoint.ts'
import { Usage, UsageQuery } from '../schemas/usage.ts'

export const getUsage = endpoint({
  method: 'GET',
  path: '/usage',
  summary: 'Balance, request counts and rate-limit state of the account.',
  auth: 'apiKeyOrBearer',
  consent: 'account',
  query: UsageQuery,
  responses: { 200: Usage },
  errors: [],
})
