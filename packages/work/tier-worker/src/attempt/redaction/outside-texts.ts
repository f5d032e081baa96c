const QUOTE = 34
const BACKSLASH = 92

/**
 * Which places of a JSON text, by the indexes of their begins among begins and ends by turns, stand outside of its strings. These are grown
 * to the whole number that they are in.
 */
export function outsideTexts(json: Uint8Array, places: number[]): Set<number> {
  const outside = new Set<number>()
  let inText = false
  let read = 0
  for (let at = 0; at < places.length; at += 2) {
    for (; read < places[at]!; read++) {
      if (inText && json[read] === BACKSLASH) read++
      else if (json[read] === QUOTE) inText = !inText
    }
    if (inText) continue
    outside.add(at)
    while (isOfNumber(json[places[at]! - 1])) places[at]!--
    while (isOfNumber(json[places[at + 1]!])) places[at + 1]!++
    // A number may hold several.
    while (places[at + 2]! < places[at + 1]!) places.splice(at + 2, 2)
  }
  return outside
}

function isOfNumber(byte = 0): boolean {
  return /[-+.\deE]/.test(String.fromCharCode(byte))
}
