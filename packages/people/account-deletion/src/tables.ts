/**
 * Every table with an `account_id`, by what becomes of its rows when the account is deleted; a test compares this with the database.
 * Tables of users (`user_id`) follow the user by their foreign keys.
 */
export const TABLES = {
  /** Gone in the transaction that deletes the account, so that nothing of it works any more: some hundred rows at most. */
  atOnce: [
    'oauth_code',
    'oauth_device',
    'api_key',
    'beta_feature_enabled',
    'llm_key',
    'page_archive',
    'export_destination',
    'login_session',
    'manual_login',
    'proxy_integration',
    'template',
    'spend_limit',
    'webhook_endpoint',
    'alert_scope',
    'alert_rule',
    'support_ticket',
    'earlier_webhook_secret',
    'webhook_secret',
  ],
  /** Gone soon after, slice by slice: there may be millions of rows. */
  slices: [
    'idempotency_key',
    'llm_answer',
    'archived_page',
    'tracked_page',
    'usage_quarter',
    'usage_domain',
    'usage_day',
    'alert_slot',
    'alert_event',
    'webhook_delivery',
    'webhook_pace',
    'bulk_admission',
    'batch_day',
    'batch_day_host',
    'login_session_event',
    'search',
    'search_document',
    'search_index',
    'site_map',
    'monitor_change',
    'monitor_chain',
    'monitor_picture',
    'monitor_value',
    'monitor_page',
    'monitor_check',
    'monitor',
    'monitor_group',
    'schedule_run',
    'schedule',
    'export_run',
  ],
  /** Gone after their jobs have ended and their files are gone. */
  jobs: ['job', 'batch', 'crawl'],
  /** Of organizations alone, which their owner deletes. */
  organizations: ['organization', 'membership', 'invitation'],
  /**
   * Books, which have to stay: they name the account by its id, which leads to nobody any more. Checkouts hold the payment provider's
   * id of a payment, for refunds and disputes. What calls hold is given back soon, as always.
   */
  kept: [
    'balance',
    'call_hold',
    'ledger_entry',
    'ledger_checkpoint',
    'ledger_discrepancy',
    'checkout',
    'audit_entry',
  ],
} as const

/** Every other table with an `email`: what mails to the address of a deleted user left, gone in the transaction that deletes them. */
export const ADDRESS_TABLES = [
  'invitation',
  'password_reset_request',
  'pending_registration',
  'registration_request',
  'support_ticket',
] as const
