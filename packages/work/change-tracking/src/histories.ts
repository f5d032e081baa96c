import type { Queryable } from '@gleaner/db'
import { createFreshAnswers } from '@gleaner/runtime'
import { MEGABYTE } from '@gleaner/runtime/units'
import { historyKey, type TrackedAddress } from './history-key.ts'

/** What is known of a page, as of `revision`. */
export interface History {
  accountId: string
  key: Buffer
  revision: number
  /** Packed (`startChain` of packages/reading/changes); null before there is one. */
  version: Buffer | null
  isGone: boolean
  scrapedAt: Date | null
}

/** A page whose history is asked for. */
export interface TrackedScrape extends TrackedAddress {
  accountId: string
  /** The address as callers are shown it. */
  shownUrl: string
}

export interface Histories {
  /** The history of a page that was scraped before. */
  find(scrape: TrackedScrape): Promise<History | undefined>
  /** The same, begun where there is none; `full`: the account's versions take as much as they may. */
  open(scrape: TrackedScrape): Promise<History | 'full'>
}

/** How long it is good, in ms, that an account has room. */
const FRESH_MS = 5_000
const MOST_ACCOUNTS = 10_000

/** Beside its version, in bytes: nobody fills a table with histories that have none. */
const ROW_BYTES = 500

/** `maxMb`: setting `TRACKING_MB`. */
export function createHistories(sql: Queryable, { maxMb }: { maxMb: number }): Histories {
  const known = createFreshAnswers<boolean>({ freshMs: FRESH_MS, most: MOST_ACCOUNTS })

  async function hasRoom(accountId: string): Promise<boolean> {
    const { rows } = await sql.query<{ bytes: number }>({
      name: 'tracked-bytes',
      text: `SELECT COALESCE(sum(bytes + ${ROW_BYTES}), 0)::float8 AS bytes FROM tracked_page WHERE account_id = $1`,
      values: [accountId],
    })
    return rows[0]!.bytes < maxMb * MEGABYTE
  }

  async function find(scrape: TrackedScrape): Promise<History | undefined> {
    const { accountId } = scrape
    const { rows } = await sql.query<History>({
      name: 'find-tracked-page',
      text: `SELECT ${HISTORY} FROM tracked_page WHERE account_id = $1 AND key = $2`,
      values: [accountId, historyKey(scrape)],
    })
    return rows[0]
  }

  return {
    find,
    async open(scrape) {
      const found = await find(scrape)
      if (found) return found
      const { accountId, shownUrl, tag = null } = scrape
      if (!(await known(accountId, () => hasRoom(accountId)))) return 'full'
      const { rows } = await sql.query<History>({
        name: 'begin-tracked-page',
        text: `INSERT INTO tracked_page (account_id, key, url, tag) VALUES ($1, $2, $3, $4)
               ON CONFLICT (account_id, key) DO UPDATE SET seen_at = now() RETURNING ${HISTORY}`,
        values: [accountId, historyKey(scrape), shownUrl, tag],
      })
      return rows[0]!
    },
  }
}

const HISTORY = `account_id AS "accountId", key, revision, version, is_gone AS "isGone", scraped_at AS "scrapedAt"`
