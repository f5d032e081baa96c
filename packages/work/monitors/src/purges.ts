import { RETENTION } from '@gleaner/contracts/limits'
import { ago, expire } from '@gleaner/db'

/** Changes, and versions that a page has had before; checks go with their runs. */
export const MONITOR_PURGES = [
  expire({
    name: 'monitor-changes',
    table: 'monitor_change',
    by: 'created_at',
    before: ago(RETENTION.monitorMs),
  }),
  expire({
    name: 'monitor-versions',
    table: 'monitor_chain',
    by: 'ended_at',
    before: ago(RETENTION.monitorMs),
  }),
  expire({
    name: 'monitor-values',
    table: 'monitor_value',
    by: 'ended_at',
    before: ago(RETENTION.monitorMs),
  }),
  expire({ name: 'monitor-pictures', table: 'monitor_picture', by: 'kept_until', before: 'now()' }),
]
