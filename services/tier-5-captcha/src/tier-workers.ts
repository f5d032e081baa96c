import {
  createBrowserPool,
  createCaptchaFetcher,
  createChromiumCheck,
  reportConfinement,
} from '@gleaner/browser-tiers'
import { MEGABYTE } from '@gleaner/runtime/units'
import type { CreateTierWorkers } from '@gleaner/tier-worker'
import type { Config } from './config.ts'

/** Solving takes long and is asked for rarely. Half of it is the most that one account gets. */
const CONCURRENCY = 4

export const createTierWorkers: CreateTierWorkers<Config> = (config, deps) => {
  const pages = config.BROWSER_PAGES || CONCURRENCY
  const pool = createBrowserPool({
    egress: deps.egress,
    executablePath: config.CHROMIUM_PATH,
    maxPages: pages,
    networkNamespace: config.BROWSER_NETWORK_NAMESPACE,
    budgets: {
      memoryBytes: config.BROWSER_PAGE_MEMORY_MB * MEGABYTE,
      cpuMs: config.BROWSER_PAGE_CPU,
    },
  })
  const fetcher = createCaptchaFetcher({ pool, solver: solverOf(config) })
  const close = async () => void (await Promise.all([fetcher.close(), pool.close()]))
  const checks = { chromium: createChromiumCheck(pool, config.CHROMIUM_PATH) }
  const prepare = async () => reportConfinement(await pool.confinement(), deps)
  return [
    { tier: '5', fetcher: { ...fetcher, close }, concurrency: pages, checks, vitals: pool.vitals, prepare },
  ]
}

/** Without a key for it there is no solver; a challenge that needs one is then reported as not solved. */
function solverOf({ CAPTCHA_SOLVER_URL: url, CAPTCHA_SOLVER_KEY: apiKey }: Config) {
  return url && apiKey ? { url, apiKey } : undefined
}
