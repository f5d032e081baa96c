import { isAhead } from '@gleaner/db'

/** SQL condition: the row `page` of `archived_page` can be found, the row `archive` of `page_archive` being its account's. */
export const IN_ARCHIVE = `${isAhead('page.kept_until')} AND (archive.emptied_at IS NULL OR page.fetched_at > archive.emptied_at)`
