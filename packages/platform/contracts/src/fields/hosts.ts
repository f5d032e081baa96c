/** The host of an address, or the text itself where it is none: people copy addresses where a host is asked for. */
export function hostNameOf(text: string): string {
  const written = text.trim()
  const address = written.includes('://') ? written : `http://${written}`
  return URL.canParse(address) ? new URL(address).hostname : written
}
