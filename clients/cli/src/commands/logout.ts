import type { Cli } from '../cli.ts'
import { command, type Run } from '../command.ts'
import { EXIT } from '../exit-codes.ts'
import { Failure } from '../failure.ts'
import { CLIENT_ID } from '../login/device-login.ts'
import { changeConfig, configPath, readConfig } from '../settings/config-file.ts'
import { resolveTarget } from '../settings/resolve.ts'

export const logout = (run: Run) =>
  command('logout', 'Forget a server; a key of `gleaner login` is given up.').action(run(signOut))

async function signOut(cli: Cli): Promise<void> {
  const path = configPath(cli.env)
  const config = await readConfig(path)
  const { profile: name } = resolveTarget(cli.flags, cli.env, config)
  const profile = name === undefined ? undefined : config.profiles[name]
  if (name === undefined || !profile) throw new Failure(EXIT.notFound, 'You are not signed in.')
  if (profile.fromLogin && profile.key !== undefined)
    await cli
      .clientOf(profile.url)
      .oauth.revoke({ client_id: CLIENT_ID, token: profile.key }, { signal: cli.signal })
      .catch((error: Error) => cli.warn(`The key was forgotten, but not given up: ${error.message}`))
  await changeConfig(path, (now) => {
    delete now.profiles[name]
    if (now.current === name) now.current = Object.keys(now.profiles)[0]
  })
  cli.err.line(`Signed out of ${profile.url}.`)
}
