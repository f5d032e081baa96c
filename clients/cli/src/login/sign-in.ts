import type { Gleaner } from '@gleaner/sdk'
import type { Cli } from '../cli.ts'
import { ask } from './ask.ts'

/**
 * Signs a person in for as long as some work takes: no key may manage keys. E-mail address and password are asked for, or stand in GLEANER_EMAIL
 * and GLEANER_PASSWORD; neither they nor the sign-in are kept.
 */
export async function asPerson<T>(cli: Cli, work: (client: Gleaner) => Promise<T>): Promise<T> {
  const { url } = await cli.target()
  const stranger = cli.clientOf(url)
  const email = cli.env.GLEANER_EMAIL || (await ask(cli, 'E-mail address'))
  const password = cli.env.GLEANER_PASSWORD || (await ask(cli, 'Password', true))
  const { signal } = cli
  const reply = await stranger.auth.login({ email, password }, { signal })
  const signedIn =
    'access_token' in reply
      ? reply
      : await stranger.auth.loginSecondFactor(
          { challenge: reply.challenge, code: await ask(cli, 'Code of your authenticator app') },
          { signal },
        )
  const person = cli.clientOf(url, { accessToken: signedIn.access_token })
  try {
    return await work(person)
  } finally {
    await person.auth.logout().catch(() => {})
  }
}
