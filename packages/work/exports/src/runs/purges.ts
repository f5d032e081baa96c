import { RETENTION } from '@gleaner/contracts/limits'
import { ago, expire } from '@gleaner/db'

/** Exports are shown as long as the jobs that they were of. */
export const EXPORT_PURGES = [
  expire({ name: 'exports', table: 'export_run', by: 'created_at', before: ago(RETENTION.jobMs) }),
]
