import { eachSlice, expire, type Purge } from '@gleaner/db'

const SLICE = 200

/** Pages of archives that were emptied. */
const emptied: Purge = {
  name: 'emptied-archives',
  run: async (db, endAt) =>
    await eachSlice(
      db,
      endAt,
      `DELETE FROM archived_page WHERE job_id IN (
         SELECT page.job_id FROM page_archive archive
         JOIN archived_page page ON page.account_id = archive.account_id AND page.fetched_at <= archive.emptied_at
         WHERE archive.emptied_at IS NOT NULL LIMIT ${SLICE})`,
    ),
}

export const ARCHIVE_PURGES: readonly Purge[] = [
  expire({ name: 'archived-pages', table: 'archived_page', by: 'kept_until', before: 'now()' }),
  emptied,
]
