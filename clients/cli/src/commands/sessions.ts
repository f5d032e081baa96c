import type { Fields } from '@gleaner/sdk'
import { Argument, Command } from 'commander'
import type { Cli } from '../cli.ts'
import { command, type Run } from '../command.ts'
import { readInput } from '../input/read-input.ts'
import { showList, when } from '../output/lists.ts'
import { writeFacts } from '../output/table.ts'

interface CreateValues {
  name: string
  domain: string
  cookies: string
  notes?: string
}

const ID = () => new Argument('<id>', 'a session')

export const sessions = (run: Run) =>
  new Command('sessions')
    .summary('Stored logins, for pages behind a sign-in.')
    .description('Stored logins. Their values are sealed, and never shown.')
    .addCommand(command('list', 'Your sessions.').action(run(listSessions)))
    .addCommand(command('get', 'What is known of a session.').addArgument(ID()).action(run(getSession)))
    .addCommand(
      command('create', 'Store a login.')
        .requiredOption('--name <name>', 'what you call it')
        .requiredOption('--domain <host>', 'the host that its cookies belong to')
        .requiredOption('--cookies <file>', 'cookies as a browser or its extension exports them, or "a=1; b=2"; - is what is piped in')
        .option('--notes <text>', 'what you want to note')
        .action(run(createSession)),
    )
    .addCommand(
      command('validate', 'Look whether a session is still signed in.').addArgument(ID()).action(run(validateSession)),
    )
    .addCommand(command('delete', 'Delete a session.').addArgument(ID()).action(run(deleteSession))) // biome-ignore format: a list

async function listSessions(cli: Cli): Promise<void> {
  const client = await cli.client()
  const list = await client.sessions.list({}, { signal: cli.signal })
  showList(cli, list, list.sessions, (session) => ({
    id: session.id,
    name: session.name,
    domain: session.domain,
    status: session.status,
    uses: session.total_requests,
    'last used': when(session.last_used_at),
  }))
}

async function getSession(cli: Cli, id: string): Promise<void> {
  show(cli, await (await cli.client()).sessions.get(id, { signal: cli.signal }))
}

async function createSession(cli: Cli, { name, domain, cookies, notes }: CreateValues): Promise<void> {
  const client = await cli.client()
  const isInline = /^[^={}[\]]+=/.test(cookies)
  const text = isInline ? cookies : (await readInput(cookies, cli.stdin)).toString('utf8')
  const fields = { name, domain, cookies: parsed(text), ...(notes !== undefined && { notes }) }
  show(cli, await client.sessions.create(fields as Fields<'createSession'>, { signal: cli.signal }))
}

async function validateSession(cli: Cli, id: string): Promise<void> {
  const client = await cli.client()
  cli.progress.show('looking …')
  const reply = await client.sessions.validate(id, { signal: cli.signal })
  cli.progress.clear()
  show(cli, reply)
}

async function deleteSession(cli: Cli, id: string): Promise<void> {
  await (await cli.client()).sessions.delete(id, { signal: cli.signal })
  cli.note('The session is deleted.')
}

function show({ out, flags }: Cli, reply: object): void {
  if (flags.json || !out.isTerminal) {
    out.json(reply)
    return
  }
  const facts = Object.entries(reply).map(([name, value]) => [
    name.replaceAll('_', ' '),
    Array.isArray(value)
      ? value.join(', ')
      : typeof value === 'object' && value
        ? JSON.stringify(value)
        : value,
  ])
  writeFacts(out, Object.fromEntries(facts))
}

/** A list or object that a tool has exported, else the text of a Cookie header. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text.trim()
  }
}
