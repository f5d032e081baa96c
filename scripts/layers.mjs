/**
 * Which floor of the house each package stands on. A package may use packages of lower floors only, so there are no
 * circles, and what lies low can be read and tested by itself. docs/architecture.md tells what each one is for.
 */
export const LAYERS = {
  contracts: 0,
  runtime: 0,
  'local-servers': 0,
  'target-site': 0,
  security: 1,
  db: 1,
  queue: 1,
  extract: 1,
  sdk: 1,
  storage: 2,
  egress: 2,
  accounts: 2,
  proxies: 2,
  billing: 2,
  sessions: 2,
  cli: 2,
  mcp: 2,
  dashboard: 2,
  testkit: 2,
  'fetch-engine': 3,
  jobs: 3,
  'tier-worker': 4,
  admin: 4,
  crawl: 4,
  automation: 4,
  gateway: 5,
  'tier-1-curl': 5,
  'tier-2-http': 5,
  'tier-3-stealth': 5,
  'tier-4-browser': 5,
  'tier-5-captcha': 5,
  webhooks: 5,
  realtime: 5,
  scheduler: 5,
  devstack: 6,
  bench: 7,
}

/** Throw-away databases and whatever else only tests need. The bench is a test as well. */
export const TEST_ONLY = { package: 'testkit', users: ['bench'] }
