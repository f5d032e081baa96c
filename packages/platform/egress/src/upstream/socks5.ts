import { isIP, type Socket } from 'node:net'
import ipaddr from 'ipaddr.js'
import { UpstreamLoginRefused, UpstreamRefused } from '../forward-proxy/proxy-error.ts'
import { createSocketReader } from './socket-reader.ts'

/** Replies of RFC 1928 section 6. */
const REPLIES = [
  'succeeded',
  'general failure',
  'not allowed by ruleset',
  'network unreachable',
  'host unreachable',
  'connection refused',
  'TTL expired',
  'command not supported',
  'address type not supported',
]
const VERSION = 5
const NO_LOGIN = 0
const NONE_ACCEPTABLE = 0xff
const PASSWORD_LOGIN = 2
const CONNECT = 1
/** Types of an address, and the bytes of those whose length is fixed. */
const IPV4 = 1
const NAME = 3
const IPV6 = 4
const ADDRESS_BYTES: Record<number, number> = { [IPV4]: 4, [IPV6]: 16 }

/** Asks a SOCKS5 proxy, on a fresh connection to it, for a tunnel (RFC 1928, login by RFC 1929). */
export async function openBySocks5(
  socket: Socket,
  host: string,
  port: number,
  options: { timeoutMs: number; user: string; password: string },
): Promise<Socket> {
  const { user, password } = options
  const reader = createSocketReader(socket, options.timeoutMs)
  try {
    socket.write(Buffer.from(user ? [VERSION, 2, NO_LOGIN, PASSWORD_LOGIN] : [VERSION, 1, NO_LOGIN]))
    const [, method] = await reader.read(2)
    if (method === PASSWORD_LOGIN && user) {
      socket.write(Buffer.concat([Buffer.from([1]), counted(user), counted(password)]))
      if ((await reader.read(2))[1] !== 0) throw new UpstreamLoginRefused()
    } else if (method === PASSWORD_LOGIN || method === NONE_ACCEPTABLE) throw new UpstreamLoginRefused()
    else if (method !== NO_LOGIN) throw new UpstreamRefused('The proxy asks for another login')

    const where = Buffer.from([port >> 8, port & 0xff])
    socket.write(Buffer.concat([Buffer.from([VERSION, CONNECT, 0]), addressBytes(host), where]))
    const [, reply = 1, , type = 0] = await reader.read(4)
    if (reply !== 0) throw new UpstreamRefused(`The proxy answered: ${REPLIES[reply] ?? reply}`)
    const length = type === NAME ? (await reader.read(1))[0]! : ADDRESS_BYTES[type]
    if (length === undefined) throw new UpstreamRefused('The answer of the proxy is not SOCKS5')
    await reader.read(length + 2)
    reader.release()
    return socket
  } catch (error) {
    socket.destroy()
    throw error
  }
}

function addressBytes(host: string): Buffer {
  const family = isIP(host)
  if (family === 0) return Buffer.concat([Buffer.from([NAME]), counted(host)])
  return Buffer.from([family === 4 ? IPV4 : IPV6, ...ipaddr.parse(host).toByteArray()])
}

/** A string with its length in the byte before it; the protocol allows 255 bytes. */
function counted(text: string): Buffer {
  const bytes = Buffer.from(text)
  if (bytes.length > 255) throw new UpstreamRefused('A host name or credential is too long for SOCKS5')
  return Buffer.concat([Buffer.from([bytes.length]), bytes])
}
