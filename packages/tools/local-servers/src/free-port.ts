import { randomInt } from 'node:crypto'
import { createSocket } from 'node:dgram'
import { createServer } from 'node:net'

const ATTEMPTS = 10

/** Below the ports that Linux gives to connections by itself (32768 and above), so that none of these takes one between look and use. */
const [FIRST_PORT, END_PORT] = [15_000, 32_768]
const LOOKS = 100

/** A TCP port that nobody listens on, and that no other call of any process on this machine gets while this process lives. Throws when it finds none. */
export async function freePort(): Promise<number> {
  for (let look = 0; look < LOOKS; look++) {
    const port = randomInt(FIRST_PORT, END_PORT)
    if ((await reservePort(port)) && (await isFree(port))) return port
  }
  throw new Error(`No port from ${FIRST_PORT} to ${END_PORT - 1} is free`)
}

/**
 * Whether the port is reserved for this process from now on: it holds the UDP port of the same number, which the system frees when
 * the process ends in whatever way.
 */
export function reservePort(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const held = createSocket('udp4').unref()
    held.once('error', () => {
      held.close()
      resolve(false)
    })
    held.bind({ port, address: '127.0.0.1', exclusive: true }, () => resolve(true))
  })
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(false))
    probe.listen(port, '0.0.0.0', () => probe.close(() => resolve(true)))
  })
}

/**
 * Starts a server that cannot choose its port itself, on the wished port or on a free one. A program that is none of ours
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
