/** Places to end a part at, the best first. */
const BREAKS = ['\n\n', '\n', '. ', ' ']

/** A text in parts of at most `most` characters, each ended where a paragraph, a line, a sentence or a word ends. */
export function splitText(text: string, most: number): string[] {
  const parts: string[] = []
  let rest = text
  while (rest.length > most) {
    const end = endOf(rest, most)
    parts.push(rest.slice(0, end))
    rest = rest.slice(end)
  }
  if (rest !== '' || parts.length === 0) parts.push(rest)
  return parts
}

/** In the last third of what fits, so that parts stay large. */
function endOf(text: string, most: number): number {
  for (const mark of BREAKS) {
    const at = text.lastIndexOf(mark, most - mark.length)
    if (at > (most * 2) / 3) return at + mark.length
  }
  // Not between the halves of a pair.
  return /[\ud800-\udbff]/.test(text[most - 1]!) ? most - 1 : most
}
