// Written by `pnpm docs` from the OpenAPI document. Do not edit.
import { Group } from '../../group.ts'
import type { Entry, Fields, Reply, RequestOptions } from '../../types.ts'

export class OperatorApi extends Group {
  /** List accounts, the newest first. `GET /operator/accounts` */
  accounts(
    fields: Fields<'listOperatedAccounts'> = {},
    options?: RequestOptions,
  ): Promise<Reply<'listOperatedAccounts'>> {
    return this.callOperation('listOperatedAccounts', [], fields, options)
  }

  /** Every entry of `accounts`, page by page as they are asked for. */
  allAccounts(
    fields: Fields<'listOperatedAccounts'> = {},
    options?: RequestOptions,
  ): AsyncGenerator<Entry<'listOperatedAccounts', 'accounts'>, void, undefined> {
    return this.turnPages('listOperatedAccounts', [], fields, options, { by: 'offset', entries: 'accounts' })
  }

  /** Open an account with its first user, a balance and an API key. `POST /operator/accounts` */
  createAccount(
    fields: Fields<'openOperatedAccount'>,
    options?: RequestOptions,
  ): Promise<Reply<'openOperatedAccount'>> {
    return this.callOperation('openOperatedAccount', [], fields, options)
  }

  /** Read an account. `GET /operator/accounts/{account_id}` */
  getAccount(account_id: string, options?: RequestOptions): Promise<Reply<'getOperatedAccount'>> {
    return this.callOperation('getOperatedAccount', [account_id], {}, options)
  }

  /** Make an API key for an account. It is shown in this reply only. `POST /operator/accounts/{account_id}/api-keys` */
  createKey(
    account_id: string,
    fields: Fields<'createOperatedKey'>,
    options?: RequestOptions,
  ): Promise<Reply<'createOperatedKey'>> {
    return this.callOperation('createOperatedKey', [account_id], fields, options)
  }

  /** Refuse every request of an account, within a second. Its running jobs end as usual. `POST /operator/accounts/{account_id}/block` */
  blockAccount(
    account_id: string,
    fields: Fields<'blockAccount'>,
    options?: RequestOptions,
  ): Promise<Reply<'blockAccount'>> {
    return this.callOperation('blockAccount', [account_id], fields, options)
  }

  /** Let a blocked account in again. `POST /operator/accounts/{account_id}/unblock` */
  unblockAccount(account_id: string, options?: RequestOptions): Promise<Reply<'unblockAccount'>> {
    return this.callOperation('unblockAccount', [account_id], {}, options)
  }

  /** Add credits to a balance, as a deposit in its ledger. `POST /operator/accounts/{account_id}/credits` */
  grantCredits(
    account_id: string,
    fields: Fields<'grantCredits'>,
    options?: RequestOptions,
  ): Promise<Reply<'grantCredits'>> {
    return this.callOperation('grantCredits', [account_id], fields, options)
  }

  /** Set limits of one account in place of its tier's. What is not named stays. `PUT /operator/accounts/{account_id}/limits` */
  setLimits(
    account_id: string,
    fields: Fields<'setOperatedLimits'>,
    options?: RequestOptions,
  ): Promise<Reply<'setOperatedLimits'>> {
    return this.callOperation('setOperatedLimits', [account_id], fields, options)
  }

  /** Who did what, newest first: of all accounts and of operators, or of one account. `GET /operator/audit-log` */
  auditLog(
    fields: Fields<'listOperatorAudit'> = {},
    options?: RequestOptions,
  ): Promise<Reply<'listOperatorAudit'>> {
    return this.callOperation('listOperatorAudit', [], fields, options)
  }

  /** Every entry of `auditLog`, page by page as they are asked for. */
  allAuditLog(
    fields: Fields<'listOperatorAudit'> = {},
    options?: RequestOptions,
  ): AsyncGenerator<Entry<'listOperatorAudit', 'entries'>, void, undefined> {
    return this.turnPages('listOperatorAudit', [], fields, options, { by: 'cursor', entries: 'entries' })
  }

