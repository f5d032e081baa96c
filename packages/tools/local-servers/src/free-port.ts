import { createServer } from 'node:net'

const ATTEMPTS = 10

/** A TCP port of 127.0.0.1 that nobody listens on right now. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}

/**
 * Starts a server that cannot choose its port itself, on the wished port or on a free one. Another process
 * may take a free port between the look and the start: the start then fails, and the next port is tried.
 */
export async function onFreePort<T>(
  wished: number | undefined,
  start: (port: number) => Promise<T>,
): Promise<T> {
  if (wished) return start(wished)
  for (let attempt = 1; ; attempt++) {
    try {
      return await start(await freePort())
    } catch (error) {
      if (attempt === ATTEMPTS || !/address already in use/i.test(String(error))) throw error
    }
  }
}
