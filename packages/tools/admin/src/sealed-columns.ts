import { MAILBOX_KEY_CONTEXT, totpContext } from '@gleaner/accounts'
import { channelsContext } from '@gleaner/alerts'
import { KEY_CHECK_CONTEXT } from '@gleaner/connections'
import { secretsContext as crawlContext } from '@gleaner/crawl/secrets'
import { secretContext as exportContext } from '@gleaner/exports/secrets'
import { sealContext as replyContext } from '@gleaner/http-api/idempotency'
import { secretsContext } from '@gleaner/jobs/secrets'
import { sealContext as llmKeyContext } from '@gleaner/llm'
import { mailContext } from '@gleaner/mail'
import { keyContext as manualLoginContext } from '@gleaner/manual-logins'
import { secretsContext as monitorGroupContext } from '@gleaner/monitors/groups/secrets'
import {
  destinationContext,
  headersContext,
  secretContext as webhookSecretContext,
} from '@gleaner/outgoing-webhooks'
import { sealContext as proxyContext } from '@gleaner/proxies'
import { PROXY_AUTHORITY_CONTEXT } from '@gleaner/proxies/authority'
import { secretsContext as scheduleContext } from '@gleaner/schedules/secrets'
import { dataKeyContext } from '@gleaner/security/envelope'
import { secretsContext as sessionContext } from '@gleaner/sessions'

/** A column whose values are sealed with ENCRYPTION_KEYS. */
export interface SealedColumn {
  table: string
  column: string
  /** The columns of the primary key with their types, in the order of its index, and then others that the context names. */
  key: Readonly<Record<string, string>>
  /** Where a value can be at all, so that an index finds them; absent: anywhere. */
  where?: string
  /** What a value is bound to, as its owner seals it. */
  context(key: Readonly<Record<string, string>>): string
}

/** Every one of them: what is sealed elsewhere as well belongs here, and a test compares the list with the schema. */
export const SEALED_COLUMNS: readonly SealedColumn[] = [
  {
    table: 'job',
    column: 'secrets',
    key: { id: 'uuid' },
    // A job that has ended has none.
    where: 'finished_at IS NULL',
    context: ({ id }) => secretsContext(id!),
  },
  { table: 'crawl', column: 'secrets', key: { id: 'uuid' }, context: ({ id }) => crawlContext(id!) },
  { table: 'schedule', column: 'secrets', key: { id: 'uuid' }, context: ({ id }) => scheduleContext(id!) },
  {
    table: 'monitor_group',
    column: 'secrets',
    key: { id: 'uuid' },
    context: ({ id }) => monitorGroupContext(id!),
  },
  {
    table: 'manual_login',
    column: 'channel_key',
    key: { id: 'uuid' },
    // One that has ended has none.
    where: 'ended_at IS NULL',
    context: ({ id }) => manualLoginContext(id!),
  },
  { table: 'proxy_integration', column: 'url', key: { id: 'uuid' }, context: ({ id }) => proxyContext(id!) },
  {
    table: 'export_destination',
    column: 'secret',
    key: { id: 'uuid' },
    context: ({ id }) => exportContext(id!),
  },
  { table: 'llm_key', column: 'secret', key: { id: 'uuid' }, context: ({ id }) => llmKeyContext(id!) },
  {
    table: 'login_session',
    column: 'data_key',
    key: { id: 'uuid', account_id: 'uuid' },
    context: ({ id, account_id }) => dataKeyContext(sessionContext({ id: id!, accountId: account_id! })),
  },
  { table: 'mailbox_key', column: 'secret', key: { id: 'integer' }, context: () => MAILBOX_KEY_CONTEXT },
  { table: 'mail', column: 'content', key: { id: 'uuid' }, context: ({ id }) => mailContext(id!) },
  {
    table: 'idempotency_key',
    column: 'reply',
    key: { account_id: 'uuid', key: 'text' },
    context: ({ account_id, key }) => replyContext({ accountId: account_id!, key: key! }),
  },
  { table: 'alert_rule', column: 'secrets', key: { id: 'uuid' }, context: ({ id }) => channelsContext(id!) },
  {
    table: 'webhook_delivery',
    column: 'destination',
    key: { id: 'uuid' },
    context: ({ id }) => destinationContext(id!),
  },
  {
    table: 'webhook_endpoint',
    column: 'headers',
    key: { id: 'uuid' },
    context: ({ id }) => headersContext('endpoint', id!),
  },
  {
    table: 'batch',
    column: 'webhook_headers',
    key: { id: 'uuid' },
    context: ({ id }) => headersContext('batch', id!),
  },
  {
    table: 'second_factor',
    column: 'secret',
    key: { user_id: 'uuid' },
    context: ({ user_id }) => totpContext(user_id!),
  },
  { table: 'key_check', column: 'sealed', key: { id: 'integer' }, context: () => KEY_CHECK_CONTEXT },
  {
    table: 'proxy_authority',
    column: 'private_key',
    key: { id: 'integer' },
    context: () => PROXY_AUTHORITY_CONTEXT,
  },
  ...['secret', 'previous'].map((column) => ({
    table: 'webhook_secret',
    column,
    key: { account_id: 'uuid' },
    context: ({ account_id }: Readonly<Record<string, string>>) => webhookSecretContext(account_id!),
  })),
  {
    table: 'earlier_webhook_secret',
    column: 'secret',
    key: { id: 'uuid', account_id: 'uuid' },
    context: ({ account_id }) => webhookSecretContext(account_id!),
  },
]
