import { once } from 'node:events'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Gleaner } from '@gleaner/sdk'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { type CliFleet, cliAt, ended, startCliFleet, type TestCli } from '../testing/run-cli.ts'

let fleet: CliFleet
/** Of somebody whose environment names neither server nor key. */
let cli: TestCli
let person: Gleaner
beforeAll(async () => {
  fleet = await startCliFleet()
  cli = cliAt(fleet.cli.home, {})
  const { email, password } = fleet.info.user
  const signedIn = await new Gleaner({ baseUrl: fleet.url }).auth.login({ email, password })
  person = new Gleaner({
    baseUrl: fleet.url,
    accessToken: (signedIn as { access_token: string }).access_token,
  })
})
afterAll(() => fleet.stop())

const config = () => join(cli.home, '.config/gleaner/config.json')

/** Begins to sign in, and answers as the person in the browser does. */
async function login(allow: boolean, ...args: string[]) {
  const child = cli.start(['login', '--url', fleet.url, ...args])
  const over = ended(child)
  let said = ''
  for (;;) {
    const [data] = await once(child.stderr!, 'data')
    said += data
    const [code] = /\b[A-Z]{4}-[A-Z]{4}\b/.exec(said) ?? []
    if (!code) continue
    await person.oauth.decideAboutDevice({ user_code: code, allow })
    return await over
  }
}

test('one signs in by a code, scrapes, and signs out; the key is kept unseen, and given up', async () => {
  const signedIn = await login(true)
  expect([signedIn.code, signedIn.stdout]).toEqual([0, ''])
  expect(signedIn.stderr).toContain(`Signed in to ${fleet.url} as ${fleet.info.user.email}`)
  expect((await stat(config())).mode & 0o777).toBe(0o600)
  const { profiles, current } = JSON.parse(await readFile(config(), 'utf8'))
  const { key } = profiles[current]
  expect([current, key]).toEqual([new URL(fleet.url).host, expect.stringMatching(/^sk_live_/)])
  expect(signedIn.stderr).not.toContain(key)

  expect((await cli.run(['scrape', `${fleet.site}/plain`])).stdout).toContain('# The swing bridge')
  const whoami = JSON.parse((await cli.run(['whoami'])).stdout)
  expect(whoami).toMatchObject({ server: fleet.url, profile: current, me: { email: fleet.info.user.email } })
  // The key is of this server alone.
  expect((await cli.run(['usage', '--url', 'http://127.0.0.1:1'])).code).toBe(3)
  const refused = await cli.run(['watch', `${fleet.site}/plain`, '--keep'])
  expect([refused.code, refused.stderr]).toEqual([
    3,
    expect.stringContaining('gleaner keys create NAME --save'),
  ])

  expect((await cli.run(['logout'])).code).toBe(0)
  expect((await cli.run(['usage'])).code).toBe(3)
  const old = await cli.run(['usage', '--url', fleet.url], { env: { GLEANER_API_KEY: key } })
  expect(old.code).toBe(3)
})

test('who is denied has no key, and nothing is kept', async () => {
  const { code, stderr } = await login(false)
  expect([code, stderr]).toEqual([3, expect.stringContaining('was denied')])
  expect(JSON.parse(await readFile(config(), 'utf8')).profiles).toEqual({})
})

test('Ctrl-C ends the wait', async () => {
  const child = cli.start(['login', '--url', fleet.url])
  const over = ended(child)
  await once(child.stderr!, 'data')
  child.kill('SIGINT')
  expect((await over).code).toBe(130)
})

test('a key that is piped in is kept under the name of a profile, once the server has taken it', async () => {
  const args = ['login', '--url', fleet.url, '--profile', 'work', '--with-key']
  expect((await cli.run(args, { input: 'sk_live_wrongwrongwrongwrong' })).code).toBe(3)
  expect((await cli.run(args, { input: 'nonsense' })).code).toBe(2)
  expect((await cli.run(args, { input: `${fleet.info.api_key}\n` })).code).toBe(0)
  expect((await cli.run(['usage', '--profile', 'work'])).code).toBe(0)
  // A profile's own key stays when one signs out: nobody has made it by signing in.
  expect((await cli.run(['logout', '--profile', 'work'])).code).toBe(0)
  expect((await fleet.cli.run(['usage'])).code).toBe(0)
})
