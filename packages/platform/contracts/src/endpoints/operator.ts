import { z } from 'zod'
import { endpointsIn } from '../endpoint.ts'
import { inPath } from '../fields/ids.ts'
import { ApiKey } from '../schemas/api-keys.ts'
import { BetaFeatureSlug } from '../schemas/beta-features.ts'
import {
  AccountBlock,
  AccountBlocked,
  BetaFeatureOffer,
  BetaFeatureOffered,
  BlockedDomainList,
  CreditGrant,
  CreditGranted,
  DomainBlock,
  DomainBlocked,
  OAuthClientCreate,
  OAuthClientDeleted,
  OAuthClientInfo,
  OAuthClientList,
  OAuthClientSecret,
  OAuthClientUpdate,
  OperatedAccount,
  OperatedAccountCreate,
  OperatedAccountCreated,
  OperatedAccountList,
  OperatedAccountQuery,
  OperatedKeyCreate,
  OperatedLimits,
  OperatedTicketList,
  OperatedTicketQuery,
  OperatorAudit,
  OperatorAuditQuery,
  Redriven,
  RedriveRequest,
  TicketAnswered,
} from '../schemas/operator.ts'
import { Ticket, TicketDetail, TicketReply } from '../schemas/support.ts'

const endpoint = endpointsIn(
  'Operator',
  'For people whom `admin grant-operator` has named, signed in. To everybody else these paths are not there.',
)

const common = { auth: 'bearer', personal: true, operator: true } as const
/** Each stands in the audit log. */
const changing = { ...common, limitPerAccount: { requests: 60, seconds: 60 } } as const

const account = inPath('account_id')
const client = inPath('client_id')
const domain = inPath('domain')
const ticket = inPath('ticket_id')
const feature = z.object({ slug: BetaFeatureSlug })

export const listOperatedAccounts = endpoint({
  method: 'GET',
  path: '/operator/accounts',
  summary: 'List accounts, the newest first.',
  ...common,
  query: OperatedAccountQuery,
  responses: { 200: OperatedAccountList },
  errors: [],
})

export const openOperatedAccount = endpoint({
  method: 'POST',
  path: '/operator/accounts',
  summary: 'Open an account with its first user, a balance and an API key.',
  ...changing,
  body: OperatedAccountCreate,
  responses: { 201: OperatedAccountCreated },
  errors: ['CONFLICT'],
})

export const getOperatedAccount = endpoint({
  method: 'GET',
  path: '/operator/accounts/{account_id}',
  summary: 'Read an account.',
  ...common,
  params: account,
  responses: { 200: OperatedAccount },
  errors: [],
})

export const blockAccount = endpoint({
  method: 'POST',
  path: '/operator/accounts/{account_id}/block',
  summary: 'Refuse every request of an account, within a second. Its running jobs end as usual.',
  ...changing,
  params: account,
  body: AccountBlock,
  responses: { 200: AccountBlocked },
  errors: ['CONFLICT'],
})

export const unblockAccount = endpoint({
  method: 'POST',
  path: '/operator/accounts/{account_id}/unblock',
  summary: 'Let a blocked account in again.',
  ...changing,
  params: account,
  responses: { 200: AccountBlocked },
  errors: [],
})

export const grantCredits = endpoint({
  method: 'POST',
  path: '/operator/accounts/{account_id}/credits',
  summary: 'Add credits to a balance, as a deposit in its ledger.',
  ...changing,
  params: account,
  body: CreditGrant,
  responses: { 200: CreditGranted },
  errors: [],
})

export const setOperatedLimits = endpoint({
  method: 'PUT',
  path: '/operator/accounts/{account_id}/limits',
  summary: "Set limits of one account in place of its tier's. What is not named stays.",
  ...changing,
  params: account,
  body: OperatedLimits,
  responses: { 200: OperatedAccount },
  errors: [],
})

export const createOperatedKey = endpoint({
  method: 'POST',
  path: '/operator/accounts/{account_id}/api-keys',
  summary: 'Make an API key for an account. It is shown in this reply only.',
  ...changing,
  params: account,
  body: OperatedKeyCreate,
  responses: { 201: ApiKey },
  errors: ['CONFLICT'],
})

export const listOAuthClients = endpoint({
  method: 'GET',
  path: '/operator/oauth-clients',
  summary: 'List the tools that may ask for keys by OAuth, the oldest first.',
  ...common,
  responses: { 200: OAuthClientList },
  errors: [],
})

