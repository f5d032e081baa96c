/** Longest run of white space, or of other characters, that is counted at once: a tokenizer's time grows faster than it. */
const MAX_RUN = 2048

export const TOKENIZER = 'o200k_base'

export type CountTokens = (text: string) => number

let loading: Promise<CountTokens> | undefined

/** The counter of tokens of the o200k_base encoding. Its tables are large, so they are loaded when first asked for. */
export function loadTokenCounter(): Promise<CountTokens> {
  loading ??= import('gpt-tokenizer/encoding/o200k_base').then(({ countTokens }) => {
    const options = { allowedSpecial: new Set<string>(), disallowedSpecial: new Set<string>() }
    return (text) => pieces(text).reduce((sum, piece) => sum + countTokens(piece, options), 0)
  })
  return loading
}

/** `text` cut so that no run of white space, or of others, is longer than `MAX_RUN`, never inside of a surrogate pair. */
function pieces(text: string): string[] {
  if (text.length <= MAX_RUN) return [text]
  const parts: string[] = []
  let start = 0
  for (const { index, 0: run } of text.matchAll(/\s+|\S+/g)) {
    const end = index + run.length
    for (let at = index + MAX_RUN; at < end; at = start + MAX_RUN) {
      const splitsPair = /[\udc00-\udfff]/.test(text[at]!) && /[\ud800-\udbff]/.test(text[at - 1]!)
      const cut = splitsPair ? at + 1 : at
      parts.push(text.slice(start, cut))
      start = cut
    }
  }
  parts.push(text.slice(start))
  return parts
}
