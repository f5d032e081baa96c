import type { Socket } from 'node:net'
import type { Dialer } from '../connect/dialer.ts'
import type { ForwardProxy, ProxyLogin } from '../egress.ts'
import { type ForwardProxyOptions, type RunningProxy, startForwardProxy } from './forward-proxy.ts'
import { createListeningProxies } from './listening-proxies.ts'
import { createProxyLogins } from './proxy-logins.ts'
import { createProxyRoute, type ProxyRoute } from './proxy-route.ts'

export interface ForwardProxiesOptions {
  checkUrl: (url: string) => URL
  /** Dials through an upstream proxy, or (`''`) directly. */
  dialerFor: (upstream: string) => Dialer
  connectTimeoutMs: number
  /** Called with each loopback port that is listened on, which no page may reach. */
  onListening: (port: number) => void
  onClosed: (port: number) => void
}

/** The forward proxies of one egress, started when they are first asked for. */
export interface ForwardProxies {
  forUser(upstream: string, uid?: number): Promise<ForwardProxy>
  serve(client: Socket, upstream: string): void
  login(upstream: string): Promise<ProxyLogin>
  close(): Promise<void>
}

export function createForwardProxies(options: ForwardProxiesOptions): ForwardProxies {
  const { checkUrl, dialerFor, connectTimeoutMs, onListening, onClosed } = options
  const listening = createListeningProxies({ start, stop, routeThrough })
  const logins = createProxyLogins()
  let loginProxy: Promise<RunningProxy> | undefined
  /** Routes of connections that were accepted elsewhere. They end with their connection. */
  const accepted = new WeakMap<Socket, ProxyRoute>()
  let acceptedProxy: Promise<RunningProxy> | undefined

  function routeThrough(upstream: string): ProxyRoute {
    return createProxyRoute(dialerFor(upstream), connectTimeoutMs)
  }

  async function start(routeOf: ForwardProxyOptions['routeOf'], listens = true): Promise<RunningProxy> {
    const running = await startForwardProxy({ checkUrl, routeOf, listens })
    if (running.port !== undefined) onListening(running.port)
    return running
  }

  async function stop(running: RunningProxy): Promise<void> {
    await running.close()
    if (running.port !== undefined) onClosed(running.port)
  }

  async function accept(client: Socket, upstream: string): Promise<void> {
    accepted.set(client, routeThrough(upstream))
    acceptedProxy ??= start(({ socket }) => accepted.get(socket), false)
    const { accept } = await acceptedProxy
    accept(client)
  }

  return {
    forUser: listening.find,
    serve(client, upstream) {
      // Its client may go away before it is served; its close follows.
      client.on('error', () => undefined)
      accept(client, upstream).catch(() => client.destroy())
    },
    async login(upstream) {
      const route = routeThrough(upstream)
      loginProxy ??= start(logins.routeOf)
      const { port } = await loginProxy
      const { credentials, remove } = logins.add(route)
      const { counts, resetCounts, closeConnections } = route
      const url = `http://${credentials}@127.0.0.1:${port}`
      const close = () => {
        remove()
        closeConnections()
      }
      return { url, counts, resetCounts, closeConnections, close }
    },
    async close() {
      const shared = await Promise.all([loginProxy, acceptedProxy])
      await Promise.all([listening.close(), ...shared.map((running) => running && stop(running))])
    },
  }
}
