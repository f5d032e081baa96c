import { createServer, type IncomingMessage } from 'node:http'
import {
  type AddressInfo,
  connect,
  createServer as createTcpServer,
  type Server,
  type Socket,
} from 'node:net'
import type { Duplex } from 'node:stream'
import { createServer as createTlsServer } from 'node:tls'
import { type Certificate, selfSigned } from '@gleaner/target-site/tls/self-signed'
import type { Login, ProxyRules } from './proxy-rules.ts'
import { serveSocks5 } from './serve-socks5.ts'

export const PROXY_KINDS = ['http', 'https', 'socks5'] as const
export type ProxyKind = (typeof PROXY_KINDS)[number]

/** A proxy on loopback that wants a login, as a provider sells it. */
export interface TestProxy {
  /** Without credentials, e.g. `socks5://127.0.0.1:4711`. */
  address: string
  /** Targets (`host:port`) that were connected to, and for which user. */
  readonly carried: { user: string; target: string }[]
  /** How many requests had a wrong login. */
  readonly refused: () => number
  close(): Promise<void>
}

/** Starts a proxy of a kind. `shown` is the certificate of an https proxy; whoever uses it has to trust it. */
export async function startTestProxy(kind: ProxyKind, login: Login, shown?: Certificate): Promise<TestProxy> {
  const carried: TestProxy['carried'] = []
  const open = new Set<Duplex>()
  let refused = 0

  const rules: ProxyRules = {
    isAuthorized(given) {
      // Providers take a session behind the name, `ann-session-7`.
      const isRight = `${given.user}-`.startsWith(`${login.user}-`) && given.password === login.password
      if (!isRight) refused++
      return isRight
    },
    connect(user, target) {
      carried.push({ user, target })
      const at = target.lastIndexOf(':')
      return keep(connect(Number(target.slice(at + 1)), target.slice(0, at)))
    },
  }

  function keep<T extends Duplex>(socket: T): T {
    open.add(socket)
    socket.on('error', () => socket.destroy())
    socket.once('close', () => open.delete(socket))
    return socket
  }

  const serve = kind === 'socks5' ? (socket: Socket) => serveSocks5(socket, rules) : serveConnect(rules)
  const onConnection = (socket: Socket) => serve(keep(socket))
  const server: Server =
    kind === 'https'
      ? createTlsServer(shown ?? (await selfSigned()), onConnection)
      : createTcpServer(onConnection)
  server.on('tlsClientError', () => {})
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))

  return {
    address: `${kind}://127.0.0.1:${(server.address() as AddressInfo).port}`,
    carried,
    refused: () => refused,
    async close() {
      const closed = new Promise((resolve) => server.close(resolve))
      for (const socket of open) socket.destroy()
      await closed
    },
  }
}

/** Speaks CONNECT, and plain requests in absolute form, on sockets of whatever kind (RFC 9110, 9112). */
function serveConnect(rules: ProxyRules): (socket: Socket) => void {
  const http = createServer((request, response) => {
    const { host, pathname, search } = new URL(request.url ?? '')
    const login = loginOf(request)
    if (!rules.isAuthorized(login)) return void response.writeHead(407).end()
    const target = rules.connect(login.user, host.includes(':') ? host : `${host}:80`)
    const headers = Object.entries(request.headers).filter(([name]) => !name.startsWith('proxy-'))
    const lines = headers.map(([name, value]) => `${name}: ${value}`)
    target.write(
      [`${request.method} ${pathname}${search} HTTP/1.1`, ...lines, 'connection: close', '', ''].join('\r\n'),
    )
    request.pipe(target, { end: false })
    target.pipe(request.socket)
  })
  http.on('connect', (request, client) => {
    const login = loginOf(request)
    if (!rules.isAuthorized(login)) return void client.end('HTTP/1.1 407 Login wanted\r\n\r\n')
    const target = rules.connect(login.user, request.url ?? '')
    target.once('connect', () => {
      client.write('HTTP/1.1 200 Connected\r\n\r\n')
      client.pipe(target).pipe(client)
    })
    target.once('close', () => client.destroy())
  })
  return (socket) => void http.emit('connection', socket)
}

function loginOf({ headers }: IncomingMessage): Login {
  const given = Buffer.from(headers['proxy-authorization']?.split(' ')[1] ?? '', 'base64').toString('utf8')
  const colon = given.indexOf(':')
  return { user: given.slice(0, colon), password: given.slice(colon + 1) }
}
