import type { ForwardProxy } from '../egress.ts'
import type { ForwardProxyOptions, RunningProxy } from './forward-proxy.ts'
import { createProxyAccess } from './proxy-access.ts'
import type { ProxyRoute } from './proxy-route.ts'

/** Forward proxies that each listen on a port, for clients that cannot log in: one per user and upstream. */
export interface ListeningProxies {
  find(upstream: string, uid?: number): Promise<ForwardProxy>
  close(): Promise<void>
}

export interface ListeningProxiesOptions {
  start(routeOf: ForwardProxyOptions['routeOf']): Promise<RunningProxy>
  stop(running: RunningProxy): Promise<void>
  routeThrough(upstream: string): ProxyRoute
}

interface Listening {
  upstream: string
  running: RunningProxy
  proxy: ForwardProxy
}

/** One that chains to an upstream is closed after this long without a connection. */
const UPSTREAM_IDLE_MS = 10 * 60_000
/**
 * So many of those listen at once: more than pages are open in the browsers of one process. Sessions in a proxy's URL
 * make one for each job, and every one takes a port.
 */
const MAX_UPSTREAMS = 200

export function createListeningProxies(options: ListeningProxiesOptions): ListeningProxies {
  /** By user and upstream; the one that was asked for the longest ago stands first. */
  const open = new Map<string, Promise<Listening>>()
  let sweeper: NodeJS.Timeout | undefined

  async function start(upstream: string, uid: number | undefined): Promise<Listening> {
    const access = createProxyAccess(uid)
    const route = options.routeThrough(upstream)
    const running = await options.start(async (request) =>
      (await access.isGranted(request)) ? route : undefined,
    )
    const host = `127.0.0.1:${running.port}`
    const proxy = { url: `http://${access.credentials}@${host}`, server: `http://${host}` }
    return { upstream, running, proxy }
  }

  function begin(key: string, upstream: string, uid: number | undefined): Promise<Listening> {
    sweeper ??= setInterval(closeIdle, 60_000).unref()
    const starting = start(upstream, uid)
    starting.catch(() => open.delete(key))
    return starting
  }

  async function closeIdle(): Promise<void> {
    for (const [key, starting] of open) {
      const found = await starting.catch(() => undefined)
      if (found && found.upstream !== '' && found.running.idleMs() > UPSTREAM_IDLE_MS) {
        open.delete(key)
        await options.stop(found.running)
      }
    }
  }

  /** Direct ones are as many as there are users, which is one or two. */
  function closeOldest(): void {
    const keys = [...open.keys()].filter((key) => upstreamIn(key) !== '')
    for (const key of keys.slice(0, Math.max(0, keys.length - MAX_UPSTREAMS))) {
      const starting = open.get(key)!
      open.delete(key)
      void starting.then(({ running }) => options.stop(running)).catch(() => {})
    }
  }

  return {
    async find(upstream, uid) {
      const key = JSON.stringify([uid ?? null, upstream])
      const starting = open.get(key) ?? begin(key, upstream, uid)
      open.delete(key)
      open.set(key, starting)
      closeOldest()
      const { running, proxy } = await starting
      running.touch()
      return proxy
    },
    async close() {
      clearInterval(sweeper)
      const all = await Promise.all(open.values())
      open.clear()
      await Promise.all(all.map(({ running }) => options.stop(running)))
    },
  }
}

function upstreamIn(key: string): string {
  return JSON.parse(key)[1]
}
