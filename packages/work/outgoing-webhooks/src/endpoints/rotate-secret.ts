import { recordAudit } from '@gleaner/audit-log'
import type { WebhookSecret, WebhookSecretRotation } from '@gleaner/contracts'
import type { Queryable, TransactionHandles } from '@gleaner/db'
import { noSuch } from '@gleaner/db'
import type { SecretBox } from '@gleaner/security/secret-box'
import { readSecrets, rotateSecret, type WebhookSecrets } from '../index.ts'
import type { Holder } from './context.ts'

/** The secret that signs an account's webhooks, made when it is first asked for. */
export async function showSecret(
  { pool, secretBox }: { pool: Queryable; secretBox: SecretBox },
  accountId: string,
): Promise<WebhookSecret> {
  return show((await readSecrets({ pool, secretBox }, accountId)) ?? noSuch('webhook'))
}

/** Replaces it; those before sign as well for a day each, unless they are ended. Throws RATE_LIMITED. */
export async function replaceSecret(
  both: TransactionHandles,
  secretBox: SecretBox,
  { accountId, actor }: Holder,
  { end_previous: endPrevious }: WebhookSecretRotation = { end_previous: false },
): Promise<WebhookSecret> {
  const secrets = (await rotateSecret(both.sql, secretBox, accountId, { endPrevious })) ?? noSuch('webhook')
  await recordAudit(both, {
    accountId,
    actor,
    action: 'webhook_secret.rotated',
    details: { end_previous: endPrevious },
  })
  return show(secrets)
}

function show({ signing, createdAt, previousUntil }: WebhookSecrets): WebhookSecret {
  return {
    secret: signing[0],
    created_at: createdAt.toISOString(),
    previous_expires_at: previousUntil?.toISOString() ?? null,
  }
}
