/** Letters and digits of a text, for comparing titles across punctuation and letter case. */
export function nameKey(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

/** Share of the shorter text's words that the longer has too, 0 to 1. */
export function similarity(a: string, b: string): number {
  const [left, right] = [
    new Set(nameKey(a).split(' ').filter(Boolean)),
    new Set(nameKey(b).split(' ').filter(Boolean)),
  ]
  if (left.size === 0 || right.size === 0) return 0
  const [small, large] = left.size <= right.size ? [left, right] : [right, left]
  let common = 0
  for (const word of small) if (large.has(word)) common += 1
  return common / small.size
}
