import { gleaner } from '../../api/client.ts'
import { useList, withRows } from '../../api/use-list.ts'
import { AuditTable } from '../../parts/audit-table.tsx'
import { ErrorNotice } from '../../parts/notice.tsx'

/** Who did what to the account, read on as one scrolls. */
export function OwnLog() {
  const log = useList(['own-log'], async (page, signal) =>
    withRows('entries', await gleaner().auth.auditLog(page, { signal })),
  )
  return (
    <div class="stack">
      {log.error && <ErrorNotice error={log.error} again={() => log.refetch()} />}
      <AuditTable entries={log.rows} onEnd={log.onEnd} />
    </div>
  )
}
