import type { LookupAddress } from 'node:dns'
import type { Socket } from 'node:net'
import type { Dispatcher } from 'undici'
import { dial } from './dial.ts'
import { createDispatcher } from './dispatcher.ts'
import { AddressNotAllowed, type Egress, type EgressOptions, type ForwardProxy } from './egress.ts'
import { type RunningProxy, startForwardProxy } from './forward-proxy.ts'
import { createGuardedResolve } from './guarded-resolve.ts'
import { createUpstream } from './upstream.ts'
import { createUrlGuard } from './url-guard.ts'

const DEFAULT_CONNECT_TIMEOUT_MS = 10_000
/** A proxy that chains to an upstream is closed after this long without a connection. */
const UPSTREAM_IDLE_MS = 10 * 60_000

/** What tells one forward proxy from another. */
interface WantedProxy {
  upstream: string
  uid?: number | undefined
  listens?: boolean
}

export function createEgress(options: EgressOptions = {}): Egress {
  const connectTimeoutMs = options.connectTimeoutMs ?? DEFAULT_CONNECT_TIMEOUT_MS
  const guard = createUrlGuard(options)
  const guardedResolve = createGuardedResolve(guard, options)
  const dispatchers: Dispatcher[] = []
  const proxies = new Map<string, Promise<RunningProxy>>()
  const proxyPorts = new Set<number>()
  let sweeper: NodeJS.Timeout | undefined

  async function resolve(hostname: string, port: number): Promise<LookupAddress[]> {
    const addresses = await guardedResolve(hostname, port)
    // An allow list that opens loopback must not let a page talk to the forward proxy itself.
    if (proxyPorts.has(port) && addresses.some(({ address }) => isLoopback(address))) {
      throw new AddressNotAllowed('This address belongs to the service itself')
    }
    return addresses
  }

  async function open(hostname: string, port: number): Promise<Socket> {
    return dial(await resolve(hostname, port), { port, timeoutMs: connectTimeoutMs })
  }

  function dispatcher(wanted: { connections?: number; allowH2?: boolean } = {}): Dispatcher {
    const created = createDispatcher({ ...wanted, open, connectTimeoutMs })
    dispatchers.push(created)
    return created
  }

  async function forwardProxy(upstream = '', uid?: number): Promise<ForwardProxy> {
    const running = await find({ upstream, uid })
    return { url: running.url, server: running.server }
  }

  function serve(client: Socket, upstream = ''): void {
    // What happens to it before it is served: its sender is gone.
    client.on('error', () => client.destroy())
    find({ upstream, listens: false }).then(
      (running) => running.accept(client),
      () => client.destroy(),
    )
  }

  async function find(wanted: WantedProxy): Promise<RunningProxy> {
    const key = JSON.stringify(wanted)
    const running = await (proxies.get(key) ?? start(wanted, key))
    running.touch()
    return running
  }

  function start({ upstream, ...whom }: WantedProxy, key: string): Promise<RunningProxy> {
    const route =
      upstream === ''
        ? { open }
        : createUpstream(guard.checkProxyUrl(upstream), { resolve, connectTimeoutMs })
    const starting = startForwardProxy({ checkUrl: guard.checkUrl, route, connectTimeoutMs, ...whom })
    proxies.set(key, starting)
    starting.then(
      ({ port }) => port && proxyPorts.add(port),
      () => proxies.delete(key),
    )
    sweeper ??= setInterval(closeIdleProxies, 60_000).unref()
    return starting
  }

  async function closeIdleProxies(): Promise<void> {
    for (const [key, starting] of proxies) {
      const running = await starting.catch(() => undefined)
      const { upstream }: WantedProxy = JSON.parse(key)
      if (running && upstream !== '' && running.idleMs() > UPSTREAM_IDLE_MS) {
        proxies.delete(key)
        await stop(running)
      }
    }
  }

  async function stop(running: RunningProxy): Promise<void> {
    await running.close()
    if (running.port) proxyPorts.delete(running.port)
  }

  async function close(): Promise<void> {
    clearInterval(sweeper)
    const running = await Promise.all(proxies.values())
    proxies.clear()
    await Promise.all([...running.map(stop), ...dispatchers.map((one) => one.destroy())])
  }

  return {
    checkUrl: guard.checkUrl,
    checkProxyUrl: guard.checkProxyUrl,
    resolve,
    dispatcher,
    forwardProxy,
    serve,
    close,
  }
}

function isLoopback(address: string): boolean {
  return address.startsWith('127.') || address.startsWith('0.') || address.startsWith('::')
}
