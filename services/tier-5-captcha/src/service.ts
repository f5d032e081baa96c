import { createCaptchaFetcher } from '@gleaner/fetch-engine/captcha/fetcher'
import type { Service, ServiceDeps } from '@gleaner/runtime'
import { createTierService } from '@gleaner/tier-worker'
import type { Config } from './config.ts'

export { config } from './config.ts'

/** Solving takes long and is asked for rarely. Half of it is the most that one account gets. */
const CONCURRENCY = 4

export function createService(config: Config, deps: ServiceDeps): Service {
  return createTierService('tier-5-captcha', config, deps, ({ egress }) => {
    const pages = config.BROWSER_PAGES || CONCURRENCY
    const fetcher = createCaptchaFetcher({
      egress,
      executablePath: config.CHROMIUM_PATH,
      maxPages: pages,
      solver: solverOf(config),
    })
    return [{ tier: '5', fetcher, concurrency: pages }]
  })
}

/** Without a key for it there is no solver; a challenge that needs one is then reported as what it is. */
function solverOf({ CAPTCHA_SOLVER_URL: url, CAPTCHA_SOLVER_KEY: apiKey }: Config) {
  return url && apiKey ? { url, apiKey } : undefined
}
