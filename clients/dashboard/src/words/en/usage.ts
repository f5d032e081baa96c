import { pages } from './pages.ts'

/** Usage and money. */
export const usage = {
  title: pages.usage,
  lead: 'Requests that have ended, and what they cost.',
  empty: 'Nothing was asked for in this time.',
  days: { '7': '7 days', '30': '30 days', '90': '90 days', '365': '1 year' } as Record<string, string>,
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
    success: 'Success',
  },
  noTier: 'none delivered',
  noDomain: 'without a site',
  noKey: 'signed in, or a key that is gone',
  spent: 'Spent in this time',
  success: 'Delivered',
  download: 'Download as CSV',
  caps: {
    title: 'Other caps',
    lead: 'What the same requests would have cost under another cost_controls.max_tier. Only deliveries are charged, so a lower cap saves what it loses.',
    unknownHint:
      'Unknown: a tier that the cap allows was not tried, as when a request began with a browser. It may have delivered, for the credits given at most.',
    cut: (count: string) => `The latest ${count} requests of this time are counted.`,
    counted: (count: string) => `${count} requests that fetched a page. Jobs are kept for 31 days.`,
    maxCredits: 'Most credits of one request',
    maxCreditsHint: 'cost_controls.max_credits; empty: no cap',
    asItWas: 'as it was',
    upTo: (tier: string) => `up to tier ${tier}`,
    empty: 'Once pages were fetched, their attempts are replayed here under other caps.',
    columns: {
      cap: 'Cap',
      delivered: 'Delivered',
      lost: 'Lost',
      failed: 'Failed',
      unknown: 'Unknown',
      credits: 'Credits',
      atMost: 'and at most',
    },
  },
}
