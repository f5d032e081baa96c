import type { Egress } from '@gleaner/egress'
import { type Dispatcher, ProxyAgent } from 'undici'

/** Runs `use` with a dispatcher whose connections go through the egress door and on through `proxy`. */
export async function viaProxy<T>(
  egress: Egress,
  proxy: string,
  use: (dispatcher: Dispatcher) => Promise<T>,
): Promise<T> {
  const { url } = await egress.forwardProxy(proxy)
  const agent = new ProxyAgent({ uri: url, proxyTunnel: true })
  try {
    return await use(agent)
  } finally {
    await agent.destroy()
  }
}
