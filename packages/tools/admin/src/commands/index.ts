import type { Command } from '../command.ts'
import { addCreditsCommand } from './add-credits.ts'
import { blockAccountCommand, unblockAccountCommand } from './block-account.ts'
import { blockDomainCommand, listBlockedDomainsCommand, unblockDomainCommand } from './block-domain.ts'
import { createAccountCommand } from './create-account.ts'
import { createKeyCommand } from './create-key.ts'
import { createOAuthClientCommand } from './create-oauth-client.ts'
import { deleteOAuthClientCommand } from './delete-oauth-client.ts'
import { listAccountsCommand } from './list-accounts.ts'
import { listAuditCommand } from './list-audit.ts'
import { listOAuthClientsCommand } from './list-oauth-clients.ts'
import { listMigrationsCommand, migrateCommand, resolveMigrationCommand } from './migrations.ts'
import {
  doctorCommand,
  listDeadLettersCommand,
  listProxiesCommand,
  showHealthCommand,
  showJobCommand,
  showLedgerCommand,
  showQueuesCommand,
  showVersionCommand,
  topAccountsCommand,
  topHostsCommand,
} from './night-shift.ts'
import { grantOperatorCommand, listOperatorsCommand, revokeOperatorCommand } from './operators.ts'
import { addRedirectUriCommand, removeRedirectUriCommand } from './redirect-uris.ts'
import { redriveJobsCommand } from './redrive-jobs.ts'
import { removeSecondFactorCommand } from './remove-second-factor.ts'
import { rotateKeysCommand } from './rotate-keys.ts'
import { rotateOAuthSecretCommand } from './rotate-oauth-secret.ts'
import { setBetaFeatureCommand } from './set-beta-feature.ts'
import { setLimitsCommand } from './set-limits.ts'
import { closeTicketCommand, listTicketsCommand, replyTicketCommand, showTicketCommand } from './tickets.ts'

/** Every command of the operator, by the word that calls it. */
export const COMMANDS: Record<string, Command> = {
  'create-account': createAccountCommand,
  'create-key': createKeyCommand,
  'add-credits': addCreditsCommand,
  'list-accounts': listAccountsCommand,
  'create-oauth-client': createOAuthClientCommand,
  'list-oauth-clients': listOAuthClientsCommand,
  'add-redirect-uri': addRedirectUriCommand,
  'remove-redirect-uri': removeRedirectUriCommand,
  'rotate-oauth-secret': rotateOAuthSecretCommand,
  'delete-oauth-client': deleteOAuthClientCommand,
  'set-beta-feature': setBetaFeatureCommand,
  'grant-operator': grantOperatorCommand,
  'revoke-operator': revokeOperatorCommand,
  'list-operators': listOperatorsCommand,
  'block-account': blockAccountCommand,
  'unblock-account': unblockAccountCommand,
  'remove-second-factor': removeSecondFactorCommand,
  'set-limits': setLimitsCommand,
  'block-domain': blockDomainCommand,
  'unblock-domain': unblockDomainCommand,
  'list-blocked-domains': listBlockedDomainsCommand,
  'list-audit': listAuditCommand,
  'list-tickets': listTicketsCommand,
  'show-ticket': showTicketCommand,
  'reply-ticket': replyTicketCommand,
  'close-ticket': closeTicketCommand,
  'rotate-keys': rotateKeysCommand,
  'redrive-jobs': redriveJobsCommand,
  doctor: doctorCommand,
  'show-health': showHealthCommand,
  'show-queues': showQueuesCommand,
  'show-job': showJobCommand,
  'show-ledger': showLedgerCommand,
  'show-version': showVersionCommand,
  'top-accounts': topAccountsCommand,
  'top-hosts': topHostsCommand,
  'list-proxies': listProxiesCommand,
  'list-dead-letters': listDeadLettersCommand,
  migrate: migrateCommand,
  'list-migrations': listMigrationsCommand,
  'resolve-migration': resolveMigrationCommand,
}
