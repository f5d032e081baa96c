import { RETENTION } from '@gleaner/contracts/limits'
import { type Pool, transaction } from '@gleaner/db'
import { parseQuery } from '../terms/parse-query.ts'
import { type CompiledQuery, compileQuery } from './compile-query.ts'
import { type FoundDocument, findDocuments } from './find-documents.ts'

export interface IndexQuery {
  accountId: string
  query: string
  limit: number
  /** Any of these. */
  sites: readonly string[]
  /** ISO 639-1. */
  language: string | undefined
  /** Pages that were published, or else fetched, before are left out. */
  since: Date | undefined
}

export interface IndexAnswer {
  found: FoundDocument[]
  compiled: CompiledQuery
}

/**
 * Postgres takes looking at a folded column for cheap, and would rather read a whole table than its index; and a list of pages that does not fit
 * into its memory makes it look at each page again.
 */
const BY_INDEX = "SELECT set_config('enable_seqscan', 'off', true), set_config('work_mem', '16MB', true)"

/** The pages of an account that fit a query best. Words that are found nowhere are looked for as beginnings of words. */
export async function searchIndex(pool: Pool, asked: IndexQuery): Promise<IndexAnswer> {
  const { accountId, query, sites, language, since = new Date(0), limit } = asked
  const parsed = parseQuery(query)
  const scope = { accountId, sites: [...sites, ...parsed.sites], language }
  const keptSince = new Date(Date.now() - RETENTION.resultMs)
  return await transaction(pool, async (sql) => {
    await sql.query(BY_INDEX)
    const { rows } = await sql.query<{ languages: string[] }>(
      'SELECT languages FROM search_index WHERE account_id = $1',
      [accountId],
    )
    const compiled = await compileQuery(sql, parsed, scope, rows[0]?.languages ?? [])
    const found = await findDocuments(sql, compiled, { accountId, since, keptSince, limit })
    return { found, compiled }
  })
}
