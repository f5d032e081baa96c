import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** Which bytes of a silenced connection are swallowed: those to the server, those from it, or both. */
export const SILENCES = ['both', 'to', 'from'] as const
export type Silence = (typeof SILENCES)[number]

/** A TCP proxy whose connections can fall silent: what is sent is acknowledged and swallowed, and nothing is closed. */
export interface SilentProxy {
  /** The address of the server, through the proxy. */
  url: string
  /** Silences every connection that is open, for good. Those that are opened later pass, unless `alsoNew`. */
  silence(what?: Silence, options?: { alsoNew?: boolean }): void
  /** New connections pass again. */
  restore(): void
  /** Connections that were silenced, and of which the client has not sent the end. */
  readonly silent: number
  /** TCP sockets of this process that are not the proxy's own. */
  readonly socketsOfOthers: number
  close(): Promise<void>
}

interface Pair {
  client: Socket
  swallows: { to: boolean; from: boolean }
}

export async function startSilentProxy(serverUrl: string): Promise<SilentProxy> {
  const target = new URL(serverUrl)
  const sockets = new Set<Socket>()
  const pairs = new Set<Pair>()
  let ofNew = { to: false, from: false }

  // A silent side acknowledges the end of the other, and does not end itself.
  const server = createServer({ allowHalfOpen: true }, (client) => {
    const upstream = connect(Number(target.port), target.hostname)
    const pair = { client, swallows: { ...ofNew } }
    pairs.add(pair)
    client.on('data', (bytes) => void (pair.swallows.to || upstream.write(bytes)))
    upstream.on('data', (bytes) => void (pair.swallows.from || client.write(bytes)))
    client.on('end', () => {
      pairs.delete(pair)
      if (!pair.swallows.to) upstream.end()
    })
    client.on('close', () => {
      pairs.delete(pair)
      upstream.destroy()
    })
    upstream.on('close', () => {
      if (!pair.swallows.from) client.destroy()
    })
    for (const socket of [client, upstream]) {
      socket.on('error', () => {})
      sockets.add(socket)
      socket.once('close', () => sockets.delete(socket))
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const through = new URL(serverUrl)
  through.host = `127.0.0.1:${(server.address() as AddressInfo).port}`

  return {
    url: through.href,
    silence(what = 'both', { alsoNew = false } = {}) {
      const swallows = { to: what !== 'from', from: what !== 'to' }
      for (const pair of pairs) pair.swallows = swallows
      if (alsoNew) ofNew = swallows
    },
    restore() {
      ofNew = { to: false, from: false }
    },
    get silent() {
      return [...pairs].filter(({ swallows }) => swallows.to || swallows.from).length
    },
    get socketsOfOthers() {
      const all = process.getActiveResourcesInfo().filter((name) => name === 'TCPSocketWrap').length
      return all - sockets.size
    },
    async close() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
