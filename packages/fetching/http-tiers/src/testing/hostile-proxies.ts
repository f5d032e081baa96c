import { randomBytes } from 'node:crypto'
import { type AddressInfo, createServer, type Socket } from 'node:net'

/** What a hostile proxy does with each connection; `ask` resolves with the client's next bytes. */
type Misdeed = (socket: Socket, ask: () => Promise<Buffer>) => void | Promise<void>

const OPENED = 'HTTP/1.1 200 OK\r\n\r\n'
const TLS_ALERT = Buffer.from([0x15, 3, 3, 0, 2, 2, 40])
const SOCKS_NO_LOGIN = Buffer.from([5, 0])
const SOCKS_OPENED = Buffer.from([5, 0, 0, 1, 0, 0, 0, 0, 0, 0])

/** Opens the tunnel, then does something. */
const opened = (then: (socket: Socket) => void): Misdeed => {
  return async (socket, ask) => {
    await ask()
    socket.write(OPENED)
    then(socket)
  }
}

/** Answers the CONNECT with these bytes and leaves the connection open. */
const says = (bytes: string | Buffer): Misdeed => {
  return async (socket, ask) => {
    await ask()
    socket.write(bytes)
  }
}

const greeted = (then: (socket: Socket, ask: () => Promise<Buffer>) => unknown): Misdeed => {
  return async (socket, ask) => {
    await ask()
    socket.write(SOCKS_NO_LOGIN)
    await ask()
    await then(socket, ask)
  }
}

/** Writes again and again until the connection ends. */
function repeatedly(socket: Socket, bytes: () => Buffer | string, everyMs = 5): void {
  const timer = setInterval(() => {
    if (socket.writableLength < 1_000_000) socket.write(bytes())
  }, everyMs)
  socket.once('close', () => clearInterval(timer))
}

export const HTTP_MISDEEDS: Record<string, Misdeed> = {
  'closes at once': (socket) => void socket.destroy(),
  'resets at once': (socket) => void socket.resetAndDestroy(),
  'never answers': () => {},
  'stray bytes with the 200': says(`${OPENED}stray bytes`),
  'a whole answer with the 200': says(`${OPENED}HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi`),
  'stray bytes right after the 200': opened((socket) => void setImmediate(() => socket.write('stray bytes'))),
  'a close after the 200': opened((socket) => void socket.end()),
  'a late close after the 200': opened((socket) => void setTimeout(() => socket.end(), 20)),
  'a reset after the 200': opened((socket) => void setImmediate(() => socket.resetAndDestroy())),
  'a 200 with a body': says('HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello'),
  'a chunked 200': says('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n'),
  'a 100 before the 200': says(`HTTP/1.1 100 Continue\r\n\r\n${OPENED}`),
  'only 1xx, without end': async (socket, ask) => {
    await ask()
    repeatedly(socket, () => 'HTTP/1.1 103 Early Hints\r\n\r\n')
  },
  'a header without end': async (socket, ask) => {
    await ask()
    socket.write('HTTP/1.1 200 OK\r\nX: ')
    repeatedly(socket, () => 'x'.repeat(4_000))
  },
  'one byte at a time': async (socket, ask) => {
    await ask()
    const answer = `HTTP/1.1 200 OK\r\nX: ${'x'.repeat(100_000)}`
    let at = 0
    repeatedly(socket, () => answer[at++] ?? 'x', 20)
  },
  '204 instead of 200': says('HTTP/1.1 204 No Content\r\n\r\n'),
  '407 again and again': says(
    'HTTP/1.1 407 No\r\nProxy-Authenticate: Basic realm="x"\r\nContent-Length: 0\r\n\r\n',
  ),
  'a redirect of the tunnel': says(
    'HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1:1/\r\nContent-Length: 0\r\n\r\n',
  ),
  'no HTTP': says(randomBytes(64)),
  'TLS alerts in the tunnel': opened((socket) => repeatedly(socket, () => TLS_ALERT)),
  'garbage in the tunnel': opened((socket) => repeatedly(socket, () => randomBytes(1_000))),
  'empty TLS records in the tunnel': opened((socket) =>
    repeatedly(socket, () => Buffer.from([0x16, 3, 3, 0, 0])),
  ),
  'a close when the request is there': opened((socket) => void socket.once('data', () => socket.end())),
  'a reset when the request is there': opened(
    (socket) => void socket.once('data', () => socket.resetAndDestroy()),
  ),
  '1xx answers in the tunnel, without end': opened((socket) => {
    socket.once('data', () => repeatedly(socket, () => 'HTTP/1.1 100 Continue\r\n\r\n'.repeat(50)))
  }),
  'a head without end in the tunnel': opened((socket) => {
    socket.once('data', () => {
      socket.write('HTTP/1.1 200 OK\r\nX: ')
      repeatedly(socket, () => 'x'.repeat(4_000))
    })
  }),
}

