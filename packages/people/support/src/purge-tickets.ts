import { ago, expire } from '@gleaner/db'
import { DAY_MS } from '@gleaner/runtime/units'

/** Tickets, with their messages, that nobody has written to for a year. */
export const TICKET_PURGES = [
  expire({ name: 'support-tickets', table: 'support_ticket', by: 'updated_at', before: ago(365 * DAY_MS) }),
]
