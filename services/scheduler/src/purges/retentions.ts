/**
 * What becomes of the rows of every table in time: the purge that deletes them (`purges.ts`), or what they go with, or why they stay. A
 * test compares this with the schema and with the purges; docs/reference/retention.md is made of it. What becomes of them when their account
 * is deleted stands in packages/people/account-deletion/src/tables.ts.
 */
export type Retention =
  | {
      purges: readonly string[]
      /** For how long, as the page for operators says it. */
      keeps: string
      otherwise?: string
    }
  /** The row that takes it along: by a foreign key, or by the code that is named. */
  | { goesWith: string }
  /** Bounded by something that does not grow with use. */
  | { bounded: string }
  /** Grows for ever, and why that must be. */
  | { kept: string }

export const RETENTIONS: Record<string, Retention> = {
  account: { kept: 'the books name it; a deleted one keeps no name' },
  alert_event: { purges: ['alert-events'], keeps: '90 days' },
  alert_rule: { bounded: '50 for each account' },
  alert_scope: { bounded: 'one for each domain that a rule names, and for each schedule' },
  alert_slot: { purges: ['alert-slots'], keeps: '3 days' },
  api_key: {
    purges: ['revoked-keys', 'expired-keys'],
    keeps: '90 days after its end',
    otherwise: 'those that are live, 100 for an account',
  },
  app_user: { goesWith: 'account, when its user deletes it' },
  archived_page: {
    purges: ['archived-pages', 'emptied-archives'],
    keeps: 'as long as its account says, 30 days by default',
  },
  audit_entry: { purges: ['audit-entries'], keeps: 'two years' },
  balance: { bounded: 'one for each account' },
  batch: { purges: ['batches'], keeps: '31 days' },
  batch_day: { purges: ['batch-days'], keeps: '91 days' },
  batch_day_host: { purges: ['batch-day-hosts'], keeps: '91 days' },
  beta_feature: { bounded: 'the operator makes them' },
  beta_feature_enabled: { bounded: 'one for each account and feature' },
  blocked_domain: { bounded: 'the operator makes them, MAX_BLOCKED_DOMAINS at most' },
  bulk_admission: { bounded: 'one for each account' },
  call_hold: { goesWith: 'its call, or its expiry: the scheduler gives it back' },
  checkout: {
    purges: ['unpaid-checkouts'],
    keeps: '90 days, when it was not paid',
    otherwise: 'payments stay, as the ledger does: refunds, disputes and receipts need them',
  },
  crawl: { goesWith: 'batch' },
  crawl_findings: { purges: ['crawl-findings'], keeps: 'until the crawl has ended' },
  crawl_page: { purges: ['crawl-pages'], keeps: '31 days' },
  discarded_letter: { purges: ['discarded-letters'], keeps: '31 days' },
  domain_memory: { purges: ['domain-memory'], keeps: '30 days' },
  earlier_webhook_secret: {
    purges: ['earlier-webhook-secrets'],
    keeps: 'until it expires',
    otherwise: '8 for each account',
  },
  email_change: { purges: ['email-changes'], keeps: 'until it expires' },
  email_undo: { purges: ['email-undos'], keeps: '7 days' },
  export_destination: { bounded: '20 for each account' },
  export_line: { goesWith: 'export_object, or the end of its export' },
  export_object: { goesWith: 'export_run' },
  export_part: { goesWith: 'export_object, or the end of its export' },
  export_run: { purges: ['exports'], keeps: '31 days' },
  forgotten_file: { goesWith: 'its file: the scheduler deletes both' },
  idempotency_key: { purges: ['idempotency-keys'], keeps: '24 hours' },
  invitation: { goesWith: 'its expiry: each new invitation deletes some that have expired' },
  job: { purges: ['jobs'], keeps: '31 days' },
  job_page: { purges: ['pages'], keeps: '48 hours: a result is shown for 24, a cached answer for 24 more' },
  key_check: { bounded: 'one row' },
  known_mailbox: { kept: 'free credits come once for a mailbox; a keyed hash tells no address' },
  known_network: { bounded: 'some for each user, those that were seen last' },
  ledger_audit: { bounded: 'one row' },
  ledger_checkpoint: { bounded: 'one for each account' },
  ledger_discrepancy: { goesWith: 'what is wrong: the audit deletes what is in order again' },
  ledger_entry: {
    purges: ['ledger-folds'],
    keeps: '13 months whole, then one entry for each month, account and kind',
    otherwise:
      'the books: payments, and one entry for a month and kind of the others; a balance is their sum',
  },
  llm_answer: { purges: ['model-answers'], keeps: 'an hour' },
  llm_key: { bounded: '50 for each account' },
  login_session: {
    purges: ['deleted-sessions'],
    keeps: '90 days after it was deleted',
    otherwise: 'those that are not deleted, 50 for an account',
  },
  login_session_event: { purges: ['session-uses', 'session-events'], keeps: 'a year; uses 90 days' },
  login_session_validation: { purges: ['session-validations'], keeps: 'an hour' },
  manual_login: { purges: ['manual-logins'], keeps: 'a day' },
  mail: { goesWith: 'its delivery, or its expiry: the scheduler drops it' },
  mailbox_key: { bounded: 'one row' },
  membership: { bounded: 'one for each user of an organization' },
  monitor: { bounded: '1,000 for each account' },
  monitor_chain: {
    purges: ['monitor-versions'],
    keeps: '90 days after its page was watched last',
    otherwise: 'the versions of a page that goes on being watched',
  },
  monitor_change: { purges: ['monitor-changes'], keeps: '90 days' },
  monitor_check: { goesWith: 'its run of a schedule' },
  monitor_group: { bounded: '100 for each account' },
  monitor_page: { bounded: 'what a check finds: 1,000 of a list, 10,000 of a map' },
  monitor_picture: { purges: ['monitor-pictures'], keeps: '180 days' },
  monitor_value: {
    purges: ['monitor-values'],
    keeps: '90 days after it was another',
    otherwise: 'the values that fields of a watched page have',
  },
  oauth_client: {
    purges: ['oauth-clients'],
    keeps: '90 days after its last consent, when it made itself known and has no key',
    otherwise: 'those of the operator and of the house, and 10,000 that made themselves known',
  },
  oauth_code: {
    purges: ['oauth-codes'],
    keeps: 'until it expires',
    otherwise: 'one that gave a key goes with the key',
  },
  oauth_device: { purges: ['oauth-devices'], keeps: 'an hour after it expires' },
  organization: { goesWith: 'account, when its owner deletes it' },
  page_archive: { bounded: 'one for each account' },
  passkey: { bounded: '20 for each user' },
  provider_identity: { bounded: 'one for each person of the provider' },
  password_reset: { bounded: 'one for each user' },
  password_reset_request: { goesWith: 'its answer: the scheduler deletes it when it mails' },
  payment_event: { purges: ['payment-events'], keeps: 'a year' },
  payment_reversal: { kept: 'with its payment' },
  pending_registration: { purges: ['registrations'], keeps: 'until it expires' },
  proxy_authority: { bounded: 'one row' },
  proxy_integration: { bounded: '100 for each account' },
  recovery_code: { bounded: '10 for each user' },
  registration_request: { goesWith: 'its answer: the scheduler deletes it when it mails' },
  schedule: { bounded: '1,000 for each account' },
  schedule_run: { purges: ['schedule-runs'], keeps: '31 days' },
  search: { purges: ['search-answers', 'searches'], keeps: '31 days; its answer 24 hours' },
  search_document: { purges: ['search-documents'], keeps: '24 hours' },
  search_index: { bounded: 'one for each account' },
  second_factor: { bounded: 'one for each user' },
  sign_in_challenge: { purges: ['sign-in-challenges'], keeps: 'until it expires: 5 minutes' },
  service_beat: { purges: ['service-beats'], keeps: 'a day after its last word' },
  site_hour: { purges: ['site-hours'], keeps: '14 days' },
  site_map: { purges: ['maps'], keeps: '25 hours' },
  site_map_piece: { goesWith: 'site_map' },
  spend_limit: {
    purges: ['limits-of-ended-keys'],
    keeps: 'until its key has ended',
    otherwise: 'callers make and delete them: one for an account and for each key that is live',
  },
  support_message: { goesWith: 'support_ticket' },
  support_ticket: { purges: ['support-tickets'], keeps: 'a year after it changed last' },
  template: { bounded: '100 for each account' },
  tracked_page: { purges: ['tracked-pages'], keeps: '90 days after its last scrape' },
  usage_day: { purges: ['usage-days'], keeps: '100 days' },
  usage_domain: { purges: ['usage-domains'], keeps: 'this month and the last' },
  usage_quarter: { purges: ['usage-quarters'], keeps: 'two years' },
  user_session: { purges: ['sign-ins'], keeps: 'until it expires' },
  webhook_attempt: { goesWith: 'webhook_delivery' },
  webhook_delivery: { purges: ['webhook-deliveries'], keeps: '31 days' },
  webhook_endpoint: { bounded: '20 for each account' },
  webhook_pace: { bounded: 'one for each account' },
  webhook_secret: { bounded: 'one for each account' },
}
