import { Command, Option } from 'commander'
import type { Cli, GlobalFlags } from './cli.ts'

/** Gives a command its handler: arguments, own options, and what it works with. */
export type Run = <Args extends unknown[]>(
  handler: (cli: Cli, ...args: Args) => Promise<void>,
) => (...args: unknown[]) => Promise<void>

export type CommandFile = (run: Run) => Command

/** A command with the options that all have. */
export function command(name: string, summary: string): Command {
  const made = new Command(name).summary(summary).description(summary)
  return withGlobals(made)
}

export const GLOBALS: readonly Option[] = [
  new Option('--json', 'the whole answer as JSON'),
  new Option('-q, --quiet', 'no remarks and no progress'),
  new Option('--url <address>', 'the server (GLEANER_URL)'),
  new Option('--key <key>', 'the API key; better in GLEANER_API_KEY, which no list of processes shows'),
  new Option('--profile <name>', 'a server that you have signed in to (GLEANER_PROFILE)'),
  new Option('--debug', 'every request, and where an error came from'),
]

export function withGlobals(made: Command): Command {
  for (const option of GLOBALS) made.addOption(option.helpGroup('Options of every command:'))
  return made
}

/** Of the command and of all above it. */
export function globalFlags(of: Command): GlobalFlags {
  const { json, quiet, url, key, profile, debug } = of.optsWithGlobals<GlobalFlags>()
  return { json, quiet, url, key, profile, debug } as GlobalFlags
}
