import type { OptionWord, Place } from './words.ts'

/** A function for each place, of the specifications that `_arguments` reads. */
export function zshScript(places: readonly Place[]): string {
  return `#compdef gleaner
# Completions of gleaner for zsh. Made by \`gleaner completion zsh\`.
${places.map(functionOf).join('\n')}
if [ "\${funcstack[1]}" = "_gleaner" ]; then
  _gleaner "$@"
else
  compdef _gleaner gleaner
fi
`
}

function functionOf({ path, commands, options, choices }: Place): string {
  const lines = options.flatMap(optionSpecs)
  const last =
    commands.length > 0
      ? ["'1: :->command'", "'*:: :->rest'"]
      : [choices.length > 0 ? `'1: :(${choices.join(' ')})'` : "'*: :_files'"]
  return `${nameOf(path)}() {
  local curcontext="$curcontext" state line
  _arguments -C \\
    ${[...lines, ...last].join(' \\\n    ')}
${commands.length > 0 ? stateOf(path, commands) : ''}}
`
}

function stateOf(path: string, commands: Place['commands']): string {
  return `  case "$state" in
    command)
      local -a names
      names=(${commands.map(({ name, says }) => quoted(`${name}:${says.replaceAll(':', '\\:')}`)).join(' ')})
      _describe command names
      ;;
    rest)
      case "$line[1]" in
${commands.map(({ name }) => `        ${name}) ${nameOf(`${path} ${name}`.trim())} ;;`).join('\n')}
      esac
      ;;
  esac
`
}

function optionSpecs({ flags, says, takesValue, choices }: OptionWord): string[] {
  const meaning = says.replaceAll(/[[\]\\]/g, '\\$&').replaceAll(':', '\\:')
  const value = takesValue ? `: :${choices.length > 0 ? `(${choices.join(' ')})` : '_files'}` : ''
  return flags.map((flag) => quoted(`*${flag}[${meaning}]${value}`))
}

function nameOf(path: string): string {
  return `_gleaner${path && `_${path.replaceAll(' ', '_')}`}`
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}
