import { RETENTION } from '@gleaner/contracts/limits'
import { ago, expire } from '@gleaner/db'

/** Deliveries, with their attempts, that are as old as jobs whose ids are forgotten. */
export const DELIVERY_PURGES = [
  expire({
    name: 'webhook-deliveries',
    table: 'webhook_delivery',
    by: 'created_at',
    before: ago(RETENTION.jobMs),
  }),
]
