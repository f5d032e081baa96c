/**
 * Headers whose values hold the UTF-8 bytes of what was given, one character a byte: Node's clients write headers as
 * latin-1 and refuse what lies beyond it, while browsers (and servers of today) speak UTF-8 in cookies.
 */
export function asHeaderBytes(headers: readonly [string, string][]): [string, string][] {
  return headers.map(([name, value]) => [
    name,
    isAscii(value) ? value : Buffer.from(value).toString('latin1'),
  ])
}

function isAscii(text: string): boolean {
  return /^[\x00-\x7f]*$/.test(text)
}
