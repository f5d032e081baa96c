/**
 * Packages whose tests are measured, and the suites that hold them: those of the package, and of what stands on it where the package's
 * promises are kept there. `goal`: least share of mutants, in percent, that some suite must notice.
 */
export const MEASURED: Readonly<Record<string, { suites: readonly string[]; goal: number }>> = {
  billing: {
    suites: [
      'packages/billing',
      'packages/jobs',
      'packages/batches',
      'services/gateway/src/routes/billing',
      'services/gateway/src/routes/account',
    ],
    goal: 95,
  },
  egress: { suites: ['packages/egress'], goal: 95 },
  jobs: { suites: ['packages/jobs', 'packages/batches', 'packages/tier-worker'], goal: 85 },
  batches: { suites: ['packages/batches', 'packages/jobs', 'services/gateway/src/routes/batch'], goal: 85 },
  crawl: { suites: ['packages/crawl', 'services/gateway/src/routes/crawl'], goal: 85 },
  'outgoing-webhooks': {
    suites: ['packages/outgoing-webhooks', 'packages/webhook-endpoints', 'services/webhooks'],
    goal: 85,
  },
  'rate-limits': { suites: ['packages/rate-limits', 'services/gateway/src/limits'], goal: 85 },
  sessions: {
    suites: ['packages/sessions', 'packages/tier-worker/src/session', 'services/gateway/src/routes/session'],
    goal: 85,
  },
}
