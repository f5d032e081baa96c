/** Tall brackets are put together of pieces, one above the other. */
const PIECES: readonly [pieces: RegExp, bracket: string][] = [
  [/^[⎛⎜⎝]+$/, '('],
  [/^[⎞⎟⎠]+$/, ')'],
  [/^[⎡⎢⎣]+$/, '['],
  [/^[⎤⎥⎦]+$/, ']'],
  [/^[⎧⎨⎩⎪]+$/, '{'],
  [/^[⎫⎬⎭⎪]+$/, '}'],
  [/^[∣|⏐]{2,}$/, '|'],
  [/^[∥‖]{2,}$/, '‖'],
]

/** The bracket that a text of its pieces shows; the text itself where it is none. */
export function wholeDelimiter(text: string): string {
  return PIECES.find(([pieces]) => pieces.test(text))?.[1] ?? text
}
