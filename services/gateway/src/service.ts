import { createServer } from 'node:http'
import { SERVER_OPTIONS, writingKeyUses } from '@gleaner/http-api'
import { closeServer, endConnectionsOn, listen, type Service, type ServiceDeps } from '@gleaner/runtime'
import { createApp } from './app.ts'
import type { Config } from './config.ts'
import { createContext } from './context.ts'
import { forwardUpgrades } from './forward-upgrades.ts'
import { createProxyServer } from './proxy-port/proxy-server.ts'
import { isWebSocketUpgrade } from './upgrade-headers.ts'

export { config } from './config.ts'

/** Requests that are being answered get this long to finish; sync scrapes beyond it are cut and may be polled. */
const CLOSE_GRACE_MS = 10_000

const OPTIONS = {
  ...SERVER_OPTIONS,
  // Any other upgrade is an ordinary request whose client would have liked another protocol: Java's asks for h2c.
  shouldUpgradeCallback: isWebSocketUpgrade,
}

export function createService(config: Config, deps: ServiceDeps): Service {
  const draining = new AbortController()
  const ctx = createContext(config, deps, draining.signal)
  const server = createServer(OPTIONS, createApp(ctx))
  endConnectionsOn(draining.signal, server)
  forwardUpgrades(server, ctx)
  const { PROXY_MODE_PORT: proxyPort } = config
  const proxy = proxyPort === undefined ? undefined : createProxyServer(ctx)
  if (proxy) endConnectionsOn(draining.signal, proxy)
  const keyUsesWriting = writingKeyUses(ctx.keyUses, deps)

  return {
    name: 'gateway',
    checks: ctx.checks,
    partialChecks: ctx.partialChecks,
    report: ctx.report,
    drain: () => draining.abort(),
    async start() {
      await ctx.keys.start()
      keyUsesWriting.start()
      await ctx.blockedDomains.start()
      await listen(server, { host: config.HOST, port: config.PORT, variable: 'PORT' })
      if (proxy) await listen(proxy, { host: config.HOST, port: proxyPort!, variable: 'PROXY_MODE_PORT' })
    },
    async stop() {
      draining.abort()
      // Whoever follows something comes back to another gateway, and goes on where they were.
      for (const response of ctx.forwarded) response.end()
      await Promise.all([server, ...(proxy ? [proxy] : [])].map((each) => closeServer(each, CLOSE_GRACE_MS)))
      await keyUsesWriting.stop()
      await ctx.close()
    },
  }
}
