/** Inline code between backticks; longer runs of them around code that holds some. */
export function codeSpan(code: string): string {
  if (!code.includes('`'))
    return `\`${code.startsWith(' ') && code.endsWith(' ') && code.trim() !== '' ? ` ${code} ` : code}\``
  const fence = '`'.repeat(freeRun(code, 1))
  const needsSpace =
    code.startsWith('`') || code.endsWith('`') || (code.startsWith(' ') && code.endsWith(' '))
  return needsSpace ? `${fence} ${code} ${fence}` : `${fence}${code}${fence}`
}

/** The fence around a code block: longer than any run of backticks in it. */
export function codeFence(code: string): string {
  const longest = (code.match(/`{3,}/g) ?? []).reduce((most, run) => Math.max(most, run.length), 0)
  return '`'.repeat(Math.max(3, longest + 1))
}

/** The shortest run length, from `least` up, that does not occur. */
function freeRun(code: string, least: number): number {
  const lengths = new Set((code.match(/`+/g) ?? []).map((run) => run.length))
  let length = least
  while (lengths.has(length)) length++
  return length
}
