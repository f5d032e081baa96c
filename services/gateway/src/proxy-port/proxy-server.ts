import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { TLSSocket } from 'node:tls'
import type { Caller } from '@gleaner/accounts'
import { ApiError } from '@gleaner/contracts'
import { SERVER_OPTIONS } from '@gleaner/http-api'
import { createGuessLimit } from '@gleaner/http-api/limits/guess-limit'
import { checkTargetUrl } from '@gleaner/intake'
import { openProxyAuthority } from '@gleaner/proxies/authority'
import type { Context } from '../context.ts'
import { createHostCertificates } from './host-certificates.ts'
import { type ProxyLogin, readProxyLogin } from './login.ts'
import { takeOver } from './proxied-request.ts'
import { createProxyApp, PROXIED_PATH } from './proxy-app.ts'

/** Connections of one process, and tunnels of one account among them. */
const [MOST_CONNECTIONS, MOST_TUNNELS] = [5_000, 200]
/** For who has asked for a tunnel to begin to speak, and to finish the handshake. */
const FIRST_BYTES_MS = 15_000
const TLS_HANDSHAKE = 0x16

/** What a tunnel leads to. */
interface Tunnel {
  authority: string
  scheme: 'http' | 'https'
  login: ProxyLogin
}

/**
 * The proxy port: requests with a whole address, and tunnels (CONNECT) whose TLS ends here, under certificates of the deployment's own
 * authority. Each request is a scrape of its caller's.
 */
