import type { Fields } from '@gleaner/sdk'
import { CHOICES } from '@gleaner/sdk/choices'
import { Argument, Command } from 'commander'
import type { Cli } from '../cli.ts'
import { command, type Run } from '../command.ts'
import { oneOf } from '../input/option-readers.ts'
import { asPerson } from '../login/sign-in.ts'
import { showList, when } from '../output/lists.ts'
import { storeProfile } from '../settings/store-profile.ts'

interface CreateValues {
  save?: true
  test?: true
  scope?: (typeof SCOPES)[number]
  expires?: string
}

const SCOPES = CHOICES.createApiKey.scopes
const ID = () => new Argument('<id>', 'a key')

export const keys = (run: Run) =>
  new Command('keys')
    .summary('API keys of your account.')
    .description(
      'API keys of your account. No key may manage keys: e-mail address and password are asked for each time, or stand in GLEANER_EMAIL and GLEANER_PASSWORD.',
    )
    .addCommand(command('list', 'Your keys.').action(run(listKeys)))
    .addCommand(
      command('create', 'Make a key. It is shown this once.')
        .addArgument(new Argument('<name>', 'what you call it'))
        .option('--save', 'use it from now on, and do not show it')
        .option('--test', 'a key that is answered from sample pages, free of charge')
        .option('--scope <scope>', `what it may do: ${SCOPES.join(', ')}`, oneOf(SCOPES))
        .option('--expires <time>', 'until when it is good, such as 2027-01-31')
        .action(run(createKey)),
    )
    .addCommand(command('rotate', 'Give a key another text. It is shown this once.').addArgument(ID()).action(run(rotateKey)))
    .addCommand(command('revoke', 'End a key.').addArgument(ID()).action(run(revokeKey))) // biome-ignore format: a list

async function listKeys(cli: Cli): Promise<void> {
  const list = await asPerson(cli, (client) => client.keys.list({}, { signal: cli.signal }))
  showList(cli, list, list.items, (key) => ({
    id: key.id,
    name: key.name,
    begins: key.key_prefix,
    scopes: key.scopes.join(' '),
    requests: key.requests,
    'last used': when(key.last_used_at),
    expires: when(key.expires_at),
  }))
}

async function createKey(
  cli: Cli,
  name: string,
  { save, test, scope, expires }: CreateValues,
): Promise<void> {
  const fields = {
    name,
    ...(test && { test }),
    ...(scope && { scopes: [scope] }),
    ...(expires && { expires_at: new Date(expires).toISOString() }),
  } as Fields<'createApiKey'>
  const made = await asPerson(cli, (client) => client.keys.create(fields, { signal: cli.signal }))
  await give(cli, made, save)
}

async function rotateKey(cli: Cli, id: string): Promise<void> {
  await give(
    cli,
    await asPerson(cli, (client) => client.keys.rotate(id, {}, { signal: cli.signal })),
    undefined,
  )
}

async function give(
  cli: Cli,
  made: { key: string | null; name: string },
  save: true | undefined,
): Promise<void> {
  if (!save) return cli.flags.json ? cli.out.json(made) : cli.out.line(made.key ?? '')
  const { url } = await cli.target()
  const profile = await storeProfile(cli.env, cli.flags.profile, { url, key: made.key! })
  cli.err.line(`The key ${made.name} is kept in profile ${profile}.`)
}

async function revokeKey(cli: Cli, id: string): Promise<void> {
  await asPerson(cli, (client) => client.keys.delete(id, { signal: cli.signal }))
  cli.note('The key is revoked.')
}
