import { ago, expire } from '@gleaner/db'
import { DAY_MS } from '@gleaner/runtime/units'

/** Last words of services are kept for a day. */
export const BEAT_PURGES = [
  expire({ name: 'service-beats', table: 'service_beat', by: 'seen_at', before: ago(DAY_MS) }),
]
