import type { Queryable } from '@gleaner/db'
import type { SecretBox } from '@gleaner/security/secret-box'
import { generateWebhookSecret } from './sign.ts'

export interface SecretsContext {
  pool: Queryable
  secretBox: SecretBox
}

export interface WebhookSecrets {
  /** What deliveries are signed with (`signWebhook`): the secret, and for a day after a rotation also the one before it. */
  signing: readonly [string, ...string[]]
  createdAt: Date
  /** When the one before stops to sign. */
  previousUntil: Date | null
}

/** How long the secret before a rotation signs as well. */
const BOTH_SIGN = "interval '24 hours'"

/**
 * The secret of an account, made when it is first asked for: however many ask at once, all get the same one. Undefined for an account
 * that has been deleted.
 */
export async function readSecrets(
  { pool, secretBox }: SecretsContext,
  accountId: string,
): Promise<WebhookSecrets | undefined> {
  const found = (await select(pool, accountId)) ?? (await insert(pool, secretBox, accountId))
  return found && opened(secretBox, accountId, found)
}

/**
 * Replaces the secret. The one before signs as well for a day; one that was before that stops at once, so that two rotations in a row
 * retire a secret that has leaked. Undefined for an account that has been deleted.
 */
export async function rotateSecret(
  sql: Queryable,
  secretBox: SecretBox,
  accountId: string,
): Promise<WebhookSecrets | undefined> {
  const { rows } = await sql.query<Row>(
    `INSERT INTO webhook_secret (account_id, secret) ${NEW_SECRET}
     ON CONFLICT (account_id) DO UPDATE SET secret = EXCLUDED.secret, previous = webhook_secret.secret,
       previous_until = now() + ${BOTH_SIGN}, created_at = now()
     RETURNING ${COLUMNS}`,
    [accountId, sealedSecret(secretBox, accountId)],
  )
  return rows[0] && opened(secretBox, accountId, rows[0])
}

/** What a sealed secret is bound to. */
export function secretContext(accountId: string): string {
  return `webhook-secret:${accountId}`
}

interface Row {
  secret: Uint8Array
  /** Null once it does not sign any more. */
  previous: Uint8Array | null
  previousUntil: Date | null
  createdAt: Date
}

const COLUMNS = `secret, created_at AS "createdAt",
  CASE WHEN previous_until > now() THEN previous END AS previous,
  CASE WHEN previous_until > now() THEN previous_until END AS "previousUntil"`

const NEW_SECRET = 'SELECT id, $2 FROM account WHERE id = $1 AND deleted_at IS NULL'

async function select(pool: Queryable, accountId: string): Promise<Row | undefined> {
  const { rows } = await pool.query<Row>(`SELECT ${COLUMNS} FROM webhook_secret WHERE account_id = $1`, [
    accountId,
  ])
  return rows[0]
}

/** The first of several makes it; the others wait for its commit and read it. */
async function insert(pool: Queryable, secretBox: SecretBox, accountId: string): Promise<Row | undefined> {
  const { rows } = await pool.query<Row>(
    `INSERT INTO webhook_secret (account_id, secret) ${NEW_SECRET} ON CONFLICT DO NOTHING RETURNING ${COLUMNS}`,
    [accountId, sealedSecret(secretBox, accountId)],
  )
  return rows[0] ?? (await select(pool, accountId))
}

function sealedSecret(secretBox: SecretBox, accountId: string): Buffer {
  return Buffer.from(secretBox.seal(generateWebhookSecret(), secretContext(accountId)))
}

function opened(secretBox: SecretBox, accountId: string, row: Row): WebhookSecrets {
  const open = (sealed: Uint8Array) => secretBox.open(sealed, secretContext(accountId))
  return {
    signing: row.previous ? [open(row.secret), open(row.previous)] : [open(row.secret)],
    createdAt: row.createdAt,
    previousUntil: row.previousUntil,
  }
}
