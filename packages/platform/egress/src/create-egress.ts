import type { Socket } from 'node:net'
import type { Dispatcher } from 'undici'
import { dial } from './connect/dial.ts'
import type { Dialer } from './connect/dialer.ts'
import { createDispatcher } from './connect/dispatcher.ts'
import { createGuardedResolve } from './connect/guarded-resolve.ts'
import { parseHostMap } from './connect/host-map.ts'
import type { Egress, EgressOptions } from './egress.ts'
import { createForwardProxies } from './forward-proxy/forward-proxies.ts'
import { bareHost } from './policy/allow-list.ts'
import { createOwnAddresses } from './policy/own-addresses.ts'
import { createUrlGuard } from './policy/url-guard.ts'
import { createUpstream } from './upstream/upstream.ts'

const DEFAULT_CONNECT_TIMEOUT_MS = 10_000

export function createEgress(options: EgressOptions = {}): Egress {
  const connectTimeoutMs = options.connectTimeoutMs ?? DEFAULT_CONNECT_TIMEOUT_MS
  const own = createOwnAddresses(options)
  const guard = createUrlGuard(options, own)
  const resolve = createGuardedResolve(guard, options, own)
  const hosts = parseHostMap(options.hosts)
  const dispatchers = new Set<Dispatcher>()
  const proxies = createForwardProxies({
    checkUrl: guard.checkUrl,
    dialerFor,
    connectTimeoutMs,
    // An allow list that opens loopback must not let a page talk to a forward proxy itself.
    onListening: own.addLocalPort,
    onClosed: own.removeLocalPort,
  })

  /** Dials through an upstream proxy; `''`: directly. */
  function dialerFor(upstream: string): Dialer {
    if (upstream === '') return { open }
    const dialer = createUpstream(guard.checkProxyUrl(upstream), { resolve, hosts, own, connectTimeoutMs })
    return {
      ...dialer,
      async open(hostname, port, signal) {
        await own.refresh()
        guard.checkHost(bareHost(hostname.toLowerCase()), port)
        return dialer.open(hostname, port, signal)
      },
    }
  }

  async function open(hostname: string, port: number, signal?: AbortSignal): Promise<Socket> {
    return dial(await resolve(hostname, port), { port, timeoutMs: connectTimeoutMs, signal })
  }

  function dispatcher({ upstream = '' } = {}): Dispatcher {
    const { open } = dialerFor(upstream)
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
      dialerFor(upstream).open(hostname, port, signal),
    forwardProxy: (upstream = '', uid) => proxies.forUser(upstream, uid),
    serve: (client, upstream = '') => proxies.serve(client, upstream),
    proxyLogin: (upstream = '') => proxies.login(upstream),
    close,
  }
}
