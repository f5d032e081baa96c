import { parseArgs } from 'node:util'
import { createDatabase, createPool } from '@gleaner/db'
import type { Environment } from '@gleaner/runtime/config'
import { AdminError, type Command, type Shown, type Values } from './command.ts'
import { COMMANDS } from './commands/index.ts'
import { databaseUrl } from './local-settings.ts'
import { operatorOf } from './operator.ts'
import { describeCommand, describeCommands } from './usage.ts'

/** Runs one command and returns what to print. Throws AdminError for what the operator can mend. */
export async function runCommand(args: readonly string[], env: Environment): Promise<string> {
  const [name, ...rest] = withVerbFirst(args)
  if (name === undefined || name === '--help' || name === '-h' || name === 'help') return describeCommands()
  const command = COMMANDS[name]
  if (!command) throw new AdminError(`There is no command "${name}".\n\n${describeCommands()}`)
  const values = readOptions(name, command, rest)
  if (values.help) return describeCommand(name, command)

  const pool = createPool({ url: databaseUrl(env), max: 2 })
  try {
    const shown = await command.run({ db: createDatabase(pool), actor: operatorOf(values), env }, values)
    return values.json ? JSON.stringify(shown, undefined, 2) : asText(shown)
  } finally {
    await pool.end()
  }
}

/** A command may be called by its thing as well: `keys rotate` is `rotate-keys`. */
function withVerbFirst(args: readonly string[]): readonly string[] {
  const [noun, verb, ...rest] = args
  const name = `${verb}-${noun}`
  return Object.hasOwn(COMMANDS, name) ? [name, ...rest] : args
}

function readOptions(name: string, command: Command, args: string[]): Values {
  const options = {
    ...Object.fromEntries(
      Object.entries(command.options).map(([option, { value }]) => [
        option,
        { type: value === undefined ? ('boolean' as const) : ('string' as const) },
      ]),
    ),
    actor: { type: 'string' as const },
    json: { type: 'boolean' as const },
    help: { type: 'boolean' as const, short: 'h' },
  }
  const values = parse(name, command, () => parseArgs({ args, options, strict: true }).values as Values)
  const missing = Object.keys(command.options).filter(
    (option) => command.options[option]!.required && values[option] === undefined,
  )
  if (missing.length === 0 || values.help) return values
  throw new AdminError(`--${missing.join(', --')} must be given.\n\n${describeCommand(name, command)}`)
}

function parse(name: string, command: Command, read: () => Values): Values {
  try {
    return read()
  } catch (error) {
    throw new AdminError(`${(error as Error).message}\n\n${describeCommand(name, command)}`)
  }
}

/** One thing as lines of name and value, a list as a table with its columns in line. */
function asText(shown: Shown | Shown[]): string {
  if (!Array.isArray(shown)) {
    const width = Math.max(...Object.keys(shown).map((name) => name.length))
    return Object.entries(shown)
      .map(([name, value]) => `${name.padEnd(width)}  ${inWords(value)}`)
      .join('\n')
  }
  if (shown.length === 0) return 'none'
  const names = Object.keys(shown[0]!)
  const rows = [names, ...shown.map((row) => names.map((name) => inWords(row[name]!)))]
  const widths = names.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)))
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column]!))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

function inWords(value: Shown[string]): string {
  const text = Array.isArray(value) ? value.join(' ') : value
  return text === null || text === '' ? '(none)' : String(text)
}
