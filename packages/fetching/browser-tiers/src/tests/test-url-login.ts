import type { ServerResponse } from 'node:http'
import type { Tier } from '@gleaner/contracts'
import { splitUrlCredentials } from '@gleaner/contracts'
import { createEgress, type Egress } from '@gleaner/egress'
import type { FetchOutcome, FetchRequest } from '@gleaner/http-tiers'
import { type LoginSite, startLoginSite } from '@gleaner/testkit'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import { CHROMIUM } from '../browser/testing/chromium-path.ts'
import { type AllTiers, hasBrowser, openAllTiers } from './all-tiers.ts'

const WORDS = `<p>${'Boats, ropes and nets lie in the harbour. '.repeat(20)}</p>`

const LOGIN = 'jürgen:p@ss/w:ord%'
const IN_URL = `${encodeURIComponent('jürgen')}:${encodeURIComponent('p@ss/w:ord%')}`
/** What the other site's own redirect holds, and what opens that site. */
const STRANGERS_LOGIN = 'bob:borrowed'

const page = (text: string) => `<!doctype html><title>Harbour</title><h1>${text}</h1>${WORDS}`
const to = (location: () => string) => (_request: unknown, response: ServerResponse) =>
  void response.writeHead(302, { location: location() }).end()
const readable = (text: string) => (_request: unknown, response: ServerResponse) =>
  void response.writeHead(200, { 'content-type': 'text/plain', 'access-control-allow-origin': '*' }).end(text)

