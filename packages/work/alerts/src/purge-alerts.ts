import { ago, expire } from '@gleaner/db'
import { DAY_MS } from '@gleaner/runtime/units'

/** Counts are kept for as long as rules look back: a day, and the day before it. */
export const ALERT_PURGES = [
  expire({ name: 'alert-slots', table: 'alert_slot', by: 'starts_at', before: ago(3 * DAY_MS) }),
  expire({ name: 'alert-events', table: 'alert_event', by: 'created_at', before: ago(90 * DAY_MS) }),
]
