import type { LookupAddress } from 'node:dns'
import { isIP, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { dial } from '../connect/dial.ts'
import type { Dialer, Relay } from '../connect/dialer.ts'
import type { HostMap } from '../connect/host-map.ts'
import { bareHost, canonicalHost } from '../policy/allow-list.ts'
import { isPublicAddress } from '../policy/ip-ranges.ts'
import type { OwnAddresses } from '../policy/own-addresses.ts'
import { portOf } from '../policy/url-guard.ts'
import { openByConnect } from './http-connect.ts'
import { openBySocks5 } from './socks5.ts'

export interface UpstreamOptions {
  resolve: (hostname: string, port: number) => Promise<LookupAddress[]>
  /** Names whose addresses the operator gives: no proxy is asked for them. */
  hosts: HostMap
  own: Pick<OwnAddresses, 'isLocal'>
  connectTimeoutMs: number
}

/**
 * Dials through another proxy (http, https, socks5; credentials in the URL). Its own address is checked like any
 * target. A proxy on the internet resolves names at its own location, as a request for a country needs. A proxy inside
 * our network (opened by the allow list) could resolve a name to an inside address, so it gets checked addresses.
 */
export function createUpstream(url: URL, { resolve, hosts, own, connectTimeoutMs }: UpstreamOptions): Dialer {
  const proxyHost = canonicalHost(bareHost(url.hostname)) ?? ''
  const proxyPort = portOf(url)
  const user = decode(url.username)
  const password = decode(url.password)
  const basic = user === '' ? undefined : `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`

  async function connectToProxy(signal?: AbortSignal): Promise<Socket> {
    const addresses = await resolve(proxyHost, proxyPort)
    const socket = await dial(addresses, { port: proxyPort, timeoutMs: connectTimeoutMs, signal })
    if (url.protocol !== 'https:') return socket
    return abortable(socket, signal, secure(socket, proxyHost, connectTimeoutMs))
  }

  async function open(hostname: string, port: number, signal?: AbortSignal): Promise<Socket> {
    const needsAddress = await isResolvedHere(hostname)
    const target = needsAddress ? (await resolve(hostname, port))[0]!.address : hostname
    const socket = await connectToProxy(signal)
    const within = { timeoutMs: connectTimeoutMs }
    const opening =
      url.protocol === 'socks5:'
        ? openBySocks5(socket, target, port, { ...within, user, password })
        : openByConnect(socket, target, port, { ...within, authorization: basic })
    return abortable(socket, signal, opening)
  }

  async function relay(hostname: string): Promise<Relay | undefined> {
    if (url.protocol === 'socks5:' || (await isResolvedHere(hostname))) return undefined
    return {
      origin: `http://${isIP(proxyHost) === 6 ? `[${proxyHost}]` : proxyHost}:${proxyPort}`,
      headers: basic === undefined ? [] : [['proxy-authorization', basic]],
      open: (_hostname, _port, signal) => connectToProxy(signal),
    }
  }

  async function isResolvedHere(hostname: string): Promise<boolean> {
    return isIP(hostname) === 0 && (hosts.has(bareHost(hostname.toLowerCase())) || (await isInternal()))
  }

  async function isInternal(): Promise<boolean> {
    const addresses = await resolve(proxyHost, proxyPort)
    // A proxy on a public address of this very machine is internal all the same.
    return !addresses.every(({ address }) => isPublicAddress(address) && !own.isLocal(address))
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
    // The whole handshake counts: a proxy that sends a byte now and then is no better than a silent one.
    const deadline = setTimeout(
      () => secured.destroy(Object.assign(new Error('TLS took too long'), { code: 'ETIMEDOUT' })),
      timeoutMs,
    )
    const onClose = () => {
      clearTimeout(deadline)
      reject(Object.assign(new Error('The proxy closed the connection'), { code: 'ECONNRESET' }))
    }
    secured.once('error', reject).once('close', onClose)
    secured.once('secureConnect', () => {
      clearTimeout(deadline)
      secured.removeListener('error', reject).removeListener('close', onClose)
      resolve(secured)
    })
  })
}

/** The result of a handshake; a signal that aborts before that closes its connection. */
async function abortable(
  socket: Socket,
  signal: AbortSignal | undefined,
  opening: Promise<Socket>,
): Promise<Socket> {
  const onAbort = () => socket.destroy()
  signal?.addEventListener('abort', onAbort)
  if (signal?.aborted) onAbort()
  try {
    return await opening
  } finally {
    signal?.removeEventListener('abort', onAbort)
  }
}
