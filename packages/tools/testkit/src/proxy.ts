import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse, request as send } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'

/** A forward proxy on loopback, as a provider would run it: CONNECT and absolute form, optionally with a login. */
export interface LocalProxy {
  /** With the credentials in it. */
  url: string
  /** What was asked of it: the user (empty without one) and the target. */
  readonly asked: { user: string; target: string }[]
  /** Makes it refuse everything from now on, as a proxy that has lost its exit does. */
  break(): void
  close(): Promise<void>
}

export async function startProxy(login?: { user: string; password: string }): Promise<LocalProxy> {
  const asked: LocalProxy['asked'] = []
  const sockets = new Set<Duplex>()
  let broken = false

  /** The refusal for a request, or undefined when it may pass. */
  const refusal = (request: IncomingMessage): 407 | 502 | undefined => {
    const [user = '', password = ''] = credentialsOf(request)
    asked.push({ user, target: request.url ?? '' })
    if (login && (!user.startsWith(login.user) || password !== login.password)) return 407
    return broken ? 502 : undefined
  }

  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    const refused = refusal(request)
    if (refused) return void response.writeHead(refused).end()
    const { 'proxy-authorization': _, ...headers } = request.headers
    const upstream = send(request.url!, { method: request.method, headers }, (answer) => {
      response.writeHead(answer.statusCode!, answer.rawHeaders)
      answer.pipe(response)
    })
    upstream.on('error', () => response.destroy())
    request.pipe(upstream)
  })
  server.on('connect', (request: IncomingMessage, client: Duplex, head: Buffer) => {
    const refused = refusal(request)
    if (refused) return void client.end(`HTTP/1.1 ${refused} Refused\r\n\r\n`)
    const { hostname, port } = new URL(`http://${request.url}`)
    const target = connect(Number(port || 80), hostname.replaceAll(/[[\]]/g, ''))
    join(client, target, head)
    for (const socket of [client, target]) {
      sockets.add(socket)
      socket.once('close', () => sockets.delete(socket))
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const userinfo = login ? `${login.user}:${login.password}@` : ''

  return {
    url: `http://${userinfo}127.0.0.1:${port}`,
    asked,
    break: () => {
      broken = true
    },
    async close() {
      for (const socket of sockets) socket.destroy()
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

function credentialsOf(request: IncomingMessage): string[] {
  const encoded = request.headers['proxy-authorization']?.split(' ')[1] ?? ''
  return Buffer.from(encoded, 'base64').toString('utf8').split(':')
}

function join(client: Duplex, target: Socket, head: Buffer): void {
  target.on('connect', () => {
    client.write('HTTP/1.1 200 Connection Established\r\n\r\n')
    target.write(head)
    client.pipe(target).pipe(client)
  })
  target.on('error', () => client.destroy())
  client.on('error', () => target.destroy())
}
