import { type AddressInfo, createServer, type Socket } from 'node:net'
import { TLSSocket } from 'node:tls'
import { type Certificate, selfSigned } from '@gleaner/target-site/tls/self-signed'
import type { HostileProxy } from './hostile-proxies.ts'

export type Misdeed = (frames: Frames) => void

/** What a hostile server may write; `asked` runs for each request on the connection, with its stream. */
export interface Frames {
  send(type: number, flags: number, stream: number, payload?: Buffer): void
  /** Again and again, until the connection ends. */
  flood(write: () => void): void
  asked(then: (stream: number) => void): void
  end(): void
  reset(): void
}

export const [DATA, HEADERS, RST_STREAM, SETTINGS, PUSH_PROMISE, PING, GOAWAY, WINDOW_UPDATE, CONTINUATION] =
  [0, 1, 3, 4, 5, 6, 7, 8, 9] as const
export const END_STREAM = 1
export const END_HEADERS = 4
/** `:status: 200`, and a header of 100 bytes that is never indexed (RFC 7541). */
const STATUS_200 = Buffer.from([0x88])
const HEADER = Buffer.concat([
  Buffer.from([0x10, 1]),
  Buffer.from('x'),
  Buffer.from([100]),
  Buffer.alloc(100, 'y'),
])
/** Four bytes, most significant first. */
export const number = (value: number) => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}
export const NO_ERROR = 0
export const INTERNAL_ERROR = 2
export const CANCEL = 8
const REFUSED_STREAM = 7
export const ENHANCE_YOUR_CALM = 11
const settings = (id: number, value: number) => Buffer.concat([Buffer.from([0, id]), number(value)])
/** `last`: the last stream that the server takes responsibility for. */
export const goaway = (code: number, last = 0) => Buffer.concat([number(last), number(code)])

export const H2_MISDEEDS: Record<string, Misdeed> = {
  'goes away at once': ({ send }) => send(GOAWAY, 0, 0, goaway(NO_ERROR)),
  'goes away when asked': ({ send, asked, end }) =>
    asked(() => {
      send(GOAWAY, 0, 0, goaway(NO_ERROR))
      end()
    }),
  'goes away for want of calm': ({ send, asked, end }) =>
    asked(() => {
      send(GOAWAY, 0, 0, goaway(ENHANCE_YOUR_CALM))
      end()
    }),
  'goes away again and again': ({ send, flood }) => flood(() => send(GOAWAY, 0, 0, goaway(NO_ERROR))),
  'refuses each stream': ({ send, asked }) =>
    asked((stream) => send(RST_STREAM, 0, stream, number(REFUSED_STREAM))),
  'resets streams without end': ({ send, flood, asked }) =>
    asked((stream) => flood(() => send(RST_STREAM, 0, stream, number(REFUSED_STREAM)))),
  'floods with settings': ({ send, flood }) => flood(() => send(SETTINGS, 0, 0, settings(1, 4096))),
  'floods with empty settings': ({ send, flood }) => flood(() => send(SETTINGS, 0, 0)),
  'floods with pings': ({ send, flood }) => flood(() => send(PING, 0, 0, Buffer.alloc(8))),
  'floods with window updates': ({ send, flood }) => flood(() => send(WINDOW_UPDATE, 0, 0, number(1))),
  'floods with frames of no known type': ({ send, flood }) => flood(() => send(0xfe, 0, 0, Buffer.alloc(64))),
  'floods with empty data': ({ send, flood, asked }) =>
    asked((stream) => {
      send(HEADERS, END_HEADERS, stream, STATUS_200)
      flood(() => send(DATA, 0, stream))
    }),
  'continues its head without end': ({ send, flood, asked }) =>
    asked((stream) => {
      send(HEADERS, 0, stream, STATUS_200)
      flood(() => send(CONTINUATION, 0, stream, HEADER))
    }),
  'continues its head with nothing': ({ send, flood, asked }) =>
    asked((stream) => {
      send(HEADERS, 0, stream, STATUS_200)
      flood(() => send(CONTINUATION, 0, stream))
    }),
  'informs without end': ({ send, flood, asked }) =>
    asked((stream) =>
      flood(() =>
        send(HEADERS, END_HEADERS, stream, Buffer.concat([Buffer.from([0x48, 3]), Buffer.from('103')])),
      ),
    ),
  'pushes what nobody asked for': ({ send, asked }) =>
    asked((stream) => send(PUSH_PROMISE, END_HEADERS, stream, Buffer.concat([number(2), STATUS_200]))),
  'opens no window': ({ send }) => send(SETTINGS, 0, 0, settings(4, 0)),
  'allows no stream': ({ send }) => send(SETTINGS, 0, 0, settings(3, 0)),
  'overflows the window': ({ send }) => send(WINDOW_UPDATE, 0, 0, number(0x7fffffff)),
  'sends a frame beyond all limits': ({ send }) => send(DATA, 0, 1, Buffer.alloc(1_000_000)),
  'closes after the handshake': ({ end }) => end(),
  'resets after the handshake': ({ reset }) => reset(),
}

