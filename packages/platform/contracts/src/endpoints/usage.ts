import { endpointsIn } from '../endpoint.ts'
import { Usage, UsageQuery } from '../schemas/usage.ts'

const endpoint = endpointsIn('Usage', 'What was asked, and what it cost.')

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