/** Tries each of the tiers. */
export function testUrlLogin(tiersTried: readonly Tier[]): void {
  let home: LoginSite
  let other: LoginSite
  let egress: Egress
  let tiers: AllTiers

  beforeAll(async () => {
    home = await startLoginSite({
      login: LOGIN,
      pages: {
        '/': page('Behind the login'),
        '/on': to(() => '/'),
        '/away': to(() => `${other.url}/open`),
        '/there-and-back': to(() => `${other.url}/back`),
        '/lent': to(() => `http://${STRANGERS_LOGIN}@127.0.0.1:${other.port}/lent`),
        '/moved': (_request, response) =>
          void response
            .writeHead(200, { 'content-type': 'text/html' })
            .end(
              `<meta http-equiv="refresh" content="0; url=http://${STRANGERS_LOGIN}@127.0.0.1:${other.port}/lent">`,
            ),
        '/page-of-parts': `${page('Parts')}<img src="/picture"><p id="out"></p><script>
        const worker = new Worker('/worker')
        worker.onmessage = ({ data }) => out.append(' worker ' + data)
        fetch('/api').then((answer) => answer.text()).then((text) => out.append(' page ' + text + ' at ' + document.URL))
        fetch('/api-away').then((answer) => answer.text()).then((text) => out.append(' away ' + text))</script>`,
        '/picture': (_request, response) =>
          void response.writeHead(200, { 'content-type': 'image/png' }).end('x'),
        '/worker': (_request, response) =>
          void response
            .writeHead(200, { 'content-type': 'text/javascript' })
            .end(`fetch('/api').then((answer) => answer.text()).then((text) => postMessage(text))`),
        '/api': readable('for members'),
        '/api-away': (_request, response) =>
          void response
            .writeHead(302, { location: `${other.url}/api`, 'access-control-allow-origin': '*' })
            .end(),
        '/to-spy': to(() => `${other.url}/spy`),
      },
    })
    other = await startLoginSite({
      login: STRANGERS_LOGIN,
      pages: { '/lent': page('Opened by the address'), '/lent-on': page('Still open') },
      open: {
        '/open': page('Open to all'),
        '/api': readable('of the other site'),
        '/back': to(() => `${home.url}/`),
        '/spy': (_request, response) =>
          void response.writeHead(200, { 'content-type': 'text/html' }).end(
            `${page('Spy')}<p id="out"></p><script>
            fetch('${home.url}/api').then((answer) => answer.text())
              .then((text) => out.append('read: ' + text), () => out.append('read nothing'))</script>`,
          ),
      },
    })
    egress = createEgress({ allow: `127.0.0.1:${home.port},127.0.0.1:${other.port}` })
    tiers = openAllTiers(egress, { executablePath: CHROMIUM })
  })
  afterAll(async () => {
    await tiers.close()
    await egress.close()
    await Promise.all([home.close(), other.close()])
  })
  beforeEach(() => {
    home.seen.length = 0
    other.seen.length = 0
  })

  function fetch(tier: Tier, path: string, more: Partial<FetchRequest> = {}): Promise<FetchOutcome> {
    const address = splitUrlCredentials(`http://${IN_URL}@127.0.0.1:${home.port}${path}`)
    return tiers.fetchers[tier].fetch(
      { ...address, method: 'GET', maxBytes: 1_000_000, ...more },
      AbortSignal.timeout(60_000),
    )
  }

  function pageOf(outcome: FetchOutcome) {
    if (outcome.kind !== 'page') throw new Error(`No page: ${JSON.stringify(outcome)}`)
    const { body, ...rest } = outcome.page
    return { ...rest, text: new TextDecoder().decode(body) }
  }

  describe.each(tiersTried)('tier %s', (tier) => {
    test('opens a page behind HTTP Basic, and without the login is refused as ever', async () => {
      expect(pageOf(await fetch(tier, '/')).text).toContain('Behind the login')
      expect(home.seen[0]).toMatchObject({ path: '/', login: LOGIN })
      expect(await fetch(tier, '/', { authorization: undefined })).toMatchObject({
        kind: 'blocked',
        by: 'http-auth',
        status: 401,
      })
      expect(pageOf(await fetch(tier, '/on'))).toMatchObject({
        finalUrl: `${home.url}/`,
        redirectChain: [{ url: `${home.url}/on` }],
      })
    })

    test('keeps the login from another origin, on the way there and back', async () => {
      expect(pageOf(await fetch(tier, '/away')).text).toContain('Open to all')
      expect(pageOf(await fetch(tier, '/there-and-back')).text).toContain('Behind the login')
      expect(other.seen.map(({ path }) => path)).toEqual(expect.arrayContaining(['/open', '/back']))
      for (const { headers } of other.seen) expect(headers.authorization).toBeUndefined()
    })
  })

  describe.each(tiersTried.filter((tier) => !hasBrowser(tier)))(
    'tier %s, which sends every request itself,',
    (tier) => {
      test.each(['/lent', '/moved'])(
        'uses a login that a target wrote into its redirect (%s) and shows it nowhere',
        async (path) => {
          const { text, ...shown } = pageOf(await fetch(tier, path))
          expect(text).toContain('Opened by the address')
          expect(shown).toMatchObject({
            finalUrl: `${other.url}/lent`,
            redirectChain: [{ url: `${home.url}${path}` }],
          })
          expect(JSON.stringify(shown)).not.toContain('borrowed')
          const logins = other.seen.filter((request) => request.path === '/lent').map(({ login }) => login)
          expect(logins.at(-1)).toBe(STRANGERS_LOGIN)
          expect(logins).not.toContain(LOGIN)
          expect(home.seen.map(({ login }) => login)).not.toContain(STRANGERS_LOGIN)
        },
      )
    },
  )

  describe.each(tiersTried.filter(hasBrowser))('the browser of tier %s', (tier) => {
    const browser = { removeCookieBanners: false, waitCondition: 'networkidle' as const }

    test("lets the page's own requests carry the login, and tells no script of it", async () => {
      const { text } = pageOf(await fetch(tier, '/page-of-parts', { browser }))
      expect(text).toContain(`page for members at ${home.url}/page-of-parts`)
      expect(text).toContain('worker for members')
      expect(text).toContain('away of the other site')
      const parts = home.seen.filter(({ path }) => ['/picture', '/api', '/worker'].includes(path))
      expect(new Set(parts.map(({ login }) => login))).toEqual(new Set([LOGIN]))
      for (const { headers } of other.seen) expect(headers.authorization).toBeUndefined()
    })

    test("lets no stranger's page speak in the caller's name", async () => {
      const own = { headers: { 'X-Token': 'own' } }
      const { text } = pageOf(await fetch(tier, '/to-spy', { browser, ...own }))
      expect(text).toContain('read nothing')
      const asked = home.seen.filter(({ path }) => path === '/api')
      expect(asked).toHaveLength(1)
      expect(asked[0]!.headers).not.toHaveProperty('authorization')
      expect(asked[0]!.headers).not.toHaveProperty('x-token')
    })

    test.each(['/lent', '/moved'])(
      'uses no login that a target wrote into its redirect (%s): it would be remembered',
      async (path) => {
        const outcome = await fetch(tier, path)
        expect(outcome).toMatchObject({ kind: 'blocked', status: 401 })
        expect(JSON.stringify(outcome)).not.toContain('borrowed')
        const logins = other.seen.filter((request) => request.path === '/lent').map(({ login }) => login)
        expect(new Set(logins)).toEqual(new Set([undefined]))
      },
    )

    test('remembers no login for the next visitor', async () => {
      for (const path of ['/', '/lent']) await fetch(tier, path)
      expect(await fetch(tier, '/', { authorization: undefined })).toMatchObject({
        kind: 'blocked',
        status: 401,
      })
      const without = { url: `${other.url}/lent`, authorization: undefined }
      expect(await fetch(tier, '/', without)).toMatchObject({ kind: 'blocked', status: 401 })
    })
  })
}
