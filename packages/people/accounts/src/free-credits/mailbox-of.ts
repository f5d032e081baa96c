/** Providers at which several addresses lead to one mailbox, beyond what is usual. */
const PROVIDERS: readonly { domains: readonly [string, ...string[]]; ignored: RegExp }[] = [
  // https://support.google.com/mail/answer/7436150
  { domains: ['gmail.com', 'googlemail.com'], ignored: /\./g },
  // https://proton.me/support/addresses-and-aliases
  { domains: ['proton.me', 'protonmail.com', 'pm.me'], ignored: /[._-]/g },
]

/**
 * The mailbox that an address stands for, as `normalizeEmail` makes the address: without what stands behind a `+`, and as its provider
 * reads it. For comparison only: mails go to the address as it is.
 */
export function mailboxOf(email: string): string {
  const at = email.lastIndexOf('@')
  const [local, domain] = [email.slice(0, at), email.slice(at + 1)]
  const name = local.replace(/(?<=.)\+.*$/, '')
  const provider = PROVIDERS.find(({ domains }) => domains.includes(domain))
  return provider ? `${name.replaceAll(provider.ignored, '')}@${provider.domains[0]}` : `${name}@${domain}`
}
