/** A table whose rows are exported. */
export interface ExportedTable {
  from: string
  /** The column that says whose a row is: the account, or the row above. */
  by: string
  /** Columns that are left out: what is sealed, what proves somebody, and what means nothing outside. */
  omit?: readonly string[]
  /** Rows that are read at once; default 200. */
  atOnce?: number
  /** Tables whose rows belong to a row of this one, by its id or the column `of`. */
  parts?: readonly (ExportedTable & { of?: string })[]
}

/** What an account is given of itself: with NOT_EXPORTED every table of the database, which a test compares. */
export const EXPORTED: readonly ExportedTable[] = [
  { from: 'account', by: 'id', omit: ['erase_at', 'erase_failures', 'erased_at'] },
  {
    from: 'app_user',
    by: 'account_id',
    omit: ['password_hash', 'password_version'],
    parts: [
      { from: 'user_session', by: 'user_id', omit: ['family_hash', 'token_hash', 'previous_hash'] },
      { from: 'membership', by: 'user_id' },
      { from: 'passkey', by: 'user_id', omit: ['credential_id', 'public_key', 'counter'] },
      { from: 'provider_identity', by: 'user_id' },
      { from: 'second_factor', by: 'user_id', omit: ['secret', 'last_step'] },
      {
        from: 'support_ticket',
        by: 'email',
        of: 'email',
        parts: [{ from: 'support_message', by: 'ticket_id' }],
      },
    ],
  },
  { from: 'organization', by: 'account_id' },
  { from: 'membership', by: 'account_id' },
  { from: 'invitation', by: 'account_id', omit: ['token_hash'] },
  { from: 'api_key', by: 'account_id', omit: ['hash', 'previous_hash'] },
  { from: 'beta_feature_enabled', by: 'account_id' },
  { from: 'spend_limit', by: 'account_id' },
  { from: 'balance', by: 'account_id' },
  { from: 'ledger_entry', by: 'account_id' },
  { from: 'call_hold', by: 'account_id' },
  {
    from: 'checkout',
    by: 'account_id',
    parts: [{ from: 'payment_reversal', by: 'checkout_id' }],
  },
  { from: 'usage_quarter', by: 'account_id' },
  { from: 'usage_domain', by: 'account_id' },
  { from: 'usage_day', by: 'account_id' },
  { from: 'audit_entry', by: 'account_id' },
  { from: 'proxy_integration', by: 'account_id', omit: ['url'] },
  { from: 'llm_key', by: 'account_id', omit: ['secret'] },
  { from: 'llm_answer', by: 'account_id', omit: ['question_hash'] },
  { from: 'template', by: 'account_id' },
  {
    from: 'login_session',
    by: 'account_id',
    omit: ['data_key', 'secret'],
    parts: [{ from: 'login_session_validation', by: 'session_id' }],
  },
  { from: 'login_session_event', by: 'account_id' },
  {
    from: 'job',
    by: 'account_id',
    omit: ['secrets', 'cache_key'],
    // A page may have 10 MB.
    parts: [{ from: 'job_page', by: 'job_id', atOnce: 2 }],
  },
  { from: 'batch', by: 'account_id', omit: ['webhook_headers'] },
  { from: 'batch_day', by: 'account_id' },
  { from: 'batch_day_host', by: 'account_id' },
  {
    from: 'crawl',
    by: 'account_id',
    omit: ['secrets'],
    parts: [{ from: 'crawl_page', by: 'crawl_id', omit: ['key', 'signature'] }],
  },
  { from: 'page_archive', by: 'account_id' },
  // What was fetched, compressed: POST /extract reads it.
  { from: 'archived_page', by: 'account_id', omit: ['body'] },
  // What a page was, compressed: scrapes with `change_tracking` are compared with it.
  { from: 'tracked_page', by: 'account_id', omit: ['key', 'version'] },
  { from: 'search', by: 'account_id' },
  { from: 'search_document', by: 'account_id', omit: ['url_key', 'words'] },
  { from: 'search_index', by: 'account_id' },
  { from: 'manual_login', by: 'account_id', omit: ['ticket_hash', 'channel_key'] },
  { from: 'site_map', by: 'account_id' },
  { from: 'webhook_endpoint', by: 'account_id', omit: ['headers'] },
  {
    from: 'webhook_delivery',
    by: 'account_id',
    omit: ['destination', 'body_hash'],
    parts: [{ from: 'webhook_attempt', by: 'delivery_id' }],
  },
  { from: 'alert_rule', by: 'account_id', omit: ['secrets'] },
  { from: 'alert_slot', by: 'account_id' },
  { from: 'alert_event', by: 'account_id' },
  {
    from: 'schedule',
    by: 'account_id',
    omit: ['secrets'],
    parts: [{ from: 'schedule_run', by: 'schedule_id' }],
  },
  { from: 'monitor', by: 'account_id' },
  { from: 'monitor_group', by: 'account_id', omit: ['secrets'] },
  { from: 'monitor_check', by: 'account_id' },
  { from: 'monitor_page', by: 'account_id', omit: ['key'] },
  { from: 'monitor_value', by: 'account_id', omit: ['key'] },
  // The pictures themselves: GET /monitors/{monitor_id}/changes/{change_id}/picture.png.
  { from: 'monitor_picture', by: 'account_id' },
  { from: 'monitor_change', by: 'account_id', omit: ['key'] },
  { from: 'export_destination', by: 'account_id', omit: ['secret'] },
  { from: 'export_run', by: 'account_id' },
  { from: 'support_ticket', by: 'account_id', parts: [{ from: 'support_message', by: 'ticket_id' }] },
]

/** Tables that are left out, and why. */
export const NOT_EXPORTED: Readonly<Record<string, string>> = {
  alert_scope: 'counters, which its rules and slots tell',
  beta_feature: "the operator's",
  blocked_domain: "the operator's",
  bulk_admission: 'a counter of the scheduler',
  crawl_findings: 'what its pages tell, until the crawl has taken it',
  discarded_letter: "the operator's",
  domain_memory: 'of no account',
  earlier_webhook_secret: 'sealed',
  monitor_chain: 'versions of pages, by what they differ in: GET /monitors/{monitor_id}/snapshots reads them',
  email_change: 'an address for a day',
  email_undo: 'hashes, of addresses that were given up',
  export_line: 'where an export goes on',
  export_object: 'what an export has written, which its run tells',
  export_part: 'of an upload that goes on',
  forgotten_file: 'names of files that are about to go',
  idempotency_key: 'replies, sealed, for a day',
  key_check: 'of no account',
  service_beat: 'of no account',
  site_hour: 'of no account',
  proxy_authority: 'of no account',
  known_mailbox: 'a keyed hash, of nobody',
  known_network: 'keyed hashes',
  ledger_audit: 'of no account',
  ledger_checkpoint: 'sums of the ledger',
  ledger_discrepancy: 'of the audit of the ledger',
  mail: 'sealed, until it is sent',
  mailbox_key: 'sealed',
  oauth_client: 'of tools, and of no account',
  oauth_device: 'hashes of codes that live for minutes',
  oauth_code: 'hashes of codes that live for minutes',
  password_reset: 'a hash that lives for an hour',
  password_reset_request: 'an address, for seconds',
  payment_event: 'of no account',
  pending_registration: 'of nobody yet',
  recovery_code: 'hashes',
  registration_request: 'of nobody yet',
  sign_in_challenge: 'hashes that live for minutes',
  site_map_piece: 'the reply of a map, for a day: GET /map/{map_id} gives it',
  webhook_pace: 'a counter of the dispatcher',
  webhook_secret: 'sealed: GET /webhooks/secret gives it',
}
