import type { LookupAddress } from 'node:dns'
import type { Socket } from 'node:net'
import type { Dispatcher } from 'undici'
import type { ConnectionCounts, ProxyRoute } from './forward-proxy/proxy-route.ts'

export type { ConnectionCounts }

export interface EgressOptions {
  /**
   * `EGRESS_ALLOW`: comma list of `host:port` and CIDR (`10.0.0.0/8`, `127.0.0.1:8090`) that are opened. A name opens
   * only together with its port; a network opens the addresses in it, not the local names that lead there.
   */
  allow?: string | undefined
  /**
   * `EGRESS_OWN_ADDRESSES`: addresses, networks, names and `host:port` of this deployment (comma list), refused
   * whatever the allow list says. Names stand for the addresses that they resolve to; a port on an address of this
   * machine is refused on all addresses of the machine.
   */
  ownAddresses?: string | undefined
  /** URLs of services that this process works with (DATABASE_URL, REDIS_URL): own addresses too. */
  ownUrls?: readonly string[] | undefined
  /**
   * Services of ours that may share public addresses with others (PUBLIC_URL, S3_ENDPOINT): their names are own
   * addresses, and what these resolve to only where it is private.
   */
  publicUrls?: readonly (string | undefined)[] | undefined
  /** Ports of this machine that we listen on. */
  ownPorts?: readonly number[] | undefined
  /** Domains (with their subdomains) that the operator refuses; a function where they change, which gives another array then. */
  blockedDomains?: readonly string[] | (() => readonly string[]) | undefined
  /** `EGRESS_HOSTS`: names that lead to given addresses (comma list of `name=address`), which are checked as if a resolver had given them. */
  hosts?: string | undefined
  /** Name resolution; tests inject hostile answers. Defaults to `dns.lookup(all)`. */
  resolve?: ((hostname: string) => Promise<LookupAddress[]>) | undefined
  /** Longest wait for a name's addresses, in milliseconds. Default 5 s. */
  resolveTimeoutMs?: number | undefined
  /** Longest wait for a TCP connection (and, separately, its TLS handshake), in milliseconds. Default 10 s. */
  connectTimeoutMs?: number | undefined
}

export interface ForwardProxy {
  /** With credentials: for clients that can send them. */
  url: string
  /**
   * Without credentials: for Chromium's `--proxy-server`, which cannot carry any. Only a process of the user that the
   * proxy was asked for gets through with it.
   */
  server: string
}

export interface ConnectOptions {
  upstream?: string | undefined
  signal?: AbortSignal | undefined
}

export interface ProxyLogin extends Pick<ProxyRoute, 'counts' | 'resetCounts' | 'closeConnections'> {
  /** The forward proxy with the user name and password of this login. */
  url: string
  /** Ends the login and closes its connections. */
  close(): void
}

/** Opens every connection to an address that a caller named, after checking it against the egress policy. */
export interface Egress {
  /**
   * Checks a URL by its text alone. Returns it parsed; throws AddressNotAllowed with a reason for the caller.
   * `httpsOnly` (webhooks) refuses plain http, except at hosts and ports that the allow list names.
   */
  checkUrl(url: string, options?: { httpsOnly?: boolean }): URL
  /** The same for the endpoint of a proxy: `http`, `https` or `socks5`, host and port. */
  checkProxyUrl(url: string): URL
  /** Resolves once and returns the addresses to dial; throws AddressNotAllowed when any answer is forbidden. */
  resolve(hostname: string, port: number): Promise<LookupAddress[]>
  /**
   * An undici dispatcher that keeps connections and dials only checked addresses (literals included). With `upstream`
   * (an http, https or socks5 proxy URL) its connections lead through that proxy. A request's `signal` ends it also
   * before it has a connection.
   */
  dispatcher(options?: { upstream?: string | undefined }): Dispatcher
  /** A byte stream to a checked address, directly or through an upstream proxy. `signal` ends the attempt. */
  connect(hostname: string, port: number, options?: ConnectOptions): Promise<Socket>
  /**
   * A forward proxy on loopback (CONNECT and absolute-form) for a client that resolves by itself and cannot log in.
   * Started on first use, shared by the process. With `upstream` it chains to that proxy; such a proxy goes away after
   * ten minutes without a connection, or when 200 newer ones listen, so ask again for every task. `uid` is the user
   * whose processes may use it without credentials; by default our own.
   */
  forwardProxy(upstream?: string, uid?: number): Promise<ForwardProxy>
  /**
   * Serves one connection as a forward proxy. It was accepted where only our own processes can connect (a browser's
   * network namespace), so that no credentials are needed and nothing has to listen.
   */
  serve(client: Socket, upstream?: string): void
  /**
   * A login of its own at a forward proxy on loopback, for a client that resolves by itself. One listener serves all
   * logins, each with its own route; without a login every request is refused. Close it when the client goes.
   */
  proxyLogin(upstream?: string): Promise<ProxyLogin>
  close(): Promise<void>
}
