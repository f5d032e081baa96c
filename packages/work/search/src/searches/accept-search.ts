import { insertBatch, type NewBatch } from '@gleaner/batches'
import { chargeCall } from '@gleaner/billing'
import { ApiError } from '@gleaner/contracts'
import { BOUNDED, lockPlaces, type Queryable, storableJson } from '@gleaner/db'
import type { SecretBox } from '@gleaner/security/secret-box'
import type { StoredAnswer } from './stored-search.ts'

/** A search that an engine has answered. */
export interface NewSearch {
  id: string
  accountId: string
  apiKeyId: string | null
  /** Made with a test key: never charged. */
  test: boolean
  answer: StoredAnswer
  /** The scrapes of its results; its id is that of the search. */
  batch: NewBatch | undefined
}

/**
 * Stores a search, charges it from what it holds, and makes the jobs that scrape its results, in the caller's transaction. Throws INSUFFICIENT_BALANCE,
 * SPEND_LIMIT_EXCEEDED and CONCURRENCY_LIMITED. Accepting again what was accepted changes nothing, so that a transaction whose end is not known may
 * be repeated.
 */
export async function acceptSearch(sql: Queryable, secretBox: SecretBox, search: NewSearch): Promise<void> {
  const { id, accountId, apiKeyId, test, answer, batch } = search
  if (await exists(sql, id)) return
  if (batch) await checkSearchPlace(sql, accountId)
  const isFree = test || isFreeSearch(answer.engine)
  const costMicros = isFree ? 0 : await chargeCall(sql, { id, accountId, apiKeyId, kind: 'search' })
  await sql.query({
    name: 'insert-search',
    text: 'INSERT INTO search (id, account_id, test, answer, cost_micros) VALUES ($1, $2, $3, $4, $5)',
    values: [id, accountId, test, storableJson(answer), costMicros],
  })
  if (batch) await insertBatch(sql, secretBox, batch)
}

/** A search of one's own pages asks nobody: it costs nothing. */
export function isFreeSearch(engine: StoredAnswer['engine']): boolean {
  return engine === 'index'
}

async function exists(sql: Queryable, id: string): Promise<boolean> {
  const { rowCount } = await sql.query('SELECT FROM search WHERE id = $1', [id])
  return rowCount === 1
}

/** When one of them is completed is known to nobody. */
const RETRY_SECONDS = 5

/** Throws CONCURRENCY_LIMITED when the results of as many searches are being scraped as may. */
export async function checkSearchPlace(sql: Queryable, accountId: string): Promise<void> {
  if (!(await lockPlaces(sql, 'search', accountId)).isFull) return
  throw new ApiError(
    'CONCURRENCY_LIMITED',
    `The results of ${BOUNDED.search.most} searches of this account are being scraped, and no more may be at once; wait until one is completed, or search without scrape_results.`,
    { limit: BOUNDED.search.most, retry_after_seconds: RETRY_SECONDS },
  )
}
