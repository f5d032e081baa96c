import { getDomain, getPublicSuffix, parse } from 'tldts'

const PRIVATE_TOO = { allowPrivateDomains: true }

/**
 * Whether the subdomains of a domain belong to different people: `co.uk`, `github.io`, also any name of a single label
 * (publicsuffix.org, private part included; of domains that it does not know, the last label). Addresses have none.
 */
export function isPublicSuffix(domain: string): boolean {
  return getPublicSuffix(domain, PRIVATE_TOO) === domain.replace(/\.$/, '')
}

/** The same of those alone that publicsuffix.org lists: `localhost` and names of a company's own network are not among them. */
export function isListedSuffix(domain: string): boolean {
  const { isIcann, isPrivate } = parse(domain, PRIVATE_TOO)
  return (isIcann === true || isPrivate === true) && isPublicSuffix(domain)
}

/** What browsers call a host's site: the public suffix and one label more, or the host itself where there is none. */
export function siteOf(host: string): string {
  return getDomain(host, PRIVATE_TOO) ?? host
}
