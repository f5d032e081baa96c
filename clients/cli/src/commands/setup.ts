import { copyFile, mkdir, readFile, realpath } from 'node:fs/promises'
import { homedir } from 'node:os'
import { dirname } from 'node:path'
import { Argument, Command } from 'commander'
import type { Cli } from '../cli.ts'
import { command, type Run } from '../command.ts'
import { misuse } from '../failure.ts'
import { writeWhole } from '../files/write-inside.ts'
import { ask } from '../login/ask.ts'
import { AGENTS, type Agent } from '../setup-mcp/agents.ts'
import { type Entry, entryOf } from '../setup-mcp/entry.ts'
import { showDiff } from '../setup-mcp/show-diff.ts'
import { withEntry } from '../setup-mcp/with-entry.ts'

interface Values {
  print?: true
  yes?: true
  file?: string
}

export const setup = (run: Run) =>
  new Command('setup')
    .summary('Let other programs use Gleaner.')
    .description('Let other programs use Gleaner.')
    .addCommand(
      command('mcp', 'Write the entry of this command’s MCP server into the settings of an agent.')
        .addArgument(new Argument('<agent>', 'which agent').choices(Object.keys(AGENTS)))
        .option('--print', 'show what would be written, and write nothing')
        .option('-y, --yes', 'write without asking')
        .option('--file <path>', 'another file than the usual one, such as .mcp.json of a project')
        .action(run(setUpMcp)),
    )

async function setUpMcp(cli: Cli, name: string, { print, yes, file }: Values): Promise<void> {
  const agent = AGENTS[name]!
  const path = file ?? pathOf(cli, agent)
  const before = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return ''
    throw error
  })
  const value = agent.write(await entry(cli))
  const after = withEntry(before, agent.form, value)
  if (cli.flags.json) cli.out.json({ file: path, entry: value, changed: before !== after })
  else {
    cli.out.line(path)
    showDiff(cli.out, before, after)
  }
  if (print) return
  if (before === after) return cli.note('It is there already.')
  if (!yes) await confirm(cli)
  await mkdir(dirname(path), { recursive: true })
  if (before !== '') await copyFile(path, `${path}.before-gleaner`)
  await writeWhole(await realpath(path).catch(() => path), after)
  cli.note(
    `${before === '' ? '' : `The file as it was is ${path}.before-gleaner. `}Start ${agent.title} again.`,
  )
}

function pathOf({ env }: Cli, agent: Agent): string {
  return agent.path({
    home: env.HOME || homedir(),
    platform: process.platform,
    env,
  })
}

/** With the profile that holds now: the server asks as whoever is signed in to it. */
async function entry(cli: Cli): Promise<Entry> {
  const { profile } = await cli.target()
  if (profile === undefined)
    cli.warn(
      'You are signed in to no server; the agent then needs GLEANER_URL and GLEANER_API_KEY. `gleaner login` first is easier.',
    )
  return entryOf(process.execPath, await realpath(process.argv[1]!), profile)
}

async function confirm(cli: Cli): Promise<void> {
  if (!cli.stdin.isTTY) throw misuse('Nobody is there to say yes.', 'Add --yes, or --print.')
  const answer = await ask(cli, 'Write it? [y/N]')
  if (!/^y(es)?$/i.test(answer)) throw misuse('Nothing was written.')
}
