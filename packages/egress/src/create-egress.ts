import type { Socket } from 'node:net'
import type { Dispatcher } from 'undici'
import { bareHost } from './allow-list.ts'
import { dial } from './dial.ts'
import { createDispatcher } from './dispatcher.ts'
import type { Egress, EgressOptions } from './egress.ts'
import { createForwardProxies } from './forward-proxies.ts'
import { createGuardedResolve } from './guarded-resolve.ts'
import { createOwnAddresses } from './own-addresses.ts'
import type { Route } from './route.ts'
import { createUpstream } from './upstream.ts'
import { createUrlGuard } from './url-guard.ts'

const DEFAULT_CONNECT_TIMEOUT_MS = 10_000

export function createEgress(options: EgressOptions = {}): Egress {
  const connectTimeoutMs = options.connectTimeoutMs ?? DEFAULT_CONNECT_TIMEOUT_MS
  const own = createOwnAddresses(options)
  const guard = createUrlGuard(options, own)
  const resolve = createGuardedResolve(guard, options, own)
  const dispatchers = new Set<Dispatcher>()
  const proxies = createForwardProxies({
    checkUrl: guard.checkUrl,
    routeFor,
    connectTimeoutMs,
    // An allow list that opens loopback must not let a page talk to a forward proxy itself.
    onListening: own.addLocalPort,
    onClosed: own.removeLocalPort,
  })

  /** The way through an upstream proxy; `''`: the direct one. */
  function routeFor(upstream: string): Route {
    if (upstream === '') return { open }
    const route = createUpstream(guard.checkProxyUrl(upstream), { resolve, own, connectTimeoutMs })
    return {
      ...route,
      async open(hostname, port, signal) {
        await own.refresh()
        guard.checkHost(bareHost(hostname.toLowerCase()), port)
        return route.open(hostname, port, signal)
      },
    }
  }

  async function open(hostname: string, port: number, signal?: AbortSignal): Promise<Socket> {
    return dial(await resolve(hostname, port), { port, timeoutMs: connectTimeoutMs, signal })
  }

  function dispatcher({ upstream = '' } = {}): Dispatcher {
    const { open } = routeFor(upstream)
    const onEnd = () => void dispatchers.delete(created)
    const created = createDispatcher({ open, connectTimeoutMs, onEnd })
    dispatchers.add(created)
    return created
  }

  async function close(): Promise<void> {
    await Promise.all([proxies.close(), ...[...dispatchers].map((one) => one.destroy())])
  }

  return {
    checkUrl: guard.checkUrl,
    checkProxyUrl: guard.checkProxyUrl,
    resolve,
    dispatcher,
    connect: async (hostname, port, { upstream = '', signal } = {}) =>
      routeFor(upstream).open(hostname, port, signal),
    forwardProxy: (upstream = '', uid) => proxies.forUser(upstream, uid),
    serve: (client, upstream = '') => proxies.serve(client, upstream),
    proxyLogin: (upstream = '') => proxies.login(upstream),
    close,
  }
}
