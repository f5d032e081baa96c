import { fnv1a } from '@gleaner/runtime/hash'

const WORDS =
  'harbour tide lantern rope gull ferry anchor market cobble storm ledger pilot cargo bell mooring slate barrel captain ' +
  'lighthouse net quay beacon warehouse ballast keel tavern chart compass sail pier salt herring clock bridge cellar'
const VOCABULARY = WORDS.split(' ')

/** Sentences of their own for each seed; the same seed gives the same. */
export function prose(seed: string, sentences = 8): string {
  const next = numbers(seed)
  const word = () => VOCABULARY[next() % VOCABULARY.length]!
  const sentence = () => {
    const words = Array.from({ length: 8 + (next() % 8) }, word).join(' ')
    return `${words[0]!.toUpperCase()}${words.slice(1)} ${next() % 1000}.`
  }
  return Array.from({ length: sentences }, sentence).join(' ')
}

export function words(seed: string, count: number): string[] {
  const next = numbers(seed)
  return Array.from({ length: count }, () => VOCABULARY[next() % VOCABULARY.length]!)
}

/** Mulberry32 over a hash of the seed. */
function numbers(seed: string): () => number {
  let state = fnv1a(seed)
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return (mixed ^ (mixed >>> 14)) >>> 0
  }
}

/** A page with these links; `text` is its content. */
export function linkedPage(title: string, links: readonly string[], text = prose(title)): string {
  const list = links.map((href) => `<li><a href="${href}">${href.slice(0, 80)}</a></li>`).join('\n')
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title></head>
<body><main><h1>${title}</h1><p>${text}</p></main><ul>${list}</ul></body></html>`
}
