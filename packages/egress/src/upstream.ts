import type { LookupAddress } from 'node:dns'
import { isIP, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { bareHost, canonicalHost } from './allow-list.ts'
import { dial } from './dial.ts'
import type { Relay, Route } from './forward-proxy.ts'
import { openByConnect } from './http-connect.ts'
import { isPublicAddress } from './ip-ranges.ts'
import { openBySocks5 } from './socks5.ts'
import { portOf } from './url-guard.ts'

export interface UpstreamOptions {
  resolve: (hostname: string, port: number) => Promise<LookupAddress[]>
  connectTimeoutMs: number
}

/**
 * The way through another proxy (http, https, socks5; credentials in the URL). Its own address is checked like any
 * target. A proxy out on the internet resolves names where it stands, which is what countries are for. A proxy inside
 * our network (opened by the allow list) could be led to the inside by a name, so it gets checked addresses.
 */
export function createUpstream(url: URL, { resolve, connectTimeoutMs }: UpstreamOptions): Route {
  const proxyHost = canonicalHost(bareHost(url.hostname)) ?? ''
  const proxyPort = portOf(url)
  const user = decode(url.username)
  const password = decode(url.password)
  const basic = user === '' ? undefined : `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`

  async function connectToProxy(): Promise<Socket> {
    const addresses = await resolve(proxyHost, proxyPort)
    const socket = await dial(addresses, { port: proxyPort, timeoutMs: connectTimeoutMs })
    return url.protocol === 'https:' ? secure(socket, proxyHost, connectTimeoutMs) : socket
  }

  async function open(hostname: string, port: number): Promise<Socket> {
    const needsAddress = isIP(hostname) === 0 && (await isInside())
    const target = needsAddress ? (await resolve(hostname, port))[0]!.address : hostname
    const socket = await connectToProxy()
    const within = { timeoutMs: connectTimeoutMs }
    return url.protocol === 'socks5:'
      ? openBySocks5(socket, target, port, { ...within, user, password })
      : openByConnect(socket, target, port, { ...within, authorization: basic })
  }

  async function relay(hostname: string): Promise<Relay | undefined> {
    if (url.protocol === 'socks5:' || (isIP(hostname) === 0 && (await isInside()))) return undefined
    return {
      origin: `http://${isIP(proxyHost) === 6 ? `[${proxyHost}]` : proxyHost}:${proxyPort}`,
      headers: basic === undefined ? [] : [['proxy-authorization', basic]],
      open: connectToProxy,
    }
  }

  async function isInside(): Promise<boolean> {
    return !(await resolve(proxyHost, proxyPort)).every(({ address }) => isPublicAddress(address))
  }

  return { open, relay }
}

/** A credential that is not percent-encoded is meant as it stands. */
function decode(credential: string): string {
  try {
    return decodeURIComponent(credential)
  } catch {
    return credential
  }
}

function secure(socket: Socket, host: string, timeoutMs: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const secured = connectTls({ socket, host, servername: isIP(host) === 0 ? host : '' })
    const onTimeout = () =>
      secured.destroy(Object.assign(new Error('TLS took too long'), { code: 'ETIMEDOUT' }))
    secured.setTimeout(timeoutMs, onTimeout)
    secured.once('error', reject)
    secured.once('secureConnect', () => {
      secured.setTimeout(0).removeListener('timeout', onTimeout).removeListener('error', reject)
      resolve(secured)
    })
  })
}