  /** Offer a feature to accounts as a beta, or change what is said of it. `PUT /operator/beta-features/{slug}` */
  offerBetaFeature(
    slug: string,
    fields: Fields<'offerBetaFeature'>,
    options?: RequestOptions,
  ): Promise<Reply<'offerBetaFeature'>> {
    return this.callOperation('offerBetaFeature', [slug], fields, options)
  }

  /** List the domains that nobody may have fetched. `GET /operator/blocked-domains` */
  blockedDomains(options?: RequestOptions): Promise<Reply<'listBlockedDomains'>> {
    return this.callOperation('listBlockedDomains', [], {}, options)
  }

  /** Refuse a domain and its subdomains as targets, in all services within seconds. `PUT /operator/blocked-domains/{domain}` */
  blockDomain(
    domain: string,
    fields: Fields<'blockDomain'>,
    options?: RequestOptions,
  ): Promise<Reply<'blockDomain'>> {
    return this.callOperation('blockDomain', [domain], fields, options)
  }

  /** Let a domain be fetched again. What `EGRESS_BLOCKED_DOMAINS` names stays refused. `DELETE /operator/blocked-domains/{domain}` */
  unblockDomain(domain: string, options?: RequestOptions): Promise<Reply<'unblockDomain'>> {
    return this.callOperation('unblockDomain', [domain], {}, options)
  }

  /** Run failed jobs again as new ones, at the cost of their accounts. `POST /operator/jobs/redrive` */
  redriveJobs(fields: Fields<'redriveJobs'>, options?: RequestOptions): Promise<Reply<'redriveJobs'>> {
    return this.callOperation('redriveJobs', [], fields, options)
  }

  /** List the tools that may ask for keys by OAuth, the oldest first. `GET /operator/oauth-clients` */
  oauthClients(options?: RequestOptions): Promise<Reply<'listOAuthClients'>> {
    return this.callOperation('listOAuthClients', [], {}, options)
  }

  /** Register a tool. Its secret is shown in this reply only. `POST /operator/oauth-clients` */
  createOAuthClient(
    fields: Fields<'createOAuthClient'>,
    options?: RequestOptions,
  ): Promise<Reply<'createOAuthClient'>> {
    return this.callOperation('createOAuthClient', [], fields, options)
  }

  /** Change where a tool may send people. `PATCH /operator/oauth-clients/{client_id}` */
  updateOAuthClient(
    client_id: string,
    fields: Fields<'updateOAuthClient'>,
    options?: RequestOptions,
  ): Promise<Reply<'updateOAuthClient'>> {
    return this.callOperation('updateOAuthClient', [client_id], fields, options)
  }

  /** Remove a tool, and revoke every key that it was given. `DELETE /operator/oauth-clients/{client_id}` */
  deleteOAuthClient(client_id: string, options?: RequestOptions): Promise<Reply<'deleteOAuthClient'>> {
    return this.callOperation('deleteOAuthClient', [client_id], {}, options)
  }

  /** Give a tool another secret. The old one ends at once; keys go on working. `POST /operator/oauth-clients/{client_id}/rotate-secret` */
  rotateOAuthSecret(client_id: string, options?: RequestOptions): Promise<Reply<'rotateOAuthSecret'>> {
    return this.callOperation('rotateOAuthSecret', [client_id], {}, options)
  }

  /** List support tickets, those that have waited longest first. `GET /operator/tickets` */
  tickets(
    fields: Fields<'listOperatedTickets'> = {},
    options?: RequestOptions,
  ): Promise<Reply<'listOperatedTickets'>> {
    return this.callOperation('listOperatedTickets', [], fields, options)
  }

