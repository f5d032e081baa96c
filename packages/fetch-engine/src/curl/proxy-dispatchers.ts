import type { Egress } from '@gleaner/egress'
import { type Dispatcher, ProxyAgent } from 'undici'

/** Keep-alive pools for each proxy in use, the longest unused closed first. */
export interface ProxyDispatchers {
  dispatcherFor(proxy: string): Promise<Dispatcher>
  close(): Promise<void>
}

/** Sticky sessions put a session into the proxy's user name, so there may be many. */
const MAX_PROXIES = 50

/** Every connection to a proxy goes through the door's forward proxy, which dials the proxy itself. */
export function createProxyDispatchers(egress: Egress): ProxyDispatchers {
  const agents = new Map<string, { url: string; agent: ProxyAgent }>()

  return {
    async dispatcherFor(proxy) {
      const { url } = await egress.forwardProxy(proxy)
      const known = agents.get(proxy)
      agents.delete(proxy)
      if (known && known.url !== url) void known.agent.destroy()
      const agent = known?.url === url ? known.agent : new ProxyAgent({ uri: url, proxyTunnel: true })
      agents.set(proxy, { url, agent })
      if (agents.size > MAX_PROXIES) closeOldest(agents)
      return agent
    },
    async close() {
      await Promise.all([...agents.values()].map(({ agent }) => agent.destroy()))
      agents.clear()
    },
  }
}

function closeOldest(agents: Map<string, { agent: ProxyAgent }>): void {
  const [oldest, entry] = agents.entries().next().value!
  agents.delete(oldest)
  // `close` lets the requests under way finish.
  void entry.agent.close()
}
