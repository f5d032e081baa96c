import type { Place } from './words.ts'

/** A line for each word, with the condition under which it is offered. */
export function fishScript(places: readonly Place[]): string {
  return `# Completions of gleaner for fish. Made by \`gleaner completion fish\`.
${places.flatMap(linesOf).join('\n')}
`
}

function linesOf({ path, commands, options, choices }: Place): string[] {
  const names = commands.map(({ name }) => name).join(' ')
  const isHere = path === '' ? '' : `__fish_seen_subcommand_from ${path.split(' ')[0]}`
  const isFirst =
    path === '' ? '__fish_use_subcommand' : `${isHere}; and not __fish_seen_subcommand_from ${names}`
  const inside =
    path.split(' ')[1] === undefined
      ? isHere
      : `${isHere}; and __fish_seen_subcommand_from ${path.split(' ')[1]}`
  const condition = (text: string) => (text === '' ? '' : ` -n ${quoted(text)}`)
  return [
    ...commands.map(
      ({ name, says }) => `complete -c gleaner -f${condition(isFirst)} -a ${quoted(name)} -d ${quoted(says)}`,
    ),
    ...(choices.length > 0
      ? [`complete -c gleaner -f${condition(inside)} -a ${quoted(choices.join(' '))}`]
      : []),
    ...options.map(({ flags, says, takesValue, choices: values }) => {
      const written = flags.map((flag) =>
        flag.startsWith('--') ? `-l ${flag.slice(2)}` : `-s ${flag.slice(1)}`,
      )
      const value = takesValue ? (values.length > 0 ? ` -x -a ${quoted(values.join(' '))}` : ' -r') : ''
      return `complete -c gleaner${condition(inside)} ${written.join(' ')}${value} -d ${quoted(says)}`
    }),
  ]
}

function quoted(text: string): string {
  return `'${text.replaceAll(/['\\]/g, '\\$&')}'`
}
