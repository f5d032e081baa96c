/** Longest run of white space, or of other characters, that is counted at once: a tokenizer's time grows faster than it. */
const MAX_RUN = 512
/**
 * Words whose tokens are remembered. The library's 100,000 take hundreds of megabytes of a hostile page's words, and
 * once they are reached, looking for the one to forget takes longer than counting.
 */
const REMEMBERED_WORDS = 2_000

export const TOKENIZER = 'o200k_base'

export type CountTokens = (text: string) => number

let loading: Promise<CountTokens> | undefined

/** The counter of tokens of the o200k_base encoding. Its tables are large, so they are loaded when first asked for. */
export function loadTokenCounter(): Promise<CountTokens> {
  loading ??= import('gpt-tokenizer/encoding/o200k_base').then(({ countTokens, setMergeCacheSize }) => {
    setMergeCacheSize(REMEMBERED_WORDS)
    const options = { allowedSpecial: new Set<string>(), disallowedSpecial: new Set<string>() }
    return (text) => pieces(text).reduce((sum, piece) => sum + countTokens(piece, options), 0)
  })
  return loading
}

/** Where the tokenizer cuts whatever follows: a run of letters ends, and it is no contraction. */
const OWN_CUT = /(?<=\p{L})(?=[^\p{L}\p{M}'])/gu

/** `text` cut so that no run of white space, or of others, is longer than `MAX_RUN`, never inside of a surrogate pair. */
function pieces(text: string): string[] {
  if (text.length <= MAX_RUN) return [text]
  const parts: string[] = []
  let start = 0
  for (const { index, 0: run } of text.matchAll(/\s+|\S+/g)) {
    const end = index + run.length
    if (run.length <= MAX_RUN) continue
    for (let cut = cutIn(text, index); cut < end; cut = cutIn(text, start)) {
      parts.push(text.slice(start, cut))
      start = cut
    }
  }
  parts.push(text.slice(start))
  return parts
}

/** Where the run that begins at `from` is cut: as the tokenizer does where it can be told, so that the count stays the same. */
function cutIn(text: string, from: number): number {
  const [own] = [...text.slice(from, from + MAX_RUN).matchAll(OWN_CUT)].slice(-1)
  if (own) return from + own.index
  const at = from + MAX_RUN
  const splitsPair = /[\udc00-\udfff]/.test(text[at] ?? '') && /[\ud800-\udbff]/.test(text[at - 1]!)
  return splitsPair ? at + 1 : at
}
