import { LLM_PROVIDERS, type LlmProvider } from '@gleaner/contracts/llm-providers'
import type { Queryable } from '@gleaner/db'
import type { SecretBox } from '@gleaner/security/secret-box'

/** A key in clear, for whoever sends it, and where it may be sent. */
export interface OpenedLlmKey {
  id: string
  provider: LlmProvider
  apiKey: string
  baseUrl: string
  model: string | null
}

/** Which key of an account is meant: one by its id, or the one used last, of one provider or of all. */
export interface KeyChoice {
  id?: string | undefined
  provider?: LlmProvider | undefined
}

/** Throws SecretUnreadable when it was sealed by a key that is no more. Undefined: the account has no such key. */
export async function openLlmKey(
  { pool, secretBox }: { pool: Queryable; secretBox: SecretBox },
  accountId: string,
  choice: KeyChoice,
): Promise<OpenedLlmKey | undefined> {
  const row = await findLlmKey(pool, accountId, choice)
  if (!row) return undefined
  const { secret, baseUrl, ...key } = row
  return {
    ...key,
    apiKey: secretBox.open(secret, sealContext(key.id)),
    baseUrl: baseUrl ?? LLM_PROVIDERS[key.provider].baseUrl ?? '',
  }
}

type Row = Omit<OpenedLlmKey, 'apiKey' | 'baseUrl'> & { secret: Uint8Array; baseUrl: string | null }

/** The row of a key, still sealed. */
export async function findLlmKey(
  sql: Queryable,
  accountId: string,
  { id, provider }: KeyChoice,
): Promise<Row | undefined> {
  const { rows } = await sql.query<Row>(
    `SELECT id, provider, secret, base_url AS "baseUrl", model FROM llm_key
     WHERE account_id = $1 AND ($2::uuid IS NULL OR id = $2) AND ($3::text IS NULL OR provider = $3)
     ORDER BY last_used_at DESC NULLS LAST, id DESC LIMIT 1`,
    [accountId, id ?? null, provider ?? null],
  )
  return rows[0]
}

/** Notes that a key was used. To the minute: a crawl uses one a thousand times. */
export async function noteUse(sql: Queryable, keyId: string): Promise<void> {
  await sql.query(
    `UPDATE llm_key SET last_used_at = now()
     WHERE id = $1 AND (last_used_at IS NULL OR last_used_at < now() - interval '1 minute')`,
    [keyId],
  )
}

/** What a sealed key is bound to. */
export function sealContext(keyId: string): string {
  return `llm-key:${keyId}`
}
