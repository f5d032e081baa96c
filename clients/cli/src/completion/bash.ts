import type { Place } from './words.ts'

/** A function that finds the place by the words before, and offers what may stand there; else files. */
export function bashScript(places: readonly Place[]): string {
  const cases = places.map(
    (place) => `    ${quoted(place.path)})
      words=${quoted([...place.commands.map(({ name }) => name), ...place.choices].join(' '))}
      options=${quoted(place.options.flatMap(({ flags }) => flags).join(' '))}
      case "$previous" in
${place.options
  .filter(({ takesValue }) => takesValue)
  .map(
    ({ flags, choices }) =>
      `        ${flags.join('|')}) COMPREPLY=(${choices.length > 0 ? `$(compgen -W ${quoted(choices.join(' '))} -- "$current")` : '$(compgen -f -- "$current")'}); return ;;`,
  )
  .join('\n')}
      esac
      ;;`,
  )
  return `# Completions of gleaner for bash. Made by \`gleaner completion bash\`.
_gleaner() {
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD-1]}" place="" word words="" options=""
  COMPREPLY=()
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "$place $word" in
${places
  .filter(({ path }) => path !== '')
  .map(
    ({ path }) =>
      `      ${quoted(`${path.includes(' ') ? path.replace(/ [^ ]+$/, '') : ''} ${path.split(' ').at(-1)}`)}) place=${quoted(path)} ;;`,
  )
  .join('\n')}
    esac
  done
  case "$place" in
${cases.join('\n')}
  esac
  if [[ "$current" == -* ]]; then
    COMPREPLY=($(compgen -W "$options" -- "$current"))
  elif [[ -n "$words" ]]; then
    COMPREPLY=($(compgen -W "$words" -- "$current"))
  else
    COMPREPLY=($(compgen -f -- "$current"))
  fi
}
complete -o filenames -F _gleaner gleaner
`
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}
