import type { Socket } from 'node:net'
import type { Dialer } from '../connect/dialer.ts'
import type { ForwardProxy, ProxyLogin } from '../egress.ts'
import { type ForwardProxyOptions, type RunningProxy, startForwardProxy } from './forward-proxy.ts'
import { createProxyAccess } from './proxy-access.ts'
import { createProxyLogins } from './proxy-logins.ts'
import { createProxyRoute, type ProxyRoute } from './proxy-route.ts'

/** A proxy that chains to an upstream is closed after this long without a connection. */
const UPSTREAM_IDLE_MS = 10 * 60_000

type RouteOf = ForwardProxyOptions['routeOf']

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

interface KeptProxy extends ForwardProxy {
  upstream: string
  running: RunningProxy
  route: ProxyRoute
}

export function createForwardProxies(options: ForwardProxiesOptions): ForwardProxies {
  const { checkUrl, dialerFor, connectTimeoutMs, onListening, onClosed } = options
  /** By the JSON of kind, user and upstream. */
  const kept = new Map<string, Promise<KeptProxy>>()
  const logins = createProxyLogins()
  const loginRoutes = new Set<ProxyRoute>()
  let loginProxy: Promise<RunningProxy> | undefined
  let sweeper: NodeJS.Timeout | undefined

  async function start(routeOf: RouteOf, listens = true): Promise<RunningProxy> {
    const running = await startForwardProxy({ checkUrl, routeOf, listens })
    if (running.port !== undefined) onListening(running.port)
    return running
  }

  async function stop({ running, route }: KeptProxy): Promise<void> {
    await Promise.all([running.close(), route.close()])
    if (running.port !== undefined) onClosed(running.port)
  }

  /** A proxy that listens for the processes of one user. */
  async function startForUser(upstream: string, uid: number | undefined): Promise<KeptProxy> {
    const access = createProxyAccess(uid)
    const route = createProxyRoute(dialerFor(upstream), connectTimeoutMs)
    const running = await start(async (request) => ((await access.isGranted(request)) ? route : undefined))
    const host = `127.0.0.1:${running.port}`
    return { url: `http://${access.credentials}@${host}`, server: `http://${host}`, upstream, running, route }
  }

  /** A proxy for connections that were accepted elsewhere. */
  async function startWithoutListener(upstream: string): Promise<KeptProxy> {
    const route = createProxyRoute(dialerFor(upstream), connectTimeoutMs)
    return { url: '', server: '', upstream, running: await start(() => route, false), route }
  }

  async function find(key: readonly unknown[], begin: () => Promise<KeptProxy>): Promise<KeptProxy> {
    const name = JSON.stringify(key)
    let starting = kept.get(name)
    if (starting === undefined) {
      starting = begin()
      kept.set(name, starting)
      starting.catch(() => kept.delete(name))
      sweeper ??= setInterval(closeIdle, 60_000).unref()
    }
    const proxy = await starting
    proxy.running.touch()
    return proxy
  }

  async function closeIdle(): Promise<void> {
    for (const [name, starting] of kept) {
      const proxy = await starting.catch(() => undefined)
      if (proxy && proxy.upstream !== '' && proxy.running.idleMs() > UPSTREAM_IDLE_MS) {
        kept.delete(name)
        await stop(proxy)
      }
    }
  }

  return {
    async forUser(upstream, uid) {
      const { url, server } = await find(['user', uid, upstream], () => startForUser(upstream, uid))
      return { url, server }
    },
    serve(client, upstream) {
      // Its client may go away before it is served.
      client.on('error', () => client.destroy())
      find(['served', upstream], () => startWithoutListener(upstream)).then(
        ({ running }) => running.accept(client),
        () => client.destroy(),
      )
    },
    async login(upstream) {
      const route = createProxyRoute(dialerFor(upstream), connectTimeoutMs)
      loginProxy ??= start(logins.routeOf)
      const { port } = await loginProxy
      const { credentials, remove } = logins.add(route)
      loginRoutes.add(route)
      const close = async () => {
        remove()
        loginRoutes.delete(route)
        await route.close()
      }
      const { counts, resetCounts, closeConnections } = route
      const url = `http://${credentials}@127.0.0.1:${port}`
      return { url, counts, resetCounts, closeConnections, close }
    },
    async close() {
      clearInterval(sweeper)
      const [proxies, running] = await Promise.all([Promise.all(kept.values()), loginProxy])
      kept.clear()
      await Promise.all([
        ...proxies.map(stop),
        ...[...loginRoutes].map((route) => route.close()),
        running?.close(),
      ])
    },
  }
}
