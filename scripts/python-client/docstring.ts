const WIDTH = 110

/** Text between three quotes, indented and wrapped; '' where there is none. */
export function docstring(text: string, indent: string): string {
  if (text.trim() === '') return ''
  const lines = text
    .replaceAll('\\', '\\\\')
    .replaceAll('"""', '\\"\\"\\"')
    .trim()
    .split('\n')
    .flatMap((line) => wrap(line, WIDTH - indent.length - 3))
  // A quote before the closing ones would be taken for one of them.
  const last = lines.at(-1)!
  if (last.endsWith('"')) lines[lines.length - 1] = `${last} `
  if (lines.length === 1) return `${indent}"""${lines[0]}"""\n`
  const [first, ...rest] = lines
  return `${indent}"""${first}\n${rest.map((line) => `${line === '' ? '' : indent + line}\n`).join('')}${indent}"""\n`
}

/** Each line has the indent of the first one, and what is said of an argument stands further in. */
export function wrap(line: string, width: number): string[] {
  const indent = /^ */.exec(line)![0]
  const lines: string[] = []
  let current = ''
  for (const word of line.trim().split(/ +/)) {
    if (current !== '' && indent.length + current.length + 1 + word.length > width) {
      lines.push(indent + current)
      current = ''
    }
    current = current === '' ? word : `${current} ${word}`
  }
  return [...lines, current === '' ? '' : indent + current]
}
