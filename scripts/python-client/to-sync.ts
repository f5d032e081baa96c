/** What the asynchronous client says, and the synchronous one in its place; longer words before those that begin them. */
const WORDS: readonly [RegExp, string][] = [
  [/\basync (def|with|for)\b/g, '$1'],
  [/\bawait /g, ''],
  [/\bAwaitable\[(\w+)\]/g, '$1'],
  [/\bAwaitable, /g, ''],
  [/\bAsyncGenerator\[(.*), None\](?=[\],:])/g, 'Generator[$1, None, None]'],
  [/\bAsync(?=[A-Z])/g, ''],
  [/\b_async\b/g, '_sync'],
  [/\b__aenter__\b/g, '__enter__'],
  [/\b__aexit__\b/g, '__exit__'],
  [/\baclose\b/g, 'close'],
  [/\baread\b/g, 'read'],
  [/\baiter_bytes\b/g, 'iter_bytes'],
  [/\banyio\b/g, 'time'],
  [/\basynchronous\b/g, 'synchronous'],
]

const HEADER = '# Written by `npm run docs` from the asynchronous client. Do not edit.\n'

/** The synchronous client's file, made of that of the asynchronous one. */
export function toSync(text: string): string {
  const body = text.replace(/^# Written by .*\n/, '')
  return HEADER + WORDS.reduce((made, [word, other]) => made.replaceAll(word, other), body)
}
