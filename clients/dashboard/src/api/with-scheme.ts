/** An address as people type it: without a scheme it is https. What stands before a port is a host. */
export function withScheme(typed: string): string {
  const text = typed.trim()
  return /^[a-z][a-z0-9+.-]*:(?!\d)/i.test(text) ? text : `https://${text}`
}
