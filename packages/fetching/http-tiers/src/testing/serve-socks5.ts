import type { Socket } from 'node:net'
import type { ProxyRules } from './proxy-rules.ts'

const VERSION = 5
const PASSWORD_LOGIN = 2
const NO_METHOD = 0xff
const SUCCEEDED = 0

/** Speaks SOCKS5 with a login on one connection (RFC 1928, RFC 1929), message by message. */
export function serveSocks5(socket: Socket, rules: ProxyRules): void {
  greet(socket, rules).catch(() => socket.destroy())
}

async function greet(socket: Socket, rules: ProxyRules): Promise<void> {
  const read = reader(socket)
  const [, methods = 0] = await read(2)
  const offered = await read(methods)
  if (!offered.includes(PASSWORD_LOGIN)) return void socket.end(Buffer.from([VERSION, NO_METHOD]))
  socket.write(Buffer.from([VERSION, PASSWORD_LOGIN]))

  const [, userLength = 0] = await read(2)
  const user = (await read(userLength)).toString()
  const [passwordLength = 0] = await read(1)
  const password = (await read(passwordLength)).toString()
  const isAuthorized = rules.isAuthorized({ user, password })
  socket.write(Buffer.from([1, isAuthorized ? 0 : 1]))
  if (!isAuthorized) return void socket.end()

  const [, , , type = 0] = await read(4)
  const host = type === 3 ? (await read((await read(1))[0]!)).toString() : (await read(4)).join('.')
  const port = (await read(2)).readUInt16BE()
  const target = rules.connect(user, `${host}:${port}`)
  target.once('connect', () => {
    socket.write(Buffer.from([VERSION, SUCCEEDED, 0, 1, 0, 0, 0, 0, 0, 0]))
    socket.pipe(target).pipe(socket)
  })
  target.once('close', () => socket.destroy())
}

/** So many bytes at a time; fails when the client has gone. */
function reader(socket: Socket): (length: number) => Promise<Buffer> {
  return async (length) => {
    for (;;) {
      const bytes = length === 0 ? Buffer.alloc(0) : (socket.read(length) as Buffer | null)
      if (bytes) return bytes
      if (socket.destroyed || socket.readableEnded) throw new Error('The client has gone')
      await new Promise<void>((resolve) => {
        for (const event of ['readable', 'end', 'close']) socket.once(event, () => resolve())
      })
    }
  }
}
