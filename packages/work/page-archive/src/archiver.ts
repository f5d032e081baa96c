import { promisify } from 'node:util'
import { zstdCompress } from 'node:zlib'
import type { Queryable } from '@gleaner/db'
import { createFreshAnswers } from '@gleaner/runtime'
import { MEGABYTE } from '@gleaner/runtime/units'
import { readArchive } from './archive.ts'
import type { PageContent } from './archived-pages.ts'

const compress = promisify(zstdCompress)

/** A delivered page, and whose it is. */
export interface DeliveredPage extends PageContent {
  jobId: string
  accountId: string
  batchId: string | null
  url: string
}

/** Keeps the delivered pages of accounts that have switched their archive on. */
export interface Archiver {
  /** Whether the account's archive takes a page now. */
  takes(accountId: string): Promise<boolean>
  /** Archives a page; one that was archived before for the same job is replaced. */
  keep(page: DeliveredPage): Promise<void>
}

/** How long the state of an archive is good, in ms: one that was just switched on misses pages for so long at most. */
const FRESH_MS = 5_000
const MOST_ACCOUNTS = 10_000

export function createArchiver(sql: Queryable, { maxMb }: { maxMb: number }): Archiver {
  const known = createFreshAnswers<boolean>({ freshMs: FRESH_MS, most: MOST_ACCOUNTS })

  async function ask(accountId: string): Promise<boolean> {
    const { enabled, bytes } = await readArchive(sql, accountId, { maxMb })
    return enabled && bytes < maxMb * MEGABYTE
  }

  return {
    takes: (accountId) => known(accountId, () => ask(accountId)),
    async keep({ jobId, accountId, batchId, url, finalUrl, status, contentType, body }) {
      const packed = await compress(body)
      await sql.query({
        name: 'archive-page',
        text: KEEP,
        values: [jobId, accountId, batchId, url, finalUrl, status, contentType ?? null, packed],
      })
    },
  }
}

/** The place in its batch is the job's: a page may come back out of order. */
const KEEP = `
  INSERT INTO archived_page (job_id, account_id, batch_id, batch_index, url, final_url, status_code, content_type, body, bytes, kept_until)
  SELECT $1, $2, $3, (SELECT batch_index FROM job WHERE id = $1), $4, $5, $6, $7, $8, octet_length($8::bytea),
         now() + archive.retention_days * interval '1 day'
  FROM page_archive archive WHERE archive.account_id = $2 AND archive.enabled
  ON CONFLICT (job_id) DO UPDATE
    SET final_url = EXCLUDED.final_url, status_code = EXCLUDED.status_code, content_type = EXCLUDED.content_type,
        body = EXCLUDED.body, bytes = EXCLUDED.bytes, fetched_at = EXCLUDED.fetched_at, kept_until = EXCLUDED.kept_until`
