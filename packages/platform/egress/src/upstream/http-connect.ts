import { isIP, type Socket } from 'node:net'
import { UpstreamLoginRefused, UpstreamRefused } from '../forward-proxy/proxy-error.ts'
import { createSocketReader } from './socket-reader.ts'

const MAX_HEAD_BYTES = 16 * 1024

/** Asks an http proxy, on a fresh connection to it, for a tunnel (RFC 9110 section 9.3.6). */
export async function openByConnect(
  socket: Socket,
  host: string,
  port: number,
  options: { timeoutMs: number; authorization: string | undefined },
): Promise<Socket> {
  const authority = `${isIP(host) === 6 ? `[${host}]` : host}:${port}`
  const login = options.authorization ? `Proxy-Authorization: ${options.authorization}\r\n` : ''
  const reader = createSocketReader(socket, options.timeoutMs)
  try {
    socket.write(`CONNECT ${authority} HTTP/1.1\r\nHost: ${authority}\r\n${login}\r\n`)
    const head = (await reader.readUntil('\r\n\r\n', MAX_HEAD_BYTES)).toString('latin1')
    const status = /^HTTP\/1\.[01] (\d{3})/.exec(head)?.[1]
    if (status === '407') throw new UpstreamLoginRefused()
    if (status === undefined || !status.startsWith('2')) {
      throw new UpstreamRefused(`The proxy answered ${status ?? 'something that is not HTTP'}`)
    }
    reader.release()
    return socket
  } catch (error) {
    socket.destroy()
    throw error
  }
}
