const DOMAIN = /^([a-z0-9-]+\.)+[a-z0-9-]+$/

/** A domain as addresses are stored with it: small letters, ASCII. */
export function isPlainDomain(text: string): boolean {
  return DOMAIN.test(text)
}

/** Whether an address, as `normalizeEmail` makes it, is of one of the domains. Subdomains are other domains. */
export function isOfDomains(email: string, domains: readonly string[]): boolean {
  return domains.includes(email.slice(email.lastIndexOf('@') + 1))
}
