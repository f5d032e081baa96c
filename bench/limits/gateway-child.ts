import { createServer } from 'node:http'
import { config } from '@gleaner/gateway'
import { createApp } from '@gleaner/gateway/app'
import { createContext } from '@gleaner/gateway/context'
import type { RateLimits } from '@gleaner/rate-limits'
import { createMetrics, listen, loadConfig, silentLogger } from '@gleaner/runtime'

/** A gateway that tells its parent, whenever it asks, how much processor time it has used, in ms; `LIMITS=off`: one that lets all through. */
const settings = loadConfig(config, process.env)
const ctx = createContext(settings, {
  logger: silentLogger(),
  metrics: createMetrics({ service: 'gateway' }),
})
if (process.env.LIMITS === 'off') ctx.limits = letAllThrough()
const server = createServer(createApp(ctx))
await listen(server, { host: settings.HOST, port: settings.PORT, variable: 'PORT' })
process.on('message', () => {
  const { user, system } = process.cpuUsage()
  process.send!((user + system) / 1_000)
})
process.once('disconnect', () => process.exit())
process.send!('ready')

function letAllThrough(): RateLimits {
  const state = { requestsPerMinute: 1, remaining: 1, fullAt: new Date(), concurrency: 1, current: 0 }
  return {
    admit: async () => ({ kind: 'admitted', state, release() {} }),
    admitAddress: async () => 0,
    take: async () => ({ waitSeconds: 0, release() {} }),
    close() {},
  }
}
