import { RETENTION } from '@gleaner/contracts/limits'
import type { Queryable } from '@gleaner/db'
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

/** The pages of an account that fit a query best. Words that are found nowhere are then looked for as beginnings of words. */
export async function searchIndex(db: Queryable, asked: IndexQuery): Promise<IndexAnswer> {
  const { accountId, query, sites, language, since = new Date(0), limit } = asked
  const parsed = parseQuery(query)
  const { rows } = await db.query<{ languages: string[] }>(
    'SELECT languages FROM search_index WHERE account_id = $1',
    [accountId],
  )
  const scope = { accountId, sites: [...sites, ...parsed.sites], language }
  const compiled = await compileQuery(db, parsed, scope, rows[0]?.languages ?? [])
  const keptSince = new Date(Date.now() - RETENTION.resultMs)
  const found = await findDocuments(db, compiled, { since, keptSince, limit })
  return { found, compiled }
}
