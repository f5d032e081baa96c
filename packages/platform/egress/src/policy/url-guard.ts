import { isIP } from 'node:net'
import type { EgressOptions } from '../egress.ts'
import { AddressNotAllowed } from './address-not-allowed.ts'
import { bareHost, canonicalHost, contains, parseHostList } from './allow-list.ts'
import { BAD_PORTS } from './bad-ports.ts'
import { isPublicAddress } from './ip-ranges.ts'
import { createOwnAddresses, type OwnAddresses } from './own-addresses.ts'
import { SPECIAL_SUFFIXES } from './special-names.ts'

/** The guard against SSRF: what is decided before a name is looked up, and about each address that it has. */
export interface UrlGuard {
  checkUrl(url: string, options?: { httpsOnly?: boolean }): URL
  checkProxyUrl(url: string): URL
  /** Refuses a host and port that no connection may be opened to; `host` has neither brackets nor root dot. */
  checkHost(host: string, port: number): void
  /** Refuses one address that a name resolved to. Its own `host` may be listed by the operator. */
  checkAnswer(host: string, address: string, port: number): void
}

const DEFAULT_PORTS: Record<string, number> = { 'http:': 80, 'https:': 443, 'socks5:': 1080 }

export function createUrlGuard(
  options: EgressOptions,
  own: OwnAddresses = createOwnAddresses(options),
): UrlGuard {
  const allowed = parseHostList(options.allow, 'EGRESS_ALLOW')
  if (allowed.names.size > 0) {
    throw new Error(`EGRESS_ALLOW: "${[...allowed.names][0]}" needs a port (host:port)`)
  }
  const blocked = liveDomainSet(options.blockedDomains ?? [])

  function checkUrl(input: string, { httpsOnly = false } = {}): URL {
    const url = URL.parse(input)
    if (url === null) throw new AddressNotAllowed('This is not a valid absolute URL')
    if (url.protocol !== 'http:' && url.protocol !== 'https:') {
      throw new AddressNotAllowed('Only http and https URLs are allowed')
    }
    const host = bareHost(url.hostname)
    const port = portOf(url)
    checkHost(host, port)
    if (httpsOnly && url.protocol !== 'https:' && !allowed.hostPorts.has(`${host}:${port}`)) {
      throw new AddressNotAllowed('Only https URLs are allowed here')
    }
    return url
  }

  function checkProxyUrl(input: string): URL {
    const url = URL.parse(input)
    if (url === null || DEFAULT_PORTS[url.protocol] === undefined || url.hostname === '') {
      throw new AddressNotAllowed('A proxy is given as http://, https:// or socks5:// with host and port')
    }
    // Outside http the parser leaves spellings such as 0x7f.1 as they are.
    const host = canonicalHost(bareHost(url.hostname))
    if (host === undefined) throw new AddressNotAllowed('The proxy has no valid host')
    checkHost(host, portOf(url))
    return url
  }

  function checkHost(host: string, port: number): void {
    if (host.length > MAX_NAME_CHARS) throw new AddressNotAllowed('The host name is too long')
    if (own.includes(host, port)) throw new AddressNotAllowed(OWN)
    if (hasSuffixIn(blocked(), host)) throw new AddressNotAllowed('This domain is blocked by the operator')
    if (allowed.hostPorts.has(`${host}:${port}`)) return
    if (BAD_PORTS.has(port)) throw new AddressNotAllowed(`Port ${port} is not allowed`)
    if (isIP(host) === 0) checkName(host)
    else if (!isPublicAddress(host) && !contains(allowed, host, port)) throw new AddressNotAllowed(NOT_PUBLIC)
  }

  function checkAnswer(host: string, address: string, port: number): void {
    if (own.includes(address, port)) throw new AddressNotAllowed(OWN)
    if (isPublicAddress(address) || contains(allowed, address, port)) return
    if (!allowed.hostPorts.has(`${host}:${port}`)) throw new AddressNotAllowed(NOT_PUBLIC)
  }

  return { checkUrl, checkProxyUrl, checkHost, checkAnswer }
}

/** The longest name that the DNS can hold (RFC 1035). */
const MAX_NAME_CHARS = 253

const OWN = 'This address belongs to the service itself'
const NOT_PUBLIC =
  'This host does not have a public address; the operator of this server can allow it with EGRESS_ALLOW'

/** The port that a URL's connection goes to. */
export function portOf(url: URL): number {
  return url.port === '' ? DEFAULT_PORTS[url.protocol]! : Number(url.port)
}

function checkName(name: string): void {
  // A second root dot too: resolvers drop it, and lists of names do not know it.
  if (name.split('.').includes('')) throw new AddressNotAllowed('The host name has an empty part')
  // A single label (`redis`, `metadata`) is looked up in the network of whoever resolves it.
  if (!name.includes('.') || hasSuffixIn(SPECIAL, name)) {
    throw new AddressNotAllowed(LOCAL_NAME)
  }
}

const LOCAL_NAME =
  'This host name only exists inside a local network; use its IP address, which the operator of this server can allow with EGRESS_ALLOW'

const SPECIAL: ReadonlySet<string> = new Set(SPECIAL_SUFFIXES)

/** The set of the domains as they are now, built anew only when they have changed. */
function liveDomainSet(domains: NonNullable<EgressOptions['blockedDomains']>): () => ReadonlySet<string> {
  if (typeof domains !== 'function') {
    const fixed = domainSet(domains)
    return () => fixed
  }
  let of = domains()
  let set = domainSet(of)
  return () => {
    const now = domains()
    if (now !== of) [of, set] = [now, domainSet(now)]
    return set
  }
}

function domainSet(domains: readonly string[]): ReadonlySet<string> {
  return new Set(domains.map((domain) => canonicalHost(domain.replace(/^\*?\./, '')) ?? ''))
}

/** Whether the name or one of its parent domains is in the set. */
function hasSuffixIn(set: ReadonlySet<string>, name: string): boolean {
  for (let at = 0; ; ) {
    if (set.has(name.slice(at))) return true
    const dot = name.indexOf('.', at)
    if (dot === -1) return false
    at = dot + 1
  }
}
