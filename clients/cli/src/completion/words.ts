import type { Command, Option } from 'commander'

/** What may stand in one place of the command line. */
export interface Place {
  /** The commands that lead here: `jobs list`; empty for the beginning. */
  path: string
  commands: { name: string; says: string }[]
  options: OptionWord[]
  /** Of the first argument. */
  choices: readonly string[]
}

export interface OptionWord {
  /** `-o`, `--output`. */
  flags: string[]
  says: string
  takesValue: boolean
  choices: readonly string[]
}

/** Every place of a command line, with what completes it. */
export function placesOf(program: Command): Place[] {
  const visit = (of: Command, path: string[]): Place[] => [
    {
      path: path.join(' '),
      commands: of.commands.map((each) => ({ name: each.name(), says: each.summary() })),
      options: of.options.filter((option) => !option.hidden).map(wordOf),
      choices: of.registeredArguments[0]?.argChoices ?? [],
    },
    ...of.commands.flatMap((each) => visit(each, [...path, each.name()])),
  ]
  return visit(program, [])
}

function wordOf({ short, long, description, required, optional, argChoices }: Option): OptionWord {
  return {
    flags: [short, long].filter((flag) => flag !== undefined) as string[],
    says: description,
    takesValue: required || optional,
    choices: argChoices ?? [],
  }
}
