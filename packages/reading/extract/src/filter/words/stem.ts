const SHORTEST = 3
const PLURALS: readonly (readonly [ending: RegExp, singular: string])[] = [
  [/ies$/, 'y'],
  [/(?<=[sxz]|ch|sh)es$/, ''],
  [/(?<!s)s$/, ''],
]
const VERBS = [/ing$/, /ed$/]

/** An English word without its endings, so that `dates`, `dated` and `date` are one; who does something (`publisher`) is not what is done (`published`). */
export function stem(word: string): string {
  const [plural, singular] = PLURALS.find(([ending]) => ending.test(word)) ?? [/$/, '']
  const one = longEnough(word.replace(plural, singular), word)
  const verb = VERBS.find((ending) => ending.test(one))
  const bare = verb ? longEnough(one.replace(verb, ''), one) : one
  return longEnough(bare.replace(/e$/, ''), bare)
}

function longEnough(stemmed: string, word: string): string {
  return stemmed.length >= SHORTEST ? stemmed : word
}