export function createProxyServer(ctx: Context): Server {
  const app = createProxyApp(ctx)
  const certificates = openCertificates(ctx)
  const guesses = createGuessLimit(ctx.limits)
  const tunnels = new WeakMap<Duplex, Tunnel>()
  const counts = new Map<string, number>()
  // No listener for upgrades: who asks for a WebSocket is answered like anybody else.
  const server = createServer(SERVER_OPTIONS, answer)
  server.maxConnections = MOST_CONNECTIONS
  server.on('connect', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    socket.on('error', () => socket.destroy())
    openTunnel(request, socket as Socket, head).catch((error) => {
      if (!(error instanceof ApiError)) ctx.logger.error({ err: error }, 'a tunnel could not be opened')
      refuse(socket, error instanceof ApiError ? error : UNAVAILABLE)
    })
  })
  return server

  function answer(request: IncomingMessage, response: ServerResponse): void {
    const tunnel = tunnels.get(request.socket)
    try {
      const url = tunnel ? `${tunnel.scheme}://${tunnel.authority}${request.url}` : request.url!
      if (!/^https?:\/\//i.test(url)) throw NO_ADDRESS
      if (/websocket/i.test(request.headers.upgrade ?? '')) throw NO_WEB_SOCKETS
      const login = tunnel?.login ?? readProxyLogin(request.headers['proxy-authorization'])
      takeOver(request, { method: request.method!, url, headers: request.headers, login }, PROXIED_PATH)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      request.resume()
      const { status, headers, body } = refusalOf(error)
      response.writeHead(status, headers).end(body)
      return
    }
    app(request as never, response as never)
  }

  async function openTunnel(request: IncomingMessage, socket: Socket, head: Buffer): Promise<void> {
    const authority = request.url ?? ''
    const host = /^(\[[\da-f:.]+\]|[^:/?#@\s]+):\d{1,5}$/i.exec(authority)?.[1]
    if (host === undefined || tunnels.has(socket)) throw NO_ADDRESS
    const login = readProxyLogin(request.headers['proxy-authorization'])
    const caller = await verify(login.key, socket.remoteAddress)
    checkTargetUrl(ctx, `https://${authority}/`)
    const release = take(caller)
    socket.once('close', release)
    if (socket.destroyed) return release()
    socket.write('HTTP/1.1 200 Connection established\r\n\r\n')
    socket.setTimeout(FIRST_BYTES_MS, () => socket.destroy())
    if (head.length > 0) socket.unshift(head)
    socket.once('readable', () => {
      const first: Buffer | null = socket.read(1)
      if (first === null) return void socket.destroy()
      socket.unshift(first)
      if (first[0] === TLS_HANDSHAKE)
        beginTls(socket, host.replace(/^\[|\]$/g, ''), { authority, scheme: 'https', login }).catch(
          (error) => {
            ctx.logger.error({ err: error }, 'a certificate could not be made')
            socket.destroy()
          },
        )
      else serve(socket, { authority, scheme: 'http', login })
    })
  }

  async function beginTls(socket: Socket, host: string, tunnel: Tunnel): Promise<void> {
    const secureContext = await (await certificates())(host)
    const secure = new TLSSocket(socket, { isServer: true, secureContext, ALPNProtocols: ['http/1.1'] })
    secure.on('error', () => socket.destroy())
    secure.once('close', () => socket.destroy())
    secure.once('secure', () => serve(secure, tunnel))
  }

  /** From here on the server's own bounds of time hold. */
  function serve(socket: Socket, tunnel: Tunnel): void {
    socket.setTimeout(0)
    tunnels.set(socket, tunnel)
    server.emit('connection', socket)
  }

  async function verify(key: string, ip: string | undefined): Promise<Caller> {
    const { verify, wasGood } = ctx.authenticators.key
    if (!wasGood(key, undefined)) guesses.check({ ip })
    try {
      return await verify(key, undefined, ip ?? '')
    } catch (error) {
      if (error instanceof ApiError && error.code === 'UNAUTHENTICATED') await guesses.failed({ ip })
      throw error
    }
  }

  function take({ accountId }: Caller): () => void {
    const open = counts.get(accountId) ?? 0
    if (open >= MOST_TUNNELS)
      throw new ApiError('CONCURRENCY_LIMITED', `An account may have ${MOST_TUNNELS} tunnels open at once.`)
    counts.set(accountId, open + 1)
    return () => {
      const left = (counts.get(accountId) ?? 1) - 1
      if (left > 0) counts.set(accountId, left)
      else counts.delete(accountId)
    }
  }
}

/** Read once, when the first tunnel needs them; an attempt that failed is made again. */
function openCertificates(ctx: Context) {
  let opened: ReturnType<typeof createHostCertificates> | undefined
  return () => {
    opened ??= openAuthority(ctx).then(createHostCertificates)
    opened.catch(() => {
      opened = undefined
    })
    return opened
  }
}

export function openAuthority({ jobs, config }: Pick<Context, 'jobs' | 'config'>) {
  return openProxyAuthority(
    jobs.pool,
    jobs.secretBox,
    `Gleaner proxy of ${new URL(config.PUBLIC_URL).hostname}`,
  )
}

const NO_ADDRESS = new ApiError(
  'INVALID_REQUEST',
  'This port is an HTTP proxy: set it as such in your client (curl -x http://KEY:@host:port https://example.com/). The API answers at another port.',
)
const NO_WEB_SOCKETS = new ApiError(
  'INVALID_REQUEST',
  'WebSockets do not go through this proxy: a page is fetched, and no connection kept.',
)
const UNAVAILABLE = new ApiError(
  'SERVICE_UNAVAILABLE',
  'The proxy does not work at the moment; repeat the request.',
)

function refusalOf(error: ApiError) {
  const isUnknown = error.status === 401
  return {
    status: isUnknown ? 407 : error.status,
    headers: {
      'Content-Type': 'text/plain; charset=utf-8',
      'X-Service-Error': error.code,
      Connection: 'close',
      ...(isUnknown && { 'Proxy-Authenticate': 'Basic realm="Gleaner"' }),
    },
    body: `${error.code}: ${error.message}\n`,
  }
}

function refuse(socket: Duplex, error: ApiError): void {
  const { status, headers, body } = refusalOf(error)
  const lines = Object.entries({ ...headers, 'Content-Length': Buffer.byteLength(body) }).map(
    ([name, value]) => `${name}: ${value}`,
  )
  socket.end([`HTTP/1.1 ${status} ${error.code}`, ...lines, '', body].join('\r\n'))
}
