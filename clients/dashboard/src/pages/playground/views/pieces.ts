/** Cuts a text into pieces of about so many characters, at ends of lines where there are some near. */
export function piecesOf(text: string, chars: number): string[] {
  const pieces: string[] = []
  for (let at = 0; at < text.length; ) {
    const line = text.indexOf('\n', at + chars)
    let end = line >= 0 && line < at + 2 * chars ? line + 1 : Math.min(at + chars, text.length)
    // Never between the halves of one sign.
    if (/[\ud800-\udbff]/.test(text[end - 1] ?? '') && end < text.length) end++
    pieces.push(text.slice(at, end))
    at = end
  }
  return pieces
}
