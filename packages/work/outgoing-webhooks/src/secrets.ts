import { ApiError } from '@gleaner/contracts/errors'
import { RETENTION } from '@gleaner/contracts/limits'
import { hasCome, isAhead, type Queryable } from '@gleaner/db'
import type { SecretBox } from '@gleaner/security/secret-box'
import { generateWebhookSecret } from './sign.ts'

export interface SecretsContext {
  pool: Queryable
  secretBox: SecretBox
}

export interface WebhookSecrets {
  /** What deliveries are signed with (`signWebhook`): the secret, and those that it has replaced within the last day, the newest first. */
  signing: readonly [string, ...string[]]
  createdAt: Date
  /** When the last of those before stops to sign. */
  previousUntil: Date | null
}

const SIGNS_ON = `interval '${RETENTION.replacedSecretMs} milliseconds'`

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

/** Secrets that may sign at once: receivers read as many signatures. */
const MOST_SIGNING = 8

/**
 * Replaces the secret. Each that is replaced signs for another day, however often that happens: whose answer is lost asks again, and their
 * receivers still have the first one. `endPrevious` ends all of them at once, as after a leak. Undefined for an account that has been
 * deleted. Throws RATE_LIMITED above eight that sign.
 */
export async function rotateSecret(
  sql: Queryable,
  secretBox: SecretBox,
  accountId: string,
  { endPrevious = false } = {},
): Promise<WebhookSecrets | undefined> {
  const before = await select(sql, accountId)
  if (!endPrevious && before && signingOf(before).length >= MOST_SIGNING) throw tooMany(before)
  await sql.query(ROTATE, [accountId, sealedSecret(secretBox, accountId), endPrevious])
  const row = await select(sql, accountId)
  return row && opened(secretBox, accountId, row)
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
  /** Those before, the newest first, and when the first of them stops to sign. */
  earlier: Uint8Array[]
  earliestUntil: Date | null
  createdAt: Date
}

const SIGNS = `FROM earlier_webhook_secret AS e WHERE e.account_id = webhook_secret.account_id AND ${isAhead('e.signs_until')}`

const COLUMNS = `secret, created_at AS "createdAt",
  CASE WHEN ${isAhead('previous_until')} THEN previous END AS previous,
  CASE WHEN ${isAhead('previous_until')} THEN previous_until END AS "previousUntil",
  ARRAY(SELECT e.secret ${SIGNS} ORDER BY e.signs_until DESC) AS earlier, (SELECT min(e.signs_until) ${SIGNS}) AS "earliestUntil"`

const NEW_SECRET = 'SELECT id, $2::bytea FROM account WHERE id = $1 AND deleted_at IS NULL'

/** The row is locked first: rotations at once follow each other, and none loses what another replaces. */
const ROTATE = `
  WITH before AS (
    SELECT previous, previous_until FROM webhook_secret WHERE account_id = $1 FOR UPDATE
  ), ended AS (
    DELETE FROM earlier_webhook_secret WHERE account_id = $1 AND ($3 OR ${hasCome('signs_until')})
  ), kept AS (
    INSERT INTO earlier_webhook_secret (id, account_id, secret, signs_until)
    SELECT gen_random_uuid(), $1, previous, previous_until FROM before WHERE ${isAhead('previous_until')} AND NOT $3
  ), locked AS (
    SELECT count(*) FROM before
  )
  INSERT INTO webhook_secret (account_id, secret) SELECT id, secret FROM (${NEW_SECRET}) AS new(id, secret), locked
  ON CONFLICT (account_id) DO UPDATE SET secret = EXCLUDED.secret, created_at = now(),
    previous = CASE WHEN NOT $3 THEN webhook_secret.secret END,
    previous_until = CASE WHEN NOT $3 THEN now() + ${SIGNS_ON} END`

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
  const [current, ...before] = signingOf(row)
  return {
    signing: [open(current), ...before.map(open)],
    createdAt: row.createdAt,
    previousUntil: row.previousUntil,
  }
}

function signingOf({ secret, previous, earlier }: Row): readonly [Uint8Array, ...Uint8Array[]] {
  return [secret, ...(previous ? [previous] : []), ...earlier]
}

function tooMany({ earliestUntil, previousUntil }: Row): ApiError {
  const seconds = Math.max(1, Math.ceil(((earliestUntil ?? previousUntil)!.getTime() - Date.now()) / 1_000))
  return new ApiError(
    'RATE_LIMITED',
    `${MOST_SIGNING} secrets of this account sign at once, as many as may. End those before by {"end_previous": true}, or try again in ${seconds} seconds.`,
    { retry_after_seconds: seconds },
  )
}
