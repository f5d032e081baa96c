import type { Socket } from 'node:net'
import type { ForwardProxy, ProxyLogin } from './egress.ts'
import { type ForwardProxyOptions, type RunningProxy, startForwardProxy } from './forward-proxy.ts'
import { createProxyAccess } from './proxy-access.ts'
import { createProxyLogins } from './proxy-logins.ts'
import type { Route } from './route.ts'
import { createWay, type Way } from './way.ts'

/** A proxy that chains to an upstream is closed after this long without a connection. */
const UPSTREAM_IDLE_MS = 10 * 60_000

type WayOf = ForwardProxyOptions['wayOf']

export interface ForwardProxiesOptions {
  checkUrl: (url: string) => URL
  /** The way through an upstream proxy, or (`''`) directly. */
  routeFor: (upstream: string) => Route
  connectTimeoutMs: number
  /** Hears of each port of loopback that is listened on, which no page may reach. */
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
  way: Way
}

export function createForwardProxies(options: ForwardProxiesOptions): ForwardProxies {
  const { checkUrl, routeFor, connectTimeoutMs, onListening, onClosed } = options
  /** By what tells one from another. */
  const kept = new Map<string, Promise<KeptProxy>>()
  const logins = createProxyLogins()
  const loginWays = new Set<Way>()
  let forLogins: Promise<RunningProxy> | undefined
  let sweeper: NodeJS.Timeout | undefined

  async function start(wayOf: WayOf, listens = true): Promise<RunningProxy> {
    const running = await startForwardProxy({ checkUrl, wayOf, listens })
    if (running.port !== undefined) onListening(running.port)
    return running
  }

  async function stop({ running, way }: KeptProxy): Promise<void> {
    await Promise.all([running.close(), way.close()])
    if (running.port !== undefined) onClosed(running.port)
  }

  /** A proxy that listens for the processes of one user. */
  async function startForUser(upstream: string, uid: number | undefined): Promise<KeptProxy> {
    const access = createProxyAccess(uid)
    const way = createWay(routeFor(upstream), connectTimeoutMs)
    const running = await start(async (request) => ((await access.isGranted(request)) ? way : undefined))
    const host = `127.0.0.1:${running.port}`
    return { url: `http://${access.credentials}@${host}`, server: `http://${host}`, upstream, running, way }
  }

  /** A proxy for connections that only those can open who may. */
  async function startUnheard(upstream: string): Promise<KeptProxy> {
    const way = createWay(routeFor(upstream), connectTimeoutMs)
    return { url: '', server: '', upstream, running: await start(() => way, false), way }
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
      // What happens to it before it is served: its sender is gone.
      client.on('error', () => client.destroy())
      find(['served', upstream], () => startUnheard(upstream)).then(
        ({ running }) => running.accept(client),
        () => client.destroy(),
      )
    },
    async login(upstream) {
      const way = createWay(routeFor(upstream), connectTimeoutMs)
      forLogins ??= start(logins.wayOf)
      const { port } = await forLogins
      const { credentials, remove } = logins.add(way)
      loginWays.add(way)
      const close = async () => {
        remove()
        loginWays.delete(way)
        await way.close()
      }
      const { seen, reset, cut } = way
      return { url: `http://${credentials}@127.0.0.1:${port}`, seen, reset, cut, close }
    },
    async close() {
      clearInterval(sweeper)
      const [proxies, running] = await Promise.all([Promise.all(kept.values()), forLogins])
      kept.clear()
      await Promise.all([...proxies.map(stop), ...[...loginWays].map((way) => way.close()), running?.close()])
    },
  }
}
