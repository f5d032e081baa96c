/**
 * Packages whose tests are measured, and the suites that hold them: those of the package, and of what stands on it where the package's
 * promises are kept there. `goal`: least share of mutants, in percent, that some suite must notice.
 */
export const MEASURED: Readonly<Record<string, { suites: readonly string[]; goal: number }>> = {
  billing: {
    suites: [
      'packages/money/billing',
      'packages/work/jobs',
      'packages/work/batches',
      'services/gateway/src/routes/billing',
      'services/gateway/src/routes/account',
    ],
    goal: 95,
  },
  egress: { suites: ['packages/platform/egress'], goal: 95 },
  jobs: { suites: ['packages/work/jobs', 'packages/work/batches', 'packages/work/tier-worker'], goal: 85 },
  batches: {
    suites: ['packages/work/batches', 'packages/work/jobs', 'services/gateway/src/routes/batch'],
    goal: 85,
  },
  crawl: { suites: ['packages/work/crawl', 'services/gateway/src/routes/crawl'], goal: 85 },
  maps: { suites: ['packages/work/maps', 'services/gateway/src/routes/map'], goal: 85 },
  'outgoing-webhooks': {
    suites: ['packages/work/outgoing-webhooks', 'services/webhooks'],
    goal: 85,
  },
  'rate-limits': { suites: ['packages/money/rate-limits', 'services/gateway/src/limits'], goal: 85 },
  sessions: {
    suites: [
      'packages/work/sessions',
      'packages/work/tier-worker/src/session',
      'services/gateway/src/routes/session',
    ],
    goal: 85,
  },
}
