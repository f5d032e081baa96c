import { useInfiniteQuery } from '@tanstack/react-query'
import { gleaner } from '../../api/client.ts'
import { AuditTable } from '../../parts/audit-table.tsx'
import { ErrorNotice } from '../../parts/notice.tsx'

/** Who did what to the account, read on as one scrolls. */
export function OwnLog() {
  const log = useInfiniteQuery({
    queryKey: ['own-log'],
    queryFn: ({ signal, pageParam }) =>
      gleaner().auth.auditLog({ limit: 100, ...(pageParam && { cursor: pageParam }) }, { signal }),
    initialPageParam: '',
    getNextPageParam: ({ next_cursor }) => next_cursor,
  })
  return (
    <div class="stack">
      {log.error && <ErrorNotice error={log.error} again={() => log.refetch()} />}
      <AuditTable
        entries={log.data?.pages.flatMap(({ entries }) => entries)}
        onEnd={() => log.hasNextPage && !log.isFetching && log.fetchNextPage()}
      />
    </div>
  )
}
