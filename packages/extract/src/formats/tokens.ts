/** Longest run without white space that is counted in one go: a tokenizer's time grows faster than such a run. */
const MAX_RUN = 2048
const LONG_RUN = new RegExp(`\\S{${MAX_RUN + 1},}`)

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

/** `text` cut so that no run without white space is longer than `MAX_RUN`, never inside of a surrogate pair. */
function pieces(text: string): string[] {
  if (text.length <= MAX_RUN || !LONG_RUN.test(text)) return [text]
  const parts: string[] = []
  let start = 0
  let run = 0
  for (let index = 0; index < text.length; index++) {
    run = /\s/.test(text[index]!) ? 0 : run + 1
    const splitsPair = /[\udc00-\udfff]/.test(text[index]!)
    if (run <= MAX_RUN || splitsPair) continue
    parts.push(text.slice(start, index))
    start = index
    run = 1
  }
  parts.push(text.slice(start))
  return parts
}
