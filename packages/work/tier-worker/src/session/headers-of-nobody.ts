/** Headers that say what asks, and not who. In lower case. */
const OF_NOBODY: ReadonlySet<string> = new Set(['user-agent', 'accept', 'accept-language', 'referer', 'dnt'])

export function isOfNobody(headerName: string): boolean {
  return OF_NOBODY.has(headerName.toLowerCase())
}
