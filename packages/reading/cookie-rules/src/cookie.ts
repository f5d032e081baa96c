/** A cookie as browsers keep it (RFC 6265, 5.3): its value, and where it may be sent. */
export interface Cookie {
  name: string
  value: string
  /** Lower case, in ASCII, without a leading dot. */
  domain: string
  /** Sent to `domain` alone; otherwise to its subdomains as well. */
  hostOnly: boolean
  path: string
  /** In ms since 1970; absent: it lasts as long as the browser runs. */
  expiresAt?: number | undefined
  /** Sent over TLS only. Absent: nobody has said, so it is as the scheme of the address that is asked for. */
  secure?: boolean | undefined
  httpOnly: boolean
  /** Absent: the target has not said. */
  sameSite?: 'strict' | 'lax' | 'none' | undefined
}

/** Whether a host is a domain or one of its subdomains. Both lower case and in ASCII; an address is only itself. */
export function isWithinDomain(host: string, domain: string): boolean {
  return host === domain || (host.endsWith(`.${domain}`) && !isAddress(host))
}

/** Whether a host name is an IP address, which has no subdomains: IPv6 is in brackets, as in URLs. */
export function isAddress(host: string): boolean {
  return host.startsWith('[') || /^\d+\.\d+\.\d+\.\d+$/.test(host)
}

/** Cookies that are given as names and values: they are the host's alone, on all its paths. */
export function cookiesOfHost(host: string, values: Readonly<Record<string, string>>): Cookie[] {
  return Object.entries(values).map(([name, value]) => ({
    name,
    value,
    domain: host,
    hostOnly: true,
    path: '/',
    httpOnly: false,
  }))
}