const FLOOD_BYTES = 64 * 1024
const PREFACE_BYTES = 24
const FRAME_HEAD_BYTES = 9
const FLOOD_EVERY_MS = 5

/** A hostile HTTP/2 server on loopback, over TLS, that counts its connections. */
export async function startHostileH2(misdeed: Misdeed, given?: Certificate): Promise<HostileProxy> {
  const certificate = given ?? (await selfSigned())
  const sockets = new Set<Socket>()
  let connections = 0
  const server = createServer((raw) => {
    connections++
    sockets.add(raw)
    raw.on('error', () => {})
    raw.once('close', () => sockets.delete(raw))
    const socket = new TLSSocket(raw, { isServer: true, ...certificate, ALPNProtocols: ['h2'] })
    socket.on('error', () => raw.destroy())
    socket.once('secure', () => {
      misdeed(framesOn(socket, raw))
      // Whoever does not read never learns that the other side has gone.
      socket.resume()
    })
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    connections: () => connections,
    open: () => sockets.size,
    async close() {
      const closed = new Promise((resolve) => server.close(resolve))
      for (const socket of sockets) socket.destroy()
      await closed
    },
  }
}

function framesOn(socket: TLSSocket, raw: Socket): Frames {
  let pending: Buffer[] = []
  const write = () => {
    if (!socket.destroyed) socket.write(Buffer.concat(pending))
    pending = []
  }
  const send: Frames['send'] = (type, flags, stream, payload = Buffer.alloc(0)) => {
    const head = Buffer.alloc(FRAME_HEAD_BYTES)
    head.writeUIntBE(payload.length, 0, 3)
    head.writeUInt8(type, 3)
    head.writeUInt8(flags, 4)
    head.writeUInt32BE(stream, 5)
    if (pending.length === 0) queueMicrotask(write)
    pending.push(head, payload)
  }
  send(SETTINGS, 0, 0)
  return {
    send,
    flood(writeOne) {
      const timer = setInterval(() => {
        if (socket.writableLength > 1_000_000) return
        for (let i = 0; i < FLOOD_BYTES / 64; i++) writeOne()
      }, FLOOD_EVERY_MS)
      raw.once('close', () => clearInterval(timer))
    },
    asked(then) {
      let received = Buffer.alloc(0)
      let at = PREFACE_BYTES
      socket.on('data', (chunk: Buffer) => {
        received = Buffer.concat([received, chunk])
        for (; at + FRAME_HEAD_BYTES <= received.length; at += FRAME_HEAD_BYTES + received.readUIntBE(at, 3))
          if (received[at + 3] === HEADERS) then(received.readUInt32BE(at + 5))
      })
    },
    end: () => socket.end(),
    reset: () => void raw.resetAndDestroy(),
  }
}
