import { isIPv6 } from 'node:net'
import { isAddress } from './cookie.ts'
import { isListedSuffix } from './public-suffix.ts'

/** A part of a name (RFC 1035, and the underscore of real names), how long a name is, and an address in which it stands. */
const LABEL = /^(?!-)[a-z0-9_-]{1,63}(?<!-)$/
const NAME_CHARS = 253
const ADDRESS_CHARS = 2_048

/**
 * The domain that a session is kept for, as URLs write hosts: lower case, in ASCII, without protocol, login, port, path and dots
 * around it. What a person may have given is an address of the site, too. Or else what is wrong with it.
 */
export function sessionDomain(
  given: string,
): { domain: string; fault?: undefined } | { domain?: undefined; fault: string } {
  const domain = hostOf(given)
  if (domain === undefined) return { fault: 'must be a host name such as "example.com", or an address there' }
  if (!isListedSuffix(domain)) return { domain }
  return {
    fault: `is a suffix that strangers share ("${domain}"); name the site's own domain, such as "example.${domain}"`,
  }
}

/** The host in what a person or a program wrote for one: of a URL, or with a dot in front as cookies have it. */
export function hostOf(written: string): string | undefined {
  const text = written.trim()
  // Writing a host in ASCII takes time by the square of its length; controls the URL parser would drop.
  if (text.length > ADDRESS_CHARS || /[\x00-\x20\x7f]/.test(text)) return undefined
  const rest = text.replace(/^(?:[a-z][a-z0-9+.-]*:)?\/\//i, '').replace(/^\./, '')
  const host = URL.parse(`http://${isIPv6(rest) ? `[${rest}]` : rest}`)?.hostname.replace(/\.$/, '')
  return host && (isAddress(host) || isName(host)) ? host : undefined
}

function isName(host: string): boolean {
  return host.length <= NAME_CHARS && host.split('.').every((label) => LABEL.test(label))
}
