import { request } from 'node:http'
import type { Socket } from 'node:net'

/** The forward proxy did not open a way; `status` is its answer. */
export class TunnelRefused extends Error {
  override readonly name = 'TunnelRefused'
  readonly status: number

  constructor(status: number) {
    super(`The tunnel was refused (${status})`)
    this.status = status
  }
}

/** A byte stream to a target through the door's forward proxy (RFC 9110 section 9.3.6). */
export function openTunnel(proxyUrl: string, target: URL, signal: AbortSignal): Promise<Socket> {
  const { promise, resolve, reject } = Promise.withResolvers<Socket>()
  const proxy = new URL(proxyUrl)
  const authority = `${target.hostname}:${target.port || (target.protocol === 'https:' ? 443 : 80)}`
  const login = Buffer.from(`${proxy.username}:${proxy.password}`).toString('base64')
  const asking = request({
    host: proxy.hostname,
    port: proxy.port,
    method: 'CONNECT',
    path: authority,
    headers: { host: authority, 'proxy-authorization': `Basic ${login}` },
    agent: false,
    signal,
  })
  asking.once('connect', (response, socket) => {
    if (response.statusCode === 200) return resolve(socket as Socket)
    socket.destroy()
    reject(new TunnelRefused(response.statusCode ?? 0))
  })
  asking.once('response', (response) => {
    response.destroy()
    reject(new TunnelRefused(response.statusCode ?? 0))
  })
  asking.once('error', reject)
  asking.end()
  return promise
}
