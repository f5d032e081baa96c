import { RETENTION } from '@gleaner/contracts/limits'
import { ago, expire } from '@gleaner/db'

export const TRACKING_PURGES = [
  expire({
    name: 'tracked-pages',
    table: 'tracked_page',
    by: 'seen_at',
    before: ago(RETENTION.changeTrackingMs),
  }),
]
