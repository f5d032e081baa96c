import { createServer as createHttp2Server, type Http2ServerRequest } from 'node:http2'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'
import { createSecureContext, TLSSocket } from 'node:tls'
import { selfSigned } from '@gleaner/testkit/tls/self-signed'
import { type ClientHelloPrint, helloLength, readClientHello } from './read-client-hello.ts'

/** All that a server learns of a client before and with its first request. */
export interface Fingerprint {
  hello: ClientHelloPrint
  http2: {
    /** Identifier and value of each setting, in order. */
    settings: [id: number, value: number][]
    /** Increment of the first connection-level WINDOW_UPDATE. */
    windowUpdate: number
  }
  /** Names (pseudo-headers first) and values, in order. */
  headers: [name: string, value: string][]
}

export interface FingerprintRecorder {
  url: string
  port: number
  /** What the client of the next request gives away. */
  next(): Promise<Fingerprint>
  /** The greeting of the latest client, whether or not it went on. */
  lastHello(): ClientHelloPrint
  close(): Promise<void>
}

const PREFACE_BYTES = 24
const FRAME_HEADER_BYTES = 9
const WINDOW_UPDATE = 0x8

/** An HTTP/2 server over TLS that records its clients, byte by byte, before it answers them. */
export async function startFingerprintRecorder(): Promise<FingerprintRecorder> {
  const secureContext = createSecureContext({ ...selfSigned() })
  const sockets = new Set<Socket>()
  // Clients are recorded one at a time.
  let greeting: Omit<Fingerprint, 'headers'> | undefined
  let lastHello: ClientHelloPrint | undefined
  let waiting = Promise.withResolvers<Fingerprint>()
  const http2 = createHttp2Server((request, response) => {
    response.setHeader('content-type', 'text/html')
    response.end(
      '<!doctype html><title>Recorded</title><p>Thank you, your greeting has been written down.</p>',
    )
    if (request.url === '/') onRequest(request)
  })
  http2.on('sessionError', () => {})

  function onRequest(request: Http2ServerRequest): void {
    if (!greeting) return
    const headers: [string, string][] = []
    for (let i = 0; i < request.rawHeaders.length; i += 2)
      headers.push([request.rawHeaders[i]!, request.rawHeaders[i + 1]!])
    waiting.resolve({ ...greeting, headers })
    waiting = Promise.withResolvers()
  }

  const inner = await listening(http2)
  const server = createServer(async (socket) => {
    track(socket)
    try {
      lastHello = readClientHello(await readAhead(socket, (bytes) => bytes.length >= helloLength(bytes)))
      const secure = new TLSSocket(socket, { isServer: true, secureContext, ALPNProtocols: ['h2'] })
      track(secure)
      const opening = await readAhead(secure, (bytes) => readOpening(bytes) !== undefined)
      greeting = { hello: lastHello, http2: readOpening(opening)! }
      // Node's own server understands the rest, in clear behind the recorder.
      const behind = track(connect(inner, '127.0.0.1'))
      secure.pipe(behind).pipe(secure)
    } catch {
      socket.destroy()
    }
  })
  const port = await listening(server)

  function track(socket: Socket): Socket {
    sockets.add(socket)
    socket.on('error', () => socket.destroy())
    socket.once('close', () => sockets.delete(socket))
    return socket
  }

  return {
    port,
    url: `https://127.0.0.1:${port}/`,
    next: () => waiting.promise,
    lastHello: () => lastHello!,
    async close() {
      for (const socket of sockets) socket.destroy()
      await Promise.all([server, http2].map((one) => new Promise((resolve) => one.close(resolve))))
    },
  }
}

async function listening(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port
}

/** Reads until there is enough, and puts everything back. */
function readAhead(socket: Socket, isEnough: (bytes: Buffer) => boolean): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>()
  let bytes = Buffer.alloc(0)
  const onReadable = () => {
    for (let chunk = socket.read(); chunk !== null; chunk = socket.read())
      bytes = Buffer.concat([bytes, chunk])
    if (!isEnough(bytes)) return
    socket.off('readable', onReadable)
    socket.unshift(bytes)
    resolve(bytes)
  }
  socket.on('readable', onReadable)
  socket.once('close', () => reject(new Error('The client went away')))
  return promise
}

/** The settings and the window of a client's opening, once both frames are there (RFC 9113, 3.4). */
function readOpening(bytes: Buffer): Fingerprint['http2'] | undefined {
  const settingsAt = PREFACE_BYTES + FRAME_HEADER_BYTES
  if (bytes.length < settingsAt) return undefined
  const settingsLength = bytes.readUIntBE(PREFACE_BYTES, 3)
  const windowAt = settingsAt + settingsLength
  if (bytes.length < windowAt + FRAME_HEADER_BYTES + 4) return undefined
  const settings: [number, number][] = []
  for (let at = settingsAt; at < windowAt; at += 6)
    settings.push([bytes.readUInt16BE(at), bytes.readUInt32BE(at + 2)])
  const isWindow = bytes[windowAt + 3] === WINDOW_UPDATE
  return { settings, windowUpdate: isWindow ? bytes.readUInt32BE(windowAt + FRAME_HEADER_BYTES) : 0 }
}
