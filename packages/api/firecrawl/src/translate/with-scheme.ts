/** A host alone is an address too, as these clients write it. */
export function withScheme(address: unknown): unknown {
  if (typeof address !== 'string') return address
  const text = address.trim()
  return /^[\w-]+(\.[\w-]+)+(:\d+)?([/?#]|$)/.test(text) ? `http://${text}` : text
}
