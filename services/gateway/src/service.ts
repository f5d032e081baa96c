import { createServer } from 'node:http'
import { closeServer, listen, type Service, type ServiceDeps } from '@gleaner/runtime'
import { createApp } from './app.ts'
import type { Config } from './config.ts'
import { createContext } from './context.ts'
import { forwardUpgrades } from './forward-upgrades.ts'

export { config } from './config.ts'

/** Requests that are being answered get this long to finish; sync scrapes beyond it are cut and may be polled. */
const CLOSE_GRACE_MS = 10_000

export function createService(config: Config, deps: ServiceDeps): Service {
  const ctx = createContext(config, deps)
  const server = createServer(createApp(ctx))
  // Longer than the idle time-outs of load balancers (60 s is common), so that it is they who close first.
  server.keepAliveTimeout = 75_000
  server.headersTimeout = 80_000
  server.requestTimeout = 60_000
  forwardUpgrades(server, ctx)

  return {
    name: 'gateway',
    checks: ctx.checks,
    async start() {
      await listen(server, { host: config.HOST, port: config.PORT, variable: 'PORT' })
    },
    async stop() {
      await closeServer(server, CLOSE_GRACE_MS)
      await ctx.close()
    },
  }
}