  /** Read all that was written in a ticket. `GET /operator/tickets/{ticket_id}` */
  getTicket(ticket_id: string, options?: RequestOptions): Promise<Reply<'getOperatedTicket'>> {
    return this.callOperation('getOperatedTicket', [ticket_id], {}, options)
  }

  /** Answer a ticket: in it, and by mail to whoever has asked. `POST /operator/tickets/{ticket_id}/reply` */
  answerTicket(
    ticket_id: string,
    fields: Fields<'answerTicket'>,
    options?: RequestOptions,
  ): Promise<Reply<'answerTicket'>> {
    return this.callOperation('answerTicket', [ticket_id], fields, options)
  }

  /** Close a ticket. Nobody is mailed. `POST /operator/tickets/{ticket_id}/close` */
  closeTicket(ticket_id: string, options?: RequestOptions): Promise<Reply<'endTicket'>> {
    return this.callOperation('endTicket', [ticket_id], {}, options)
  }

  /** Tell whether anything is down: every service with its reason, what they need, browsers, readers and proxies. `GET /operator/health` */
  health(options?: RequestOptions): Promise<Reply<'getFleetHealth'>> {
    return this.callOperation('getFleetHealth', [], {}, options)
  }

  /** Tell what waits, and how old the oldest is. `GET /operator/queues` */
  queues(options?: RequestOptions): Promise<Reply<'getOperatedQueues'>> {
    return this.callOperation('getOperatedQueues', [], {}, options)
  }

  /** List sites by how attempts at them end. `GET /operator/sites` */
  sites(
    fields: Fields<'listOperatedSites'> = {},
    options?: RequestOptions,
  ): Promise<Reply<'listOperatedSites'>> {
    return this.callOperation('listOperatedSites', [], fields, options)
  }

  /** Read how attempts at one host ended, hour by hour. `GET /operator/sites/{domain}` */
  site(
    domain: string,
    fields: Fields<'getOperatedSite'> = {},
    options?: RequestOptions,
  ): Promise<Reply<'getOperatedSite'>> {
    return this.callOperation('getOperatedSite', [domain], fields, options)
  }

  /** List the accounts that take the most. `GET /operator/top-accounts` */
  topAccounts(
    fields: Fields<'listTopAccounts'> = {},
    options?: RequestOptions,
  ): Promise<Reply<'listTopAccounts'>> {
    return this.callOperation('listTopAccounts', [], fields, options)
  }

  /** Find a job of any account, by its id or by that of the request that asked for it. `GET /operator/jobs/{job_id}` */
  findJobs(job_id: string, options?: RequestOptions): Promise<Reply<'getOperatedJobs'>> {
    return this.callOperation('getOperatedJobs', [job_id], {}, options)
  }

  /** List what the service has given up. `GET /operator/dead-letters` */
  deadLetters(
    fields: Fields<'listDeadLetters'> = {},
    options?: RequestOptions,
  ): Promise<Reply<'listDeadLetters'>> {
    return this.callOperation('listDeadLetters', [], fields, options)
  }

  /** Put dead letters back: jobs run again as new ones, at the cost of their accounts; webhooks and mails are sent again. `POST /operator/dead-letters/retry` */
  retryDeadLetters(
    fields: Fields<'retryDeadLetters'>,
    options?: RequestOptions,
  ): Promise<Reply<'retryDeadLetters'>> {
    return this.callOperation('retryDeadLetters', [], fields, options)
  }

  /** Put dead letters aside: they are not listed any more. A mail is deleted. `POST /operator/dead-letters/discard` */
  discardDeadLetters(
    fields: Fields<'discardDeadLetters'>,
    options?: RequestOptions,
  ): Promise<Reply<'discardDeadLetters'>> {
    return this.callOperation('discardDeadLetters', [], fields, options)
  }

  /** Tell whether the ledger adds up. `GET /operator/ledger` */
  ledger(options?: RequestOptions): Promise<Reply<'getLedgerState'>> {
    return this.callOperation('getLedgerState', [], {}, options)
  }
}
