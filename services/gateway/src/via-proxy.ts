import type { Egress } from '@gleaner/egress'
import type { Dispatcher } from 'undici'

/** Runs `use` with a dispatcher whose connections obey the egress policy and go through `proxy`. */
export async function viaProxy<T>(
  egress: Egress,
  proxy: string,
  use: (dispatcher: Dispatcher) => Promise<T>,
): Promise<T> {
  const dispatcher = egress.dispatcher({ upstream: proxy })
  try {
    return await use(dispatcher)
  } finally {
    await dispatcher.destroy()
  }
}
