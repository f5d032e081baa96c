/** The longest that is taken, characters. */
const MOST_CHARS = 2_048

/** Labels of letters, digits, `-` and `_`: the URL parser also takes `*` and empty ones. */
const HOST = /^[a-z0-9_-]+(\.[a-z0-9_-]+)*$/

/** Names that a reply adds to the query: one that is there already would make two of it. */
const RESERVED = ['code', 'state', 'iss', 'error', 'error_description']

/**
 * Why a text cannot be a redirect URI of anybody; undefined when it can. What passes is written exactly as browsers write
 * it (WHATWG URL), but for the slash of an empty path: two of them lead to the same place when their texts are the same, and no
 * reader of them sees another host than the next one.
 */
export function redirectUriFault(text: string): string | undefined {
  if (text.length > MOST_CHARS) return `must have at most ${MOST_CHARS} characters`
  const url = URL.parse(text)
  if (!url || !['http:', 'https:'].includes(url.protocol)) return 'must be an absolute https:// address'
  if (text.includes('#')) return 'must have no fragment (#)'
  if (url.username !== '' || url.password !== '') return 'must have no user name and no password'
  if (!HOST.test(url.hostname) && url.hostname !== '[::1]') return 'must name a host such as tool.example.com'
  if (canonical(text) !== url.href) return `must be written as browsers write it: ${url.href}`
  const reserved = RESERVED.find((name) => url.searchParams.has(name))
  return reserved && `must have no "${reserved}" in its query`
}

export interface RedirectRules {
  /** Whether a redirect URI without a fault may be used by a client that has registered these. */
  allows(redirectUri: string, registered: readonly string[]): boolean
}

/**
 * Which redirect URIs are allowed: https on the service's own domains and below them; on this machine outside of production, and within it
 * by the loopback addresses of a native client, on whatever port (RFC 8252 section 7.3); anything else as it was registered for the client.
 */
export function createRedirectRules(options: {
  publicUrl: string
  /** Further domains of the service, with or without `*.` in front. */
  ownDomains: readonly string[]
  isDevelopment: boolean
}): RedirectRules {
  const own = [new URL(options.publicUrl).hostname, ...options.ownDomains.map(bareDomain)].filter(
    (domain) => !isThisMachine(domain),
  )
  const isOwn = (host: string) => own.some((domain) => host === domain || host.endsWith(`.${domain}`))

  return {
    allows(redirectUri, registered) {
      const { protocol, hostname } = new URL(redirectUri)
      // By its name it stays closed in production: RFC 8252 section 8.3.
      if (isThisMachine(hostname))
        return (
          options.isDevelopment ||
          (isLoopback(redirectUri) && registered.some((uri) => withoutPort(uri) === withoutPort(redirectUri)))
        )
      if (protocol !== 'https:') return false
      return isOwn(hostname) || registered.some((uri) => canonical(uri) === canonical(redirectUri))
    },
  }
}

/** Why a redirect URI without a fault cannot be registered for a client; undefined when it can. */
export function registrationFault(redirectUri: string, isDevelopment: boolean): string | undefined {
  const { protocol, hostname } = new URL(redirectUri)
  if (isLoopback(redirectUri)) return undefined
  if (isThisMachine(hostname))
    return isDevelopment
      ? undefined
      : `is allowed in development (NODE_ENV) alone; in production a native tool takes http://127.0.0.1 or http://[::1], on any port`
  return protocol === 'https:' ? undefined : 'must begin with https://'
}

const LOOPBACK = ['127.0.0.1', '[::1]']

function isThisMachine(hostname: string): boolean {
  return hostname === 'localhost' || LOOPBACK.includes(hostname)
}

/** A native client that listens on this machine: no name leads there, and no certificate is to be had. */
function isLoopback(uri: string): boolean {
  const { protocol, hostname } = new URL(uri)
  return protocol === 'http:' && LOOPBACK.includes(hostname)
}

/** Such a client gets a port from its system. */
function withoutPort(uri: string): string | undefined {
  if (!isLoopback(uri)) return undefined
  const url = new URL(uri)
  url.port = ''
  return url.href
}

/** `https://example.com` and `https://example.com/` are one. */
function canonical(uri: string): string {
  return /^https?:\/\/[^/?]+$/.test(uri) ? `${uri}/` : uri
}

/** Whether a text names a domain, with or without `*.` in front. */
export function isDomain(text: string): boolean {
  const domain = bareDomain(text)
  return HOST.test(domain) && URL.parse(`https://${domain}/`)?.hostname === domain
}

function bareDomain(text: string): string {
  return text.replace(/^\*\./, '').toLowerCase()
}
