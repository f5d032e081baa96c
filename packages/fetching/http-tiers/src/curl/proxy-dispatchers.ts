import type { Egress } from '@gleaner/egress'
import type { Dispatcher } from 'undici'

/** Keep-alive pools for each proxy in use, the longest unused closed first. */
export interface ProxyDispatchers {
  dispatcherFor(proxy: string): Dispatcher
  close(): Promise<void>
}

/** Sticky sessions put a session into the proxy's user name, so there may be many. */
const MAX_PROXIES = 50

export function createProxyDispatchers(egress: Egress): ProxyDispatchers {
  const dispatchers = new Map<string, Dispatcher>()

  return {
    dispatcherFor(proxy) {
      const dispatcher = dispatchers.get(proxy) ?? egress.dispatcher({ upstream: proxy })
      dispatchers.delete(proxy)
      dispatchers.set(proxy, dispatcher)
      if (dispatchers.size > MAX_PROXIES) closeOldest(dispatchers)
      return dispatcher
    },
    async close() {
      await Promise.all([...dispatchers.values()].map((dispatcher) => dispatcher.destroy()))
      dispatchers.clear()
    },
  }
}

function closeOldest(dispatchers: Map<string, Dispatcher>): void {
  const [oldest, dispatcher] = dispatchers.entries().next().value!
  dispatchers.delete(oldest)
  // `close` lets the requests under way finish.
  void dispatcher.close()
}
