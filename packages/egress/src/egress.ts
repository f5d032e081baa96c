import type { LookupAddress } from 'node:dns'
import type { Dispatcher } from 'undici'

/** Thrown (or given as a connect error's cause) when an address may not be reached. */
export class AddressNotAllowed extends Error {
  override readonly name = 'AddressNotAllowed'
  readonly code = 'URL_NOT_ALLOWED'
}

export interface EgressOptions {
  /** `EGRESS_ALLOW`: comma list of `host:port` and CIDR (`10.0.0.0/8`, `127.0.0.1:8090`) that are opened. */
  allow?: string | undefined
  /** Addresses of this deployment, refused whatever the allow list says of their network. */
  ownAddresses?: string | undefined
  /** Domains (with their subdomains) that the operator refuses. */
  blockedDomains?: readonly string[] | undefined
  /** Name resolution; tests inject hostile answers. Defaults to `dns.lookup(all)`. */
  resolve?: ((hostname: string) => Promise<LookupAddress[]>) | undefined
  /** Longest wait for a TCP connection, in milliseconds. */
  connectTimeoutMs?: number | undefined
}

/** The one door through which every connection to a caller-named address leaves. */
export interface Egress {
  /** Decides from the string alone. Returns the parsed URL; throws AddressNotAllowed with a reason for the caller. */
  checkUrl(url: string): URL
  /** Resolves once and returns the addresses to dial; throws AddressNotAllowed when any answer is forbidden. */
  resolve(hostname: string, port: number): Promise<LookupAddress[]>
  /** An undici dispatcher with keep-alive pools that dials only checked addresses (literals included). */
  dispatcher(options?: { connections?: number; allowH2?: boolean }): Dispatcher
  /**
   * A forward proxy on loopback (CONNECT and absolute-form) for clients that resolve by themselves. Started on first
   * use, shared by the process. With `upstream` (an http, https or socks5 proxy URL) it chains to that proxy.
   */
  forwardProxy(upstream?: string): Promise<{ url: string }>
  close(): Promise<void>
}
