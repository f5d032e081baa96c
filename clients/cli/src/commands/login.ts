import type { Cli } from '../cli.ts'
import { command, type Run } from '../command.ts'
import { misuse } from '../failure.ts'
import { askSecret } from '../login/ask.ts'
import { deviceLogin } from '../login/device-login.ts'
import { openBrowser } from '../login/open-browser.ts'
import { styled } from '../output/styled.ts'
import { readAddress } from '../settings/address.ts'
import { configPath, readConfig } from '../settings/config-file.ts'
import { resolveTarget } from '../settings/resolve.ts'
import { storeProfile } from '../settings/store-profile.ts'

interface Values {
  withKey?: true
  browser: boolean
}

export const login = (run: Run) =>
  command('login', 'Sign in to a server, by a browser, or with a key that you have.')
    .option('--with-key', 'keep a key that is piped in or typed')
    .option('--no-browser', 'open no browser')
    .action(run(signIn))

async function signIn(cli: Cli, values: Values): Promise<void> {
  const url = await serverOf(cli)
  const key = values.withKey ? await typedKey(cli) : await keyByBrowser(cli, url, values)
  // Before it is kept: a key of another server would be of no use.
  const me = await cli.clientOf(url, { apiKey: key }).auth.me({ signal: cli.signal })
  const profile = { url, key, ...(!values.withKey && { fromLogin: true }) }
  const name = await storeProfile(cli.env, cli.flags.profile, profile)
  if (cli.flags.json) cli.out.json({ server: url, profile: name, me })
  else
    cli.err.line([styled('green', '✓ '), `Signed in to ${url} as ${me.email ?? me.name ?? me.account_id}.`])
  if (cli.env.GLEANER_API_KEY) cli.warn('GLEANER_API_KEY is set, and goes before this sign-in.')
}

/** Of a profile that is not there yet, the address that was given. */
async function serverOf(cli: Cli): Promise<string> {
  const { flags, env } = cli
  const config = await readConfig(configPath(env))
  const stored = flags.profile === undefined ? undefined : config.profiles[flags.profile]
  const given = flags.url ?? (env.GLEANER_URL || undefined)
  if (given !== undefined) return readAddress(given)
  return stored?.url ?? resolveTarget({}, {}, config).url
}

async function typedKey(cli: Cli): Promise<string> {
  const key = cli.flags.key ?? (await askSecret(cli, 'API key'))
  if (/^sk_(live|test)_\w+$/.test(key)) return key
  throw misuse('This is no API key; it begins with sk_live_ or sk_test_.')
}

async function keyByBrowser(cli: Cli, url: string, { browser }: Values): Promise<string> {
  return await deviceLogin(cli.clientOf(url), cli.signal, ({ userCode, page, pageWithCode, minutes }) => {
    if (browser && cli.stdin.isTTY) openBrowser(pageWithCode, cli.env)
    cli.err.line(['Open ', styled('underline', page), ' and enter the code ', styled('bold', userCode), '.'])
    cli.err.line(styled('dim', `Or open ${pageWithCode} directly. The code is good for ${minutes} minutes.`))
    cli.progress.show('waiting for you in the browser …')
  })
}