export const createOAuthClient = endpoint({
  method: 'POST',
  path: '/operator/oauth-clients',
  summary: 'Register a tool. Its secret is shown in this reply only.',
  ...changing,
  body: OAuthClientCreate,
  responses: { 201: OAuthClientInfo },
  errors: [],
})

export const updateOAuthClient = endpoint({
  method: 'PATCH',
  path: '/operator/oauth-clients/{client_id}',
  summary: 'Change where a tool may send people.',
  ...changing,
  params: client,
  body: OAuthClientUpdate,
  responses: { 200: OAuthClientInfo },
  errors: [],
})

export const deleteOAuthClient = endpoint({
  method: 'DELETE',
  path: '/operator/oauth-clients/{client_id}',
  summary: 'Remove a tool, and revoke every key that it was given.',
  ...changing,
  params: client,
  responses: { 200: OAuthClientDeleted },
  errors: [],
})

export const rotateOAuthSecret = endpoint({
  method: 'POST',
  path: '/operator/oauth-clients/{client_id}/rotate-secret',
  summary: 'Give a tool another secret. The old one ends at once; keys go on working.',
  ...changing,
  params: client,
  responses: { 200: OAuthClientSecret },
  errors: [],
})

export const listBlockedDomains = endpoint({
  method: 'GET',
  path: '/operator/blocked-domains',
  summary: 'List the domains that nobody may have fetched.',
  ...common,
  responses: { 200: BlockedDomainList },
  errors: [],
})

export const blockDomain = endpoint({
  method: 'PUT',
  path: '/operator/blocked-domains/{domain}',
  summary: 'Refuse a domain and its subdomains as targets, in all services within seconds.',
  ...changing,
  params: domain,
  body: DomainBlock,
  responses: { 200: DomainBlocked },
  errors: ['CONFLICT'],
})

export const unblockDomain = endpoint({
  method: 'DELETE',
  path: '/operator/blocked-domains/{domain}',
  summary: 'Let a domain be fetched again. What `EGRESS_BLOCKED_DOMAINS` names stays refused.',
  ...changing,
  params: domain,
  responses: { 200: DomainBlocked },
  errors: [],
})

export const listOperatorAudit = endpoint({
  method: 'GET',
  path: '/operator/audit-log',
  summary: 'Who did what, newest first: of all accounts and of operators, or of one account.',
  ...common,
  query: OperatorAuditQuery,
  responses: { 200: OperatorAudit },
  errors: [],
})

export const listOperatedTickets = endpoint({
  method: 'GET',
  path: '/operator/tickets',
  summary: 'List support tickets, those that have waited longest first.',
  ...common,
  query: OperatedTicketQuery,
  responses: { 200: OperatedTicketList },
  errors: [],
})

export const getOperatedTicket = endpoint({
  method: 'GET',
  path: '/operator/tickets/{ticket_id}',
  summary: 'Read all that was written in a ticket.',
  ...common,
  params: ticket,
  responses: { 200: TicketDetail },
  errors: [],
})

export const answerTicket = endpoint({
  method: 'POST',
  path: '/operator/tickets/{ticket_id}/reply',
  summary: 'Answer a ticket: in it, and by mail to whoever has asked.',
  ...changing,
  params: ticket,
  body: TicketReply,
  responses: { 200: TicketAnswered },
  errors: ['CONFLICT'],
})

export const endTicket = endpoint({
  method: 'POST',
  path: '/operator/tickets/{ticket_id}/close',
  summary: 'Close a ticket. Nobody is mailed.',
  ...changing,
  params: ticket,
  responses: { 200: Ticket },
  errors: [],
})

export const offerBetaFeature = endpoint({
  method: 'PUT',
  path: '/operator/beta-features/{slug}',
  summary: 'Offer a feature to accounts as a beta, or change what is said of it.',
  ...changing,
  params: feature,
  body: BetaFeatureOffer,
  responses: { 200: BetaFeatureOffered },
  errors: [],
})

export const redriveJobs = endpoint({
  method: 'POST',
  path: '/operator/jobs/redrive',
  summary: 'Run failed jobs again as new ones, at the cost of their accounts.',
  ...changing,
  body: RedriveRequest,
  responses: { 200: Redriven },
  errors: [],
})
