/** What a language model takes for a character: a quarter of a token of the Latin ones, a whole one of any other. An estimate, on the safe side. */
const LATIN = 0.25
const OTHER = 1
const LAST_LATIN = 0x24f

/** Tokens of a text, estimated. */
export function countTokens(text: string): number {
  let tokens = 0
  for (let at = 0; at < text.length; at++) tokens += costAt(text, at)
  return Math.ceil(tokens)
}

/** How far a text of `tokens` reaches from `start` on. */
export function reach(text: string, start: number, tokens: number): number {
  let left = tokens
  let at = start
  while (at < text.length) {
    left -= costAt(text, at)
    if (left < 0) return at
    at++
  }
  return at
}

function costAt(text: string, at: number): number {
  return text.charCodeAt(at) <= LAST_LATIN ? LATIN : OTHER
}
