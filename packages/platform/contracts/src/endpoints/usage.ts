import { endpointsIn } from '../endpoint.ts'
import {
  Usage,
  UsageCaps,
  UsageCapsQuery,
  UsageQuery,
  UsageReport,
  UsageReportQuery,
} from '../schemas/usage.ts'

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

export const getUsageReport = endpoint({
  method: 'GET',
  path: '/usage/report',
  summary: 'Requests and credits by day, hour, key, tier, domain or kind, as JSON or CSV.',
  description:
    'With `Accept: text/csv` or `format=csv` a row a line; cells that a spreadsheet would take for a formula begin with an apostrophe. A request counts when it ends. Jobs of test keys are not counted.',
  auth: 'apiKeyOrBearer',
  consent: 'account',
  query: UsageReportQuery,
  responses: { 200: UsageReport },
  csv: true,
  errors: [],
})

export const getUsageCaps = endpoint({
  method: 'GET',
  path: '/usage/caps',
  summary: 'What other caps would have cost: the attempts of jobs replayed under each `max_tier`.',
  description:
    'Only what was tried is known: a page that a dear tier delivered at once may come by a cheaper one. Such requests are `unknown`.',
  auth: 'apiKeyOrBearer',
  consent: 'account',
  limitPerAccount: { requests: 30, seconds: 60 },
  query: UsageCapsQuery,
  responses: { 200: UsageCaps },
  errors: [],
})
