export interface FreshAnswersOptions {
  /** How long an answer is good, in milliseconds. */
  freshMs: number
  /** Answers that are kept; the one that was asked for first goes. */
  most: number
}

/** Asks a question anew only when its last answer is too old, by a key. Who asks meanwhile shares the answer; an error is not kept. */
export function createFreshAnswers<T>({
  freshMs,
  most,
}: FreshAnswersOptions): (key: string, ask: () => Promise<T>) => Promise<T> {
  const known = new Map<string, { until: number; answer: Promise<T> }>()
  return (key, ask) => {
    const now = performance.now()
    const before = known.get(key)
    if (before && before.until > now) return before.answer
    const answer = ask()
    known.delete(key)
    known.set(key, { until: now + freshMs, answer })
    if (known.size > most) known.delete(known.keys().next().value!)
    answer.catch(() => known.delete(key))
    return answer
  }
}