/** The same as a target: what would come in a tunnel comes at once, or when the request is there. */
export const TARGET_MISDEEDS: Record<string, Misdeed> = {
  'closes at once': (socket) => void socket.destroy(),
  'resets at once': (socket) => void socket.resetAndDestroy(),
  'never answers': () => {},
  'talks before it is asked': (socket) => void socket.write('stray bytes'),
  'answers before it is asked': (socket) =>
    void socket.write('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi'),
  'answers twice': says('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi'.repeat(2)),
  'answers and closes': async (socket, ask) => {
    await ask()
    socket.end('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi')
  },
  'closes when asked': async (socket, ask) => {
    await ask()
    socket.end()
  },
  'resets when asked': async (socket, ask) => {
    await ask()
    socket.resetAndDestroy()
  },
  'speaks no HTTP': says(randomBytes(64)),
  'sends TLS alerts': (socket) => repeatedly(socket, () => TLS_ALERT),
  'sends empty TLS records': (socket) => repeatedly(socket, () => Buffer.from([0x16, 3, 3, 0, 0])),
  'informs without end': HTTP_MISDEEDS['only 1xx, without end']!,
  'has a head without end': HTTP_MISDEEDS['a header without end']!,
  'sends one byte at a time': HTTP_MISDEEDS['one byte at a time']!,
}

export const SOCKS_MISDEEDS: Record<string, Misdeed> = {
  'closes at once': (socket) => void socket.destroy(),
  'never answers': () => {},
  'speaks HTTP': says('HTTP/1.1 400 Bad Request\r\n\r\n'),
  'wants a login nobody has': says(Buffer.from([5, 2])),
  'knows no method': says(Buffer.from([5, 0xff])),
  'another version': says(Buffer.from([4, 0])),
  'a refusal': greeted((socket) => socket.write(Buffer.from([5, 5, 0, 1, 0, 0, 0, 0, 0, 0]))),
  'an unknown kind of address': greeted((socket) => socket.write(Buffer.from([5, 0, 0, 9, 0, 0]))),
  'an unknown code': greeted((socket) => socket.write(Buffer.from([5, 250, 0, 1, 0, 0, 0, 0, 0, 0]))),
  'half a reply': greeted((socket) => socket.write(SOCKS_OPENED.subarray(0, 6))),
  'half a reply and a close': greeted((socket) => socket.end(SOCKS_OPENED.subarray(0, 6))),
  'a reply with a long name': greeted((socket) =>
    socket.write(Buffer.concat([Buffer.from([5, 0, 0, 3, 255]), Buffer.alloc(100)])),
  ),
  'stray bytes with the reply': greeted((socket) =>
    socket.write(Buffer.concat([SOCKS_OPENED, Buffer.from('stray bytes')])),
  ),
  'a close after the reply': greeted((socket) => socket.end(SOCKS_OPENED)),
  'a reset after the reply': greeted((socket) => {
    socket.write(SOCKS_OPENED)
    setImmediate(() => socket.resetAndDestroy())
  }),
  'garbage in the tunnel': greeted((socket) => {
    socket.write(SOCKS_OPENED)
    repeatedly(socket, () => randomBytes(1_000))
  }),
}

export interface HostileProxy {
  port: number
  /** Connections that were opened so far. */
  connections(): number
  /** Connections that are open now. */
  open(): number
  close(): Promise<void>
}

/** A hostile proxy on loopback that counts its connections. */
export async function startHostileProxy(misdeed: Misdeed): Promise<HostileProxy> {
  const sockets = new Set<Socket>()
  let connections = 0
  const server = createServer((socket) => {
    connections++
    sockets.add(socket)
    socket.on('error', () => {})
    socket.once('close', () => sockets.delete(socket))
    socket.resume()
    const ask = () => new Promise<Buffer>((resolve) => void socket.once('data', resolve))
    void misdeed(socket, ask)
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
