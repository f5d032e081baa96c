/** Every service that a whole fleet has, and what stands still without it. */
export const FLEET = {
  gateway: 'answers the API',
  realtime: 'streams events to listeners',
  webhooks: 'delivers webhooks',
  scheduler: 'admits bulk work, runs schedules, sends mails, audits the ledger',
  'tier-1-curl': 'fetches at tier 1',
  'tier-2-http': 'fetches at tier 2',
  'tier-3-stealth': "fetches at tier 3, with a browser's fingerprint",
  crawler: 'finds the pages of crawls and maps',
  exporter: 'writes exports',
  'tier-4-browser': 'fetches at tiers 3.5 and 4, with a browser',
  'tier-5-captcha': 'fetches at tier 5, past challenges',
} as const satisfies Record<string, string>

export type FleetService = keyof typeof FLEET
