import { readdir } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import { join } from 'node:path'
import { Gleaner } from '@gleaner/sdk'
import { eventually } from '@gleaner/testkit/eventually'
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals'
import { type CliFleet, ended, startCliFleet } from '../testing/run-cli.ts'

// A key that is revoked while its work is followed. The work goes on, and another key of the account leads to the rest of it.

/** Those that have ended are fetched by twenties. */
const PAGES = 24

let fleet: CliFleet
let person: Gleaner
/** Its last page takes until `release` is called. */
let site: Server
let siteUrl: string
let released: Promise<void>
let release: () => void
beforeAll(async () => {
  fleet = await startCliFleet()
  const signedIn = await new Gleaner({ baseUrl: fleet.url }).auth.login(fleet.info.user)
  const { access_token: accessToken } = signedIn as { access_token: string }
  person = new Gleaner({ baseUrl: fleet.url, accessToken })
  site = createServer(async ({ url }, response) => {
    if (url === '/last') await released
    const links = Array.from({ length: PAGES - 2 }, (_, at) => `<a href="/${at}">${at}</a>`)
    const list = url === '/' ? `${links.join(' ')} <a href="/last">last</a>` : ''
    response.setHeader('Content-Type', 'text/html')
    response.end(`<title>${url}</title><main><h1>Page ${url}</h1><p>It says ${url}.</p>${list}</main>`)
  })
  await new Promise<void>((resolve) => site.listen(fleet.ports[0], '127.0.0.1', resolve))
  siteUrl = `http://127.0.0.1:${fleet.ports[0]}`
})
beforeEach(() => {
  ;({ promise: released, resolve: release } = Promise.withResolvers<void>())
})
afterAll(async () => {
  await fleet.stop()
  site.closeAllConnections()
  site.close()
})

/** Begins with a key of its own, and revokes it once `check` no longer throws; returns the command that goes on, too. */
async function revokeInTheMiddle(args: string[], check: (printed: string) => unknown, input = '') {
  const { id, key } = await person.keys.create({ name: `Of a test ${Math.random()}` })
  const child = fleet.cli.start(args, { env: { GLEANER_API_KEY: key! } })
  const over = ended(child)
  let printed = ''
  child.stdout!.on('data', (data) => {
    printed += data
  })
  child.stdin!.end(input)
  await eventually(() => check(printed))
  await person.keys.delete(id)
  const ran = await over
  const [, goOn] = ENDS.exec(ran.stderr) ?? []
  expect([ran.code, goOn === undefined ? ran.stderr : '']).toEqual([3, ''])
  expect(ran.stdout + ran.stderr).not.toContain(key)
  return { ...ran, goOn: goOn!.split(' ') }
}

const ENDS =
  /^error: This API key [^\n]*was revoked[^\n]*login[^\n]*\nThe (?:batch|crawl) goes on: `gleaner ([^`]+)` fetches [^\n]+\n$/

const urlsOf = (lines: string) =>
  lines
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line).url)

test('a batch ends with what came and the reason, and goes on with another key', async () => {
  const urls = [...Array.from({ length: PAGES - 1 }, (_, at) => `${siteUrl}/${at}`), `${siteUrl}/last`]
  const input = urls.join('\n')
  const ran = await revokeInTheMiddle(['batch', '-'], (printed) => expect(printed).toMatch(/\n/), input)
  const came = urlsOf(ran.stdout)
  expect(came).toEqual(urls.filter((url) => came.includes(url)))
  expect(came.length).toBeLessThan(PAGES)
  release()
  const again = await fleet.cli.run(ran.goOn)
  expect([again.code, again.stderr, urlsOf(again.stdout)]).toEqual([0, '', urls])
})

test('a crawl into a folder does so too, and fetches what is missing', async () => {
  const folder = join(fleet.cli.home, 'site')
  const files = async () =>
    (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.md'))
  const args = ['crawl', `${siteUrl}/`, '--out', 'site', '--max-pages', String(PAGES)]
  const { goOn } = await revokeInTheMiddle(args, async () =>
    expect((await files()).length).toBeGreaterThan(0),
  )
  expect((await files()).length).toBeLessThan(PAGES)
  release()
  const again = await fleet.cli.run(goOn)
  expect([again.code, again.stderr]).toEqual([0, ''])
  expect(await files()).toHaveLength(PAGES)
})
