import type { IncomingMessage, ServerResponse } from 'node:http'
import {
  createSecureServer,
  type Http2SecureServer,
  type Http2ServerRequest,
  type Http2ServerResponse,
} from 'node:http2'
import { createServer, type Server, type Socket } from 'node:net'
import { type ClientHello, parseClientHello } from './tls/client-hello.ts'
import { selfSigned } from './tls/self-signed.ts'

type Handler = (request: IncomingMessage, response: ServerResponse) => void
/** ClientHello by the client's port; a TLS socket does not lead back to the socket beneath it. */
export type Hellos = Map<number, ClientHello>

const KEPT_HELLOS = 500

/**
 * An HTTPS server for HTTP/2 and HTTP/1.1 whose routes can ask what the client said in its ClientHello. The
 * first bytes of a connection are read in the clear, put back, and the connection is handed to TLS.
 */
export async function createTlsServer(handler: Handler, hellos: Hellos): Promise<Server> {
  const secure = createSecureServer(
    { ...(await selfSigned()), allowHTTP1: true },
    // The compatibility layer of http2 gives requests and responses of the same shape.
    handler as unknown as (request: Http2ServerRequest, response: Http2ServerResponse) => void,
  )
  secure.on('sessionError', () => {})
  secure.on('tlsClientError', () => {})
  const front = createServer((socket) => {
    socket.on('error', () => socket.destroy())
    socket.once('readable', () => handOver(socket, secure, hellos))
  })
  secure.on('upgrade', (...upgrade) => front.emit('upgrade', ...upgrade))
  front.once('close', () => secure.close())
  return front
}

function handOver(socket: Socket, secure: Http2SecureServer, hellos: Hellos): void {
  const bytes = socket.read() as Buffer | null
  if (!bytes) return void socket.destroy()
  const hello = parseClientHello(bytes)
  if (hellos.size >= KEPT_HELLOS) hellos.delete(hellos.keys().next().value!)
  if (hello && socket.remotePort) hellos.set(socket.remotePort, hello)
  socket.unshift(bytes)
  secure.emit('connection', socket)
}
