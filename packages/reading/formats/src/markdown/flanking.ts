/**
 * Whether a run of delimiter characters can open and close emphasis between two characters (empty at a line's ends).
 * https://spec.commonmark.org/0.31.2/#delimiter-run
 */
export function flanking(
  character: string,
  before: string,
  after: string,
): { canOpen: boolean; canClose: boolean } {
  const spaceBefore = /^\s?$/u.test(before)
  const spaceAfter = /^\s?$/u.test(after)
  const markBefore = /[\p{P}\p{S}]/u.test(before)
  const markAfter = /[\p{P}\p{S}]/u.test(after)
  const left = !spaceAfter && (!markAfter || spaceBefore || markBefore)
  const right = !spaceBefore && (!markBefore || spaceAfter || markAfter)
  if (character !== '_') return { canOpen: left, canClose: right }
  return { canOpen: left && (!right || markBefore), canClose: right && (!left || markAfter) }
}

/** Whether a text holds a run that can open followed by one that can close, so that the two would pair up. */
export function couldPair(character: string, text: string): boolean {
  let isOpen = false
  for (const match of text.matchAll(character === '_' ? /_+/g : character === '*' ? /\*+/g : /~+/g)) {
    const end = match.index + match[0].length
    const { canOpen, canClose } = flanking(character, text[match.index - 1] ?? '', text[end] ?? '')
    if (isOpen && canClose) return true
    isOpen ||= canOpen
  }
  return false
}
