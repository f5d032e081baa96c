import { RETENTION } from '@gleaner/contracts/limits'
import { ago, expire, NOW } from '@gleaner/db'

/** Deliveries, with their attempts, that are as old as jobs whose ids are forgotten; and secrets that sign no more. */
export const DELIVERY_PURGES = [
  expire({
    name: 'webhook-deliveries',
    table: 'webhook_delivery',
    by: 'created_at',
    before: ago(RETENTION.jobMs),
  }),
  expire({
    name: 'earlier-webhook-secrets',
    table: 'earlier_webhook_secret',
    by: 'signs_until',
    before: NOW,
  }),
]
