import type { Command } from './command.ts'
import { COMMANDS } from './commands/index.ts'

/** All commands, a line each. */
export function describeCommands(): string {
  const width = Math.max(...Object.keys(COMMANDS).map((name) => name.length))
  return [
    'Usage: admin COMMAND [options]',
    '',
    ...Object.entries(COMMANDS).map(([name, { summary }]) => `  ${name.padEnd(width)}  ${summary}`),
    '',
    'A command may be called by its thing first: `admin keys rotate` is `admin rotate-keys`.',
    'admin COMMAND --help shows its options; --json prints JSON.',
    'What a command changes stands in the audit log (list-audit), as done by --actor <name> or else by the user of this machine.',
    'The database is DATABASE_URL; without it that of the stack that `npm start` keeps in GLEANER_HOME (.gleaner).',
  ].join('\n')
}

/** One command with its options. */
export function describeCommand(name: string, { summary, options }: Command): string {
  const rows = Object.entries(options).map(([option, { value, required, help }]) => {
    const flag = value === undefined ? `--${option}` : `--${option} <${value}>`
    return { flag, help: required ? `${help} (required)` : help }
  })
  const width = Math.max(...rows.map(({ flag }) => flag.length))
  return [
    `Usage: admin ${name} [options]`,
    '',
    summary,
    '',
    ...rows.map(({ flag, help }) => `  ${flag.padEnd(width)}  ${help}`),
  ].join('\n')
}
