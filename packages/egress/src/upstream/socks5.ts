import { isIP, type Socket } from 'node:net'
import { UpstreamRefused } from '../forward-proxy/proxy-error.ts'
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
const PASSWORD_LOGIN = 2
const CONNECT = 1
const ADDRESS_BYTES: Record<number, number> = { 1: 4, 4: 16 }

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
      if ((await reader.read(2))[1] !== 0) throw new UpstreamRefused('The proxy refused the credentials')
    } else if (method !== NO_LOGIN) throw new UpstreamRefused('The proxy asks for another login')

    const where = Buffer.from([port >> 8, port & 0xff])
    socket.write(Buffer.concat([Buffer.from([VERSION, CONNECT, 0]), addressBytes(host), where]))
    const [, reply = 1, , type = 0] = await reader.read(4)
    if (reply !== 0) throw new UpstreamRefused(`The proxy answered: ${REPLIES[reply] ?? reply}`)
    const length = type === 3 ? (await reader.read(1))[0]! : ADDRESS_BYTES[type]
    if (length === undefined) throw new UpstreamRefused('The proxy does not speak SOCKS5')
    await reader.read(length + 2)
    reader.release()
    return socket
  } catch (error) {
    socket.destroy()
    throw error
  }
}

function addressBytes(host: string): Buffer {
  if (isIP(host) === 4) return Buffer.from([1, ...host.split('.').map(Number)])
  if (isIP(host) === 6) return Buffer.from([4, ...ipv6Bytes(host)])
  return Buffer.concat([Buffer.from([3]), counted(host)])
}

/** The 16 bytes of an address in the URL parser's spelling (hex groups, at most one `::`). */
function ipv6Bytes(address: string): number[] {
  const [left = '', right] = address.split('::')
  const groups = (part: string | undefined) =>
    part ? part.split(':').map((group) => Number.parseInt(group, 16)) : []
  const head = groups(left)
  const tail = groups(right)
  const middle = new Array<number>(8 - head.length - tail.length).fill(0)
  return [...head, ...middle, ...tail].flatMap((group) => [group >> 8, group & 0xff])
}

/** A string with its length in the byte before it; longer than 255 bytes has no place in the protocol. */
function counted(text: string): Buffer {
  const bytes = Buffer.from(text)
  if (bytes.length > 255) throw new UpstreamRefused('A host name or credential is too long for SOCKS5')
  return Buffer.concat([Buffer.from([bytes.length]), bytes])
}
