import { createServer as createHttp2Server, type Http2ServerRequest } from 'node:http2'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'
import { createSecureContext, TLSSocket } from 'node:tls'
import { selfSigned } from '@gleaner/target-site/tls/self-signed'
import { type ClientHelloPrint, helloLength, readClientHello } from './read-client-hello.ts'

/** All that a server learns of a client before and with its first request. */
export interface Fingerprint {
  hello: ClientHelloPrint
  http2: {
    /** Identifier and value of each setting, in order. */
    settings: [id: number, value: number][]
    /** Increment of the first connection-level WINDOW_UPDATE. */
    windowUpdate: number
    /** PRIORITY frames before the first request. */
    priorities: number
    /** Stream dependency and weight of the first request. */
    dependency: { exclusive: boolean; on: number; weight: number } | undefined
  }
  /** Names (pseudo-headers first) and values, in order. */
  headers: [name: string, value: string][]
}

export interface FingerprintRecorder {
  url: string
  port: number
  /** Fingerprint of the client of the next request. */
  next(): Promise<Fingerprint>
  /** The ClientHello of the latest client, whether or not a request followed. */
  lastHello(): ClientHelloPrint
  /** Closes all connections: a client that comes back makes a new handshake. */
  hangUp(): void
  close(): Promise<void>
}

const PREFACE_BYTES = 24
const FRAME_HEADER_BYTES = 9
/** Frame types and flags (RFC 9113, section 6). */
const [HEADERS, PRIORITY, SETTINGS, WINDOW_UPDATE] = [0x1, 0x2, 0x4, 0x8]
const [PADDED, WITH_PRIORITY] = [0x8, 0x20]

/** An HTTP/2 server over TLS that records its clients, byte by byte, before it answers them. */
export async function startFingerprintRecorder(): Promise<FingerprintRecorder> {
  const secureContext = createSecureContext({ ...(await selfSigned()) })
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

  function hangUp(): void {
    for (const socket of sockets) socket.destroy()
  }

  return {
    port,
    url: `https://localhost:${port}/`,
    next: () => waiting.promise,
    lastHello: () => lastHello!,
    hangUp,
    async close() {
      hangUp()
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

/** A client's opening up to its first request, once that is there (RFC 9113, 3.4). */
function readOpening(bytes: Buffer): Fingerprint['http2'] | undefined {
  const opening: Fingerprint['http2'] = {
    settings: [],
    windowUpdate: 0,
    priorities: 0,
    dependency: undefined,
  }
  for (let at = PREFACE_BYTES; at + FRAME_HEADER_BYTES <= bytes.length; ) {
    const [length, type, flags] = [bytes.readUIntBE(at, 3), bytes[at + 3], bytes[at + 4]!]
    const payload = bytes.subarray(at + FRAME_HEADER_BYTES, at + FRAME_HEADER_BYTES + length)
    if (payload.length < length) return undefined
    at += FRAME_HEADER_BYTES + length
    if (type === WINDOW_UPDATE) opening.windowUpdate ||= payload.readUInt32BE(0)
    if (type === PRIORITY) opening.priorities++
    if (type === SETTINGS) {
      for (let i = 0; i < length; i += 6)
        opening.settings.push([payload.readUInt16BE(i), payload.readUInt32BE(i + 2)])
    }
    if (type === HEADERS) {
      const place = payload.subarray((flags & PADDED) === 0 ? 0 : 1)
      if ((flags & WITH_PRIORITY) !== 0) opening.dependency = readDependency(place)
      return opening
    }
  }
  return undefined
}

function readDependency(place: Buffer): NonNullable<Fingerprint['http2']['dependency']> {
  const word = place.readUInt32BE(0)
  return { exclusive: word >>> 31 === 1, on: word & 0x7fffffff, weight: place[4]! + 1 }
}

/**
 * The fingerprint of HTTP/2 as Akamai writes it: settings, window, priority frames, pseudo-headers.
 * Source: Akamai, "Passive Fingerprinting of HTTP/2 Clients" (Black Hat Europe 2017).
 */
export function akamaiPrint({ http2, headers }: Fingerprint): string {
  const settings = http2.settings.map((setting) => setting.join(':')).join(';')
  const pseudo = headers.filter(([name]) => name.startsWith(':')).map(([name]) => name[1])
  return [settings, http2.windowUpdate, http2.priorities, pseudo.join(',')].join('|')
}
