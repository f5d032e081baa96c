import { z } from 'zod'
import { endpointsIn } from '../endpoint.ts'
import { inPath } from '../fields/ids.ts'
import {
  ChosenLetters,
  DeadLetterQuery,
  DeadLetters,
  FleetHealth,
  LedgerState,
  LettersMoved,
  OperatedJobs,
  OperatedQueues,
  OperatedSite,
  OperatedSites,
  SiteQuery,
  SitesQuery,
  TopAccounts,
  TopAccountsQuery,
} from '../schemas/night-shift.ts'

const endpoint = endpointsIn(
  'Night shift',
  'What an operator asks at night: what is down, what waits, which site fails, what was given up, whether the money adds up. For operators alone, as [Operator](#operator).',
)

const common = { auth: 'bearer', personal: true, operator: true } as const
/** Each stands in the audit log. */
const changing = { ...common, limitPerAccount: { requests: 60, seconds: 60 } } as const

export const getFleetHealth = endpoint({
  method: 'GET',
  path: '/operator/health',
  summary:
    'Tell whether anything is down: every service with its reason, what they need, browsers, readers and proxies.',
  ...common,
  responses: { 200: FleetHealth },
  errors: [],
})

export const getOperatedQueues = endpoint({
  method: 'GET',
  path: '/operator/queues',
  summary: 'Tell what waits, and how old the oldest is.',
  ...common,
  responses: { 200: OperatedQueues },
  errors: [],
})

export const listOperatedSites = endpoint({
  method: 'GET',
  path: '/operator/sites',
  summary: 'List sites by how attempts at them end.',
  ...common,
  query: SitesQuery,
  responses: { 200: OperatedSites },
  errors: [],
})

export const getOperatedSite = endpoint({
  method: 'GET',
  path: '/operator/sites/{domain}',
  summary: 'Read how attempts at one host ended, hour by hour.',
  ...common,
  params: inPath('domain'),
  query: SiteQuery,
  responses: { 200: OperatedSite },
  errors: [],
})

export const listTopAccounts = endpoint({
  method: 'GET',
  path: '/operator/top-accounts',
  summary: 'List the accounts that take the most.',
  ...common,
  query: TopAccountsQuery,
  responses: { 200: TopAccounts },
  errors: [],
})

export const getOperatedJobs = endpoint({
  method: 'GET',
  path: '/operator/jobs/{job_id}',
  summary: 'Find a job of any account, by its id or by that of the request that asked for it.',
  ...common,
  params: z.object({
    job_id: z.string().max(128).describe('The id of a job, or an `X-Request-Id`.'),
  }),
  responses: { 200: OperatedJobs },
  errors: [],
})

export const listDeadLetters = endpoint({
  method: 'GET',
  path: '/operator/dead-letters',
  summary: 'List what the service has given up.',
  ...common,
  query: DeadLetterQuery,
  responses: { 200: DeadLetters },
  errors: [],
})

export const retryDeadLetters = endpoint({
  method: 'POST',
  path: '/operator/dead-letters/retry',
  summary:
    'Put dead letters back: jobs run again as new ones, at the cost of their accounts; webhooks and mails are sent again.',
  ...changing,
  body: ChosenLetters,
  responses: { 200: LettersMoved },
  errors: [],
})

export const discardDeadLetters = endpoint({
  method: 'POST',
  path: '/operator/dead-letters/discard',
  summary: 'Put dead letters aside: they are not listed any more. A mail is deleted.',
  ...changing,
  body: ChosenLetters,
  responses: { 200: LettersMoved },
  errors: [],
})

export const getLedgerState = endpoint({
  method: 'GET',
  path: '/operator/ledger',
  summary: 'Tell whether the ledger adds up.',
  ...common,
  responses: { 200: LedgerState },
  errors: [],
})
