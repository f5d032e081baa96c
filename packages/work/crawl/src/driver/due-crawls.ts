import { hasCome, type Queryable } from '@gleaner/db'
import type { CrawlRef } from './change-crawl.ts'

const CRAWLS_AT_A_LOOK = 200

/** Crawls whose time has come, the longest due first. */
export async function findDue(db: Queryable): Promise<CrawlRef[]> {
  const { rows } = await db.query<CrawlRef>({
    name: 'find-due-crawls',
    text: `SELECT id, account_id AS "accountId" FROM crawl WHERE phase <> 'ended' AND ${hasCome('next_at')} ORDER BY next_at LIMIT ${CRAWLS_AT_A_LOOK}`,
  })
  return rows
}

/** Whose crawls these are; those that are no more are left out. */
export async function readAccounts(db: Queryable, ids: readonly string[]): Promise<CrawlRef[]> {
  const { rows } = await db.query<CrawlRef>({
    name: 'read-accounts-of-crawls',
    text: 'SELECT id, account_id AS "accountId" FROM crawl WHERE id = ANY($1)',
    values: [ids],
  })
  return rows
}
