import { ACCOUNT_PURGES } from '@gleaner/accounts'
import { ALERT_PURGES } from '@gleaner/alerts'
import { AUDIT_PURGES } from '@gleaner/audit-log'
import { BATCH_PURGES } from '@gleaner/batches'
import { FOLDS, LIMIT_PURGES, USAGE_PURGES } from '@gleaner/billing'
import { TRACKING_PURGES } from '@gleaner/change-tracking'
import { BEAT_PURGES } from '@gleaner/connections'
import { CRAWL_PURGES } from '@gleaner/crawl/purge-crawls'
import type { Purge } from '@gleaner/db'
import { EXPORT_PURGES } from '@gleaner/exports'
import { JOB_PURGES, SITE_PURGES } from '@gleaner/jobs'
import { ANSWER_PURGES } from '@gleaner/llm'
import { MANUAL_LOGIN_PURGES } from '@gleaner/manual-logins'
import { MAP_PURGES } from '@gleaner/maps/life'
import { MONITOR_PURGES } from '@gleaner/monitors'
import { CODE_PURGES } from '@gleaner/oauth'
import { LETTER_PURGES } from '@gleaner/operator'
import { DELIVERY_PURGES } from '@gleaner/outgoing-webhooks'
import { ARCHIVE_PURGES } from '@gleaner/page-archive'
import { PAYMENT_PURGES } from '@gleaner/payments'
import { SCHEDULE_PURGES } from '@gleaner/schedules'
import { SEARCH_PURGES } from '@gleaner/search'
import { SESSION_PURGES } from '@gleaner/sessions'
import { TICKET_PURGES } from '@gleaner/support'

/** Every purge of the database. `retentions.ts` says which one is whose. */
export const PURGES: readonly Purge[] = [
  ...SEARCH_PURGES,
  ...JOB_PURGES,
  ...SITE_PURGES,
  ...CRAWL_PURGES,
  ...BATCH_PURGES,
  ...DELIVERY_PURGES,
  ...MANUAL_LOGIN_PURGES,
  ...MAP_PURGES,
  ...ARCHIVE_PURGES,
  ...TRACKING_PURGES,
  ...SCHEDULE_PURGES,
  ...MONITOR_PURGES,
  ...EXPORT_PURGES,
  ...ANSWER_PURGES,
  ...SESSION_PURGES,
  ...ALERT_PURGES,
  ...TICKET_PURGES,
  ...CODE_PURGES,
  ...ACCOUNT_PURGES,
  ...PAYMENT_PURGES,
  ...LIMIT_PURGES,
  ...USAGE_PURGES,
  ...FOLDS,
  ...AUDIT_PURGES,
  ...BEAT_PURGES,
  ...LETTER_PURGES,
]
