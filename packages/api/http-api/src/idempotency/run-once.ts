import { ApiError, MESSAGES, RETENTION } from '@gleaner/contracts'
import {
  ago,
  CommitUnknown,
  type Database,
  type Queryable,
  retryWhileUnavailable,
  type TransactionHandles,
} from '@gleaner/db'
import type { SecretBox } from '@gleaner/security/secret-box'

/** A request that its caller may send again: the key it names, and what is asked. */
export interface KeyUse {
  accountId: string
  key: string
  /** Of the whole request (`SecretBox.fingerprints`), the newest first. */
  fingerprints: [Buffer, ...Buffer[]]
}

/** A successful reply, as it is sent and remembered. */
export interface StoredReply {
  status: number
  body: unknown
}

export interface IdempotencyContext {
  db: Database
  secretBox: SecretBox
}

/** How long a commit is looked for whose answer was lost. */
const CONFIRM_MS = 10_000

/**
 * Runs `work` in a transaction and remembers its reply in the same commit, so that whatever breaks off leaves both or neither. The
 * same claim again gets the first reply. Throws IDEMPOTENCY_IN_PROGRESS while the first request runs, IDEMPOTENCY_CONFLICT when the
 * key stands for another request, and what `work` throws, which is not remembered. Without a claim `work` simply runs.
 */
export async function runOnce(
  ctx: IdempotencyContext,
  claim: KeyUse | undefined,
  work: (transaction: TransactionHandles) => Promise<StoredReply>,
): Promise<{ reply: StoredReply; isReplay: boolean }> {
  if (!claim) return { reply: await ctx.db.transaction(work), isReplay: false }
  const attempt = () => ctx.db.transaction((transaction) => runClaimed(ctx, claim, transaction, work))
  try {
    return await attempt()
  } catch (error) {
    if (!(error instanceof CommitUnknown)) throw error
    // Whether it was committed or not, the key makes it right to try again.
    return await retryWhileUnavailable(attempt, CONFIRM_MS)
  }
}

/**
 * The reply that a claim was given before, for a handler that has costly work to do ahead of its transaction; undefined for a new claim.
 * Only `runOnce` makes sure that nothing happens twice. Throws IDEMPOTENCY_CONFLICT.
 */
export async function recallReply(
  { db, secretBox }: IdempotencyContext,
  claim: KeyUse | undefined,
): Promise<StoredReply | undefined> {
  return claim && (await recall(db.pool, secretBox, claim))
}

async function runClaimed(
  { secretBox }: IdempotencyContext,
  claim: KeyUse,
  transaction: TransactionHandles,
  work: (transaction: TransactionHandles) => Promise<StoredReply>,
): Promise<{ reply: StoredReply; isReplay: boolean }> {
  const { sql } = transaction
  await lock(sql, claim)
  const earlier = await recall(sql, secretBox, claim)
  if (earlier) return { reply: earlier, isReplay: true }
  const reply = await work(transaction)
  await remember(sql, secretBox, claim, reply)
  return { reply, isReplay: false }
}

/** Held until the transaction ends. Not waited for: a hundred repetitions would hold a hundred connections. */
async function lock(sql: Queryable, { accountId, key }: KeyUse): Promise<void> {
  const { rows } = await sql.query<{ taken: boolean }>(
    "SELECT pg_try_advisory_xact_lock(hashtextextended('idempotency ' || $1 || ' ' || $2, 0)) AS taken",
    [accountId, key],
  )
  if (rows[0]!.taken) return
  throw new ApiError('IDEMPOTENCY_IN_PROGRESS', MESSAGES.keyInUse, { retry_after_seconds: 1 })
}

async function recall(sql: Queryable, secretBox: SecretBox, claim: KeyUse): Promise<StoredReply | undefined> {
  const { rows } = await sql.query<{ request_hash: Buffer; reply: Buffer | null }>(
    `SELECT request_hash, reply FROM idempotency_key
     WHERE account_id = $1 AND key = $2 AND created_at >= ${ago(RETENTION.keyMs)}`,
    [claim.accountId, claim.key],
  )
  const earlier = rows[0]
  if (!earlier) return undefined
  const isSame = claim.fingerprints.some((fingerprint) => fingerprint.equals(earlier.request_hash))
  // Without a reply it is a scrape's, whose job is its reply.
  if (!isSame || earlier.reply === null) throw conflict()
  return JSON.parse(secretBox.open(earlier.reply, sealContext(claim)))
}

/** The reply may hold what is shown once, such as an API key. */
async function remember(
  sql: Queryable,
  secretBox: SecretBox,
  claim: KeyUse,
  reply: StoredReply,
): Promise<void> {
  const { rowCount } = await sql.query(
    `INSERT INTO idempotency_key AS held (account_id, key, request_hash, reply) VALUES ($1, $2, $3, $4)
     ON CONFLICT (account_id, key) DO UPDATE
       SET request_hash = excluded.request_hash, job_id = NULL, reply = excluded.reply, created_at = now()
       WHERE held.created_at < ${ago(RETENTION.keyMs)}`,
    [
      claim.accountId,
      claim.key,
      claim.fingerprints[0],
      secretBox.seal(JSON.stringify(reply), sealContext(claim)),
    ],
  )
  // A scrape has taken the key meanwhile.
  if (rowCount === 0) throw conflict()
}

/** What a remembered reply is bound to. */
export function sealContext({ accountId, key }: Pick<KeyUse, 'accountId' | 'key'>): string {
  return `reply:${accountId}:${key}`
}

function conflict(): ApiError {
  return new ApiError('IDEMPOTENCY_CONFLICT', MESSAGES.keyReused)
}
