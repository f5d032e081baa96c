/** What of a regular expression has a glob. Longer ones go first. */
const PARTS: readonly [RegExp, (match: RegExpExecArray) => string][] = [
  [/^\.\*/, () => '**'],
  [/^\.\+/, () => '?**'],
  [/^\[\^\/\]\*/, () => '*'],
  [/^\[\^\/\]\+/, () => '?*'],
  // Zero or more slashes, as who thinks of globs writes it: what follows is open anyway.
  [/^\/\*$/, () => ''],
  [/^\\([/.\-_?+*()[\]{}^$|])/, ([, char]) => (/[*?{}]/.test(char!) ? '?' : char!)],
  [/^\.(?![*+?{])/, () => '?'],
  [
    /^\((?:\?:)?([\w\-./%~]+(?:\|[\w\-./%~]+)*)\)(?![*+?{])/,
    ([, names]) => `{${names!.replaceAll('|', ',')}}`,
  ],
  [/^[\w\-/%~!@:,;=&'](?![*+?{])/, ([char]) => char],
]

/**
 * The glob of ours that matches the paths that a regular expression of theirs does, which may match anywhere in a path; undefined where
 * there is none.
 */
export function globOf(pattern: string): string | undefined {
  const [, start, body = '', end] = /^(\^?)(.*?)(\$?)$/s.exec(pattern.trim()) ?? []
  let rest = body
  let glob = ''
  while (rest !== '') {
    const [part, match] = firstMatch(rest)
    if (!part || !match) return undefined
    glob += part(match)
    rest = rest.slice(match[0].length)
  }
  return `${start ? '' : '**'}${glob}${end ? '' : '**'}`.replaceAll(/\*{3,}/g, '**')
}

function firstMatch(text: string): [((match: RegExpExecArray) => string)?, RegExpExecArray?] {
  for (const [expression, write] of PARTS) {
    const match = expression.exec(text)
    if (match) return [write, match]
  }
  return []
}
