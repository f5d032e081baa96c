const BEGIN = '# made: settings'
const END = '# end: settings'

/** The text with `lines` between its two marks, indented as these are. Throws for a text without them. */
export function fillPart(text: string, lines: readonly string[]): string {
  const marked = new RegExp(`^( *)(${BEGIN}.*\n)[^]*?^ *${END}$`, 'm')
  if (!marked.test(text)) throw new Error(`There is no part between "${BEGIN}" and "${END}".`)
  return text.replace(
    marked,
    (_part, indent: string, begin: string) =>
      `${indent}${begin}${lines.map((line) => `${line && indent}${line}\n`).join('')}${indent}${END}`,
  )
}
