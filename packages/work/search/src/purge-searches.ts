import { RETENTION } from '@gleaner/contracts/limits'
import { ago, expire } from '@gleaner/db'

/** The index past the retention of results, the answers of searches past theirs, and searches whose ids are not remembered any more. */
export const SEARCH_PURGES = [
  expire({
    name: 'search-documents',
    table: 'search_document',
    by: 'fetched_at',
    before: ago(RETENTION.resultMs),
  }),
  expire({
    name: 'search-answers',
    table: 'search',
    by: 'created_at',
    before: ago(RETENTION.resultMs),
    where: 'answer IS NOT NULL',
    set: 'answer = NULL',
  }),
  expire({ name: 'searches', table: 'search', by: 'created_at', before: ago(RETENTION.jobMs) }),
]
