import { createServer } from 'node:http'
import { SERVER_OPTIONS, writingKeyUses } from '@gleaner/http-api'
import { closeServer, endConnectionsOn, listen, type Service, type ServiceDeps } from '@gleaner/runtime'
import { createApp } from './app.ts'
import type { Config } from './config.ts'
import { createContext } from './context.ts'
import { acceptSockets } from './ws/accept-sockets.ts'

export { config } from './config.ts'

/** Whoever follows is told that the service stops, and comes back to another one. Who has not left by then is cut. */
const CLOSE_GRACE_MS = 3_000

/** Sends callers the events of their jobs and batches, over WebSocket and server-sent events. */
export function createService(config: Config, deps: ServiceDeps): Service {
  const ctx = createContext(config, deps)
  const server = createServer(SERVER_OPTIONS, createApp(ctx))
  const draining = new AbortController()
  endConnectionsOn(draining.signal, server)
  const sockets = acceptSockets(server, ctx)
  const keyUsesWriting = writingKeyUses(ctx.keyUses, deps)

  return {
    name: 'realtime',
    checks: ctx.checks,
    partialChecks: ctx.partialChecks,
    report: ctx.report,
    // Whoever follows stays until it stops, and is then told to come back: to another one, as this one is not ready any more.
    drain: () => draining.abort(),
    async start() {
      keyUsesWriting.start()
      ctx.hub.start()
      ctx.watchedCallers.start()
      sockets.start()
      await listen(server, {
        host: config.REALTIME_HOST,
        port: config.REALTIME_PORT,
        variable: 'REALTIME_PORT',
      })
    },
    async stop() {
      draining.abort()
      ctx.streams.stop()
      await sockets.stop()
      await closeServer(server, CLOSE_GRACE_MS)
      await Promise.all([keyUsesWriting.stop(), ctx.watchedCallers.stop(), ctx.hub.stop()])
      await ctx.close()
    },
  }
}
