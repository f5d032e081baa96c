/** Usage and money. */
export const usage = {
  title: 'Usage',
  lead: 'Requests that have ended, and what they cost.',
  empty: 'Nothing was asked for in this time.',
  days: { '7': '7 days', '30': '30 days', '90': '90 days' } as Record<string, string>,
  period: 'Time',
  by: { day: 'By day', tier: 'By tier', domain: 'By site', key: 'By key', kind: 'By kind' } as Record<
    string,
    string
  >,
  columns: {
    group: '',
    requests: 'Requests',
    completed: 'Delivered',
    failed: 'Failed',
    cached: 'Cached',
    credits: 'Credits',
  },
  noTier: 'none delivered',
  noDomain: 'without a site',
  noKey: 'signed in, or a key that is gone',
  spent: 'Spent in this time',
  success: 'Delivered',
  topUp: 'Top up',
  topUpHint: 'In US dollars',
  amount: 'Amount',
  download: 'Download as CSV',
}
