export interface MetricEntry {
  type: 'counter' | 'gauge' | 'histogram'
  unit: 'seconds' | 'seconds since 1970' | 'bytes' | 'ratio' | '0 or 1' | 'count'
  meaning: string
  /** What each label tells; every series of a service carries `service` as well. */
  labels: Readonly<Record<string, string>>
  /** Of the process as a whole: without the label `service`. */
  ofProcess?: true
}

const TIER = 'the tier'
const ATTEMPT = {
  tier: TIER,
  result: '`delivered`, or why nothing was (`blocked`, `timeout`, `network_error` …)',
}
const VALIDATION = {
  stage: '`http` or `browser`',
  result: '`valid`, `invalid`, `unknown` or `passed_on` to a browser',
}
const PURGE = { purge: 'the purge' }

/** Every metric that `/metrics` shows: code makes its metrics by these names alone, and docs/reference/metrics.md is made of them. */
export const METRICS = {
  gleaner_http_request_seconds: {
    type: 'histogram',
    unit: 'seconds',
    meaning: 'Duration of API requests.',
    labels: {
      method: 'the HTTP method',
      route: 'path as it is declared, or `none`',
      status: 'the HTTP status; 499 where the caller left',
    },
  },
  gleaner_http_requests_open: {
    type: 'gauge',
    unit: 'count',
    meaning: 'API requests that are being answered.',
    labels: {},
  },
  gleaner_http_tokens_total: {
    type: 'counter',
    unit: 'count',
    meaning: 'Rate-limit tokens that authenticated requests cost.',
    labels: { route: 'path as it is declared, or `none`' },
  },
  gleaner_limits_refused_total: {
    type: 'counter',
    unit: 'count',
    meaning: 'Requests that were refused for a limit.',
    labels: { limit: '`tokens` of the key, `accountTokens`, `window` or `slots`' },
  },
  gleaner_limits_enforced: {
    type: 'gauge',
    unit: '0 or 1',
    meaning:
      'Whether rate limits can be checked. At 0 Redis does not answer: reads have no limits, new work is refused.',
    labels: {},
  },
  gleaner_alert_checks_total: {
    type: 'counter',
    unit: 'count',
    meaning: 'Alert rules that were looked at.',
    labels: {},
  },
  gleaner_alerts_total: {
    type: 'counter',
    unit: 'count',
    meaning: 'Alerts of accounts that have fired or were resolved.',
    labels: { status: '`fired` or `resolved`' },
  },
  gleaner_schedule_runs_total: {
    type: 'counter',
    unit: 'count',
    meaning: 'Runs of schedules that have ended.',
    labels: { state: 'how: `completed`, `partially_failed`, `failed`, `cancelled`, or why it was skipped' },
  },
  gleaner_monitor_pages_total: {
    type: 'counter',
    unit: 'count',
    meaning: 'Pages that checks of monitors have judged.',
    labels: { state: '`new`, `same`, `changed`, `removed` or `error`' },
  },
  gleaner_schedule_lag_seconds: {
    type: 'gauge',
    unit: 'seconds',
    meaning: 'For how long the oldest run that has not begun has been due.',
    labels: {},
  },
  gleaner_streams_open: { type: 'gauge', unit: 'count', meaning: 'Event streams that are open.', labels: {} },
  gleaner_websockets_open: { type: 'gauge', unit: 'count', meaning: 'WebSockets that are open.', labels: {} },
  gleaner_websockets_closed_total: {
    type: 'counter',
    unit: 'count',
    meaning: 'WebSockets that were closed.',
    labels: { code: 'the close code, or `other`' },
  },
  gleaner_manual_logins_open: {
    type: 'gauge',
    unit: 'count',
    meaning: 'Browsers in which somebody signs in by hand.',
    labels: {},
  },
  gleaner_manual_logins_total: {
    type: 'counter',
    unit: 'count',
    meaning: 'Logins by hand that have ended.',
    labels: { result: 'kept, ended, idle, expired or failed' },
  },
  gleaner_attempts_total: { type: 'counter', unit: 'count', meaning: 'Fetch attempts.', labels: ATTEMPT },
  gleaner_attempt_seconds: {
    type: 'histogram',
    unit: 'seconds',
    meaning: 'Duration of fetch attempts.',
    labels: ATTEMPT,
  },
  gleaner_jobs_open: {
    type: 'gauge',
    unit: 'count',
    meaning: 'Jobs on the queue of a tier, or worked on by it.',
    labels: { tier: TIER },
  },
  gleaner_job_oldest_seconds: {
    type: 'gauge',
    unit: 'seconds',
    meaning:
      'For how long the oldest job that no worker of the tier has taken has been queued; 0 without any.',
    labels: { tier: TIER },
  },
  gleaner_batch_items_open: {
    type: 'gauge',
    unit: 'count',
    meaning: 'Items of batches that have not ended, with those that wait for their admission.',
    labels: {},
  },
  gleaner_jobs_requeued_total: {
    type: 'counter',
    unit: 'count',
    meaning: 'Jobs whose message was lost, and that were queued again.',
    labels: {},
  },
  gleaner_jobs_overdue_total: {
    type: 'counter',
    unit: 'count',
    meaning: 'Jobs past their deadline that no worker had at hand, and that were ended.',
    labels: {},
  },
  gleaner_browser_confined: {
    type: 'gauge',
    unit: '0 or 1',
    meaning: 'Whether Chromium is confined by it.',
    labels: { by: '`network_namespace`, `sandbox` or `own_user`' },
  },
  gleaner_session_validations_total: {
    type: 'counter',
    unit: 'count',
    meaning: 'Stages of validations of sessions that have ended.',
    labels: VALIDATION,
  },
  gleaner_session_validation_seconds: {
    type: 'histogram',
    unit: 'seconds',
    meaning: 'Duration of the requests of one stage of a validation.',
    labels: VALIDATION,
  },
  gleaner_sessions_tended_total: {
    type: 'counter',
    unit: 'count',
    meaning: 'Sessions that the scheduler has tended.',
    labels: {
      what: '`expired`; validation `begun` after failed uses, `requeued` after Redis lost its message, or `overdue` without a worker',
    },
  },
  gleaner_webhook_deliveries_total: {
    type: 'counter',
    unit: 'count',
    meaning: 'Attempts to deliver webhooks.',
    labels: { result: 'what the delivery is then: `delivered`, `retrying`, `failed` or `cancelled`' },
  },
  gleaner_webhook_attempt_seconds: {
    type: 'histogram',
    unit: 'seconds',
    meaning: 'Time until a receiver had answered.',
    labels: {},
  },
  gleaner_webhook_oldest_due_seconds: {
    type: 'gauge',
    unit: 'seconds',
    meaning:
      "For how long the webhook that waits longest has been due; those that wait for their account's own rate do not count.",
    labels: {},
  },
  gleaner_exports_total: {
    type: 'counter',
    unit: 'count',
    meaning: 'Turns of exports.',
    labels: {
      format: 'what is written',
      result:
        '`completed`, `failed` or `cancelled`; `postponed` to another turn, or `lost` to another process',
    },
  },
  gleaner_mails_total: {
    type: 'counter',
    unit: 'count',
    meaning: 'Attempts to send mails.',
    labels: { result: '`sent`, `postponed` or `dropped`' },
  },
  gleaner_payment_events_total: {
    type: 'counter',
    unit: 'count',
    meaning: 'Events of the payment provider.',
    labels: {
      type: "the provider's name of the event, or `other`",
      outcome: '`applied`, `unchanged`, `repeated`, `ignored`, `not_ours`, `mismatch` or `no_account`',
    },
  },
  gleaner_ledger_discrepancies: {
    type: 'gauge',
    unit: 'count',
    meaning: 'Discrepancies between ledger, balances and jobs; absent while they cannot be looked for.',
    labels: {},
  },
  gleaner_ledger_audit_success_timestamp_seconds: {
    type: 'gauge',
    unit: 'seconds since 1970',
    meaning: 'When the last turn of the audit ended well.',
    labels: {},
  },
  gleaner_ledger_audit_pass_timestamp_seconds: {
    type: 'gauge',
    unit: 'seconds since 1970',
    meaning: 'When everything had been looked at again for the last time.',
    labels: {},
  },
  gleaner_loop_success_timestamp_seconds: {
    type: 'gauge',
    unit: 'seconds since 1970',
    meaning: 'When a loop of the service last ran without a fault; at first, when it was started.',
    labels: { loop: 'the loop' },
  },
  gleaner_loop_failures_total: {
    type: 'counter',
    unit: 'count',
    meaning: 'Runs of a loop that have failed. The loop goes on.',
    labels: { loop: 'the loop' },
  },
  gleaner_purge_success_timestamp_seconds: {
    type: 'gauge',
    unit: 'seconds since 1970',
    meaning: 'When a purge last left nothing behind that has expired.',
    labels: PURGE,
  },
  gleaner_purged_rows_total: {
    type: 'counter',
    unit: 'count',
    meaning: 'Rows (or files) that a purge deleted.',
    labels: PURGE,
  },
  gleaner_purge_failures_total: {
    type: 'counter',
    unit: 'count',
    meaning: 'Turns of a purge that failed.',
    labels: PURGE,
  },
  gleaner_erasures_open: {
    type: 'gauge',
    unit: 'count',
    meaning: 'Deleted accounts of which something may be left.',
    labels: {},
  },
  gleaner_erasures_failing: {
    type: 'gauge',
    unit: 'count',
    meaning: 'Deleted accounts that could not be erased when it was tried last.',
    labels: {},
  },
  gleaner_erasure_oldest_seconds: {
    type: 'gauge',
    unit: 'seconds',
    meaning: 'How long ago the oldest deleted account that is not erased was deleted; 0 without any.',
    labels: {},
  },
  gleaner_clock_skew_seconds: {
    type: 'gauge',
    unit: 'seconds',
    meaning:
      "How far this machine's clock is ahead of the database's. The process corrects for it; set the clock all the same.",
    labels: {},
    ofProcess: true,
  },
  gleaner_build_info: {
    type: 'gauge',
    unit: '0 or 1',
    meaning: 'What runs; always 1.',
    labels: { version: 'of Gleaner', node: 'of Node' },
    ofProcess: true,
  },
  process_cpu_seconds_total: {
    type: 'counter',
    unit: 'seconds',
    meaning: 'User and system CPU time spent.',
    labels: {},
    ofProcess: true,
  },
  process_resident_memory_bytes: {
    type: 'gauge',
    unit: 'bytes',
    meaning: 'Resident memory.',
    labels: {},
    ofProcess: true,
  },
  process_start_time_seconds: {
    type: 'gauge',
    unit: 'seconds since 1970',
    meaning: 'When the process started.',
    labels: {},
    ofProcess: true,
  },
  nodejs_heap_size_used_bytes: {
    type: 'gauge',
    unit: 'bytes',
    meaning: 'Used heap.',
    labels: {},
    ofProcess: true,
  },
  nodejs_active_resources: {
    type: 'gauge',
    unit: 'count',
    meaning: 'Open handles and requests.',
    labels: {},
    ofProcess: true,
  },
  nodejs_eventloop_utilization: {
    type: 'gauge',
    unit: 'ratio',
    meaning: 'Share of the time since the last reading that the event loop was busy.',
    labels: {},
    ofProcess: true,
  },
} as const satisfies Record<string, MetricEntry>

type Catalog = typeof METRICS

/** Names of the services' metrics of one type. */
export type MetricName<Type extends MetricEntry['type']> = {
  [Name in keyof Catalog]: Catalog[Name] extends { ofProcess: true }
    ? never
    : Catalog[Name]['type'] extends Type
      ? Name
      : never
}[keyof Catalog]

export type ProcessMetricName = {
  [Name in keyof Catalog]: Catalog[Name] extends { ofProcess: true } ? Name : never
}[keyof Catalog]

/** The labels that a series of the metric must have, and no others. */
export type LabelsOf<Name extends keyof Catalog> = Record<keyof Catalog[Name]['labels'], string | number>
