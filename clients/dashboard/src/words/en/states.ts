/** What states are called, as the API names them. */
export const states: Record<string, string> = {
  active: 'active',
  cancelled: 'cancelled',
  completed: 'delivered',
  discovering: 'looking around',
  failed: 'failed',
  inactive: 'off',
  invalid: 'signed out',
  expired: 'expired',
  delivered: 'delivered',
  left_out: 'left out',
  retrying: 'tried again',
  paused: 'paused',
  partially_failed: 'partly failed',
  pending: 'waiting',
  pending_validation: 'being checked',
  processing: 'under way',
  running: 'under way',
  // Of attempts.
  success: 'delivered',
  skipped: 'skipped',
}
