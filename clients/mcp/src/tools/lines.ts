import { countTokens } from '../reply/tokens.ts'

/** As many of `things` from `from` on as `maxTokens` hold, one at least, and where the rest begins. */
export function takeLines<Thing>(
  things: readonly Thing[],
  from: number,
  maxTokens: number,
  lineOf: (thing: Thing) => string,
): { taken: Thing[]; next: number | undefined } {
  let left = maxTokens
  let at = from
  while (at < things.length) {
    left -= countTokens(lineOf(things[at]!)) + 1
    if (left < 0 && at > from) break
    at++
  }
  return { taken: things.slice(from, at), next: at < things.length ? at : undefined }
}
