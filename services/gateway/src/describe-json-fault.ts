/** What is said to be wrong: more of a text is not looked at. */
const LOOKED_AT_CHARS = 64 * 1024

/** What people write that JSON has not, by what stands outside its strings or in the parser's words; the first that fits is told. */
const SLIPS: readonly [pattern: RegExp, remedy: string][] = [
  [
    /^\s*'/,
    'it begins with a single quote, which some shells send along: put it into a file and send -d @file',
  ],
  [/^\s*https?:/i, 'send an object with the address in it: {"url": "https://example.com"}'],
  [/[“”„«»]/, 'write straight double quotes (")'],
  [/['`]/, 'write double quotes (") around names and values'],
  [/\/\/|\/\*|#/, 'JSON has no comments: take them out'],
  [/,\s*[}\]]/, 'take the comma before the closing bracket away'],
  [/\b(?:True|False|None|undefined|NaN|Infinity)\b/, 'write true, false, null or a number'],
  [/[{,]\s*[A-Za-z_$][\w$-]*\s*:/, 'put names in double quotes: {"url": "https://example.com"}'],
  [/^\s*[\w.[\]%-]+=/, 'this is a form: send JSON, such as {"url": "https://example.com"}'],
]
const ENDS_EARLY = 'it ends too early: a closing quote or bracket is missing'
const IN_STRINGS: readonly [said: RegExp, remedy: string][] = [
  [/Bad control character/, 'write a line break within a text as \\n'],
  [/after JSON/, 'send one object, and nothing after it'],
  [/Unexpected end|Unterminated/, ENDS_EARLY],
  [/escape/i, 'write a backslash within a text as \\\\'],
]

/** What is wrong with a text that is no JSON, by the parser's error, and what to do. Quotes nothing of it: it may hold secrets. */
export function describeJsonFault(text: string, error: Error): string {
  const said = error.message.replace(/, (?:\.{3})?".*$/s, '')
  if (text.includes('\0')) return `${said}; it seems to be UTF-16: send UTF-8`
  if (Number(/at position (\d+)/.exec(said)?.[1]) >= text.trimEnd().length) return `${said}; ${ENDS_EARLY}`
  const bare = text.slice(0, LOOKED_AT_CHARS).replaceAll(/"(?:[^"\\]|\\.)*(?:"|\\?$)/gs, '""')
  const remedy =
    IN_STRINGS.find(([words]) => words.test(said))?.[1] ?? SLIPS.find(([slip]) => slip.test(bare))?.[1]
  return remedy === undefined ? said : `${said}; ${remedy}`
}
