/** Letters and digits of a text, for comparing titles across punctuation and letter case. */
export function nameKey(text: string): string {
  const lower = text.toLowerCase()
  if (!NOT_ASCII.test(lower)) return lower.replace(/[^a-z\d]+/g, ' ').trim()
  return lower
    .normalize('NFKD')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

const NOT_ASCII = /[\u0080-\uffff]/

/** The distinct words of a text, for comparing it with several others. */
export function wordsOf(text: string): ReadonlySet<string> {
  const key = nameKey(text)
  return new Set(key === '' ? [] : key.split(' '))
}

/** Share of the shorter text's words that the longer has too, 0 to 1. */
export function similarity(a: string, b: string): number {
  return sharedWords(wordsOf(a), wordsOf(b))
}

/** The same of texts whose words are known. */
export function sharedWords(left: ReadonlySet<string>, right: ReadonlySet<string>): number {
  if (left.size === 0 || right.size === 0) return 0
  const [small, large] = left.size <= right.size ? [left, right] : [right, left]
  let common = 0
  for (const word of small) if (large.has(word)) common += 1
  return common / small.size
}
