import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A TCP proxy between a client and Postgres that breaks connections at chosen moments. */
export interface DatabaseProxy {
  /** As the database's own, through the proxy. */
  url: string
  /**
   * Cuts the connection of the next client that sends `text` (a statement, or the name of a prepared one), which the
   * server gets nevertheless: when its reply comes, so that it has been done, or `at: 'once'`, so that it may still be
   * under way.
   */
  cut(text: string, options?: { at?: 'answer' | 'once'; stayDown?: boolean }): void
  /** Cuts the connection of every client that sends `text`; the server does not get it. */
  refuse(text: string): void
  /** Forwards everything again. */
  restore(): void
  /** Connections that were cut so far. */
  readonly cuts: number
  close(): Promise<void>
}

interface Rule {
  text: string
  at: 'answer' | 'once' | 'statement'
  stayDown: boolean
}

export async function startDatabaseProxy(databaseUrl: string): Promise<DatabaseProxy> {
  const target = new URL(databaseUrl)
  const sockets = new Set<Socket>()
  let rule: Rule | undefined
  let isDown = false
  let cuts = 0

  const server = createServer((client) => {
    if (isDown) return void client.destroy()
    const upstream = connect(Number(target.port), target.hostname)
    let isCut = false

    const cutClient = () => {
      cuts += 1
      client.destroy()
    }
    client.on('data', (bytes) => {
      const matched = rule && bytes.includes(rule.text) ? rule : undefined
      if (matched?.at === 'statement') return cutClient()
      upstream.write(bytes)
      if (!matched) return
      rule = undefined
      isDown = matched.stayDown
      isCut = true
      if (matched.at === 'once') cutClient()
    })
    upstream.on('data', (bytes) => {
      if (!isCut) client.write(bytes)
      else if (!client.destroyed) cutClient()
      if (isCut && isReadyForQuery(bytes)) upstream.destroy()
    })
    // A server whose client is gone finishes its statement, and finds out then.
    client.on('close', () => {
      if (!isCut) upstream.destroy()
    })
    upstream.on('close', () => client.destroy())
    for (const socket of [client, upstream]) {
      socket.on('error', () => {})
      sockets.add(socket)
      socket.once('close', () => sockets.delete(socket))
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const through = new URL(databaseUrl)
  through.host = `127.0.0.1:${(server.address() as AddressInfo).port}`

  return {
    url: through.href,
    cut: (text, { at = 'answer', stayDown = false } = {}) => {
      rule = { text, at, stayDown }
    },
    refuse: (text) => {
      rule = { text, at: 'statement', stayDown: false }
    },
    restore: () => {
      rule = undefined
      isDown = false
    },
    get cuts() {
      return cuts
    },
    async close() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

/** The message with which Postgres says that it has done all that it was sent: Z, its length, and the state of the transaction. */
function isReadyForQuery(bytes: Buffer): boolean {
  return bytes.length >= 6 && bytes.readUIntBE(bytes.length - 6, 5) === 0x5a_00_00_00_05
}
