import tls from 'node:tls'
import type { Tier } from '@gleaner/contracts'
import { createEgress, type Egress } from '@gleaner/egress'
import type { FetchOutcome } from '@gleaner/http-tiers'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { createTrustingChromium, type TrustingChromium } from '../browser/testing/trusting-chromium.ts'
import { type AllTiers, hasBrowser, openAllTiers } from './all-tiers.ts'
import { type LeakSite, startLeakSite } from './session-leaks/leak-site.ts'

// Addresses of the machine itself count as safe for browsers' cookies, so that nothing but the rule itself keeps them out of plain http.
const HOST = '127.0.0.1'

const FILLER = `<p>${'Boats, ropes and nets lie in the harbour. '.repeat(20)}</p>`

/** What a page of the target does to bring its visitor, or a part of its own, to plain http. */
const REDIRECTS = {
  'a redirect': (clear: string) => ({ status: 302, headers: { location: clear }, body: '' }),
  'a redirect that keeps the method': (clear: string) => ({
    status: 307,
    headers: { location: clear },
    body: '',
  }),
  'a meta refresh': (clear: string) => page(`<meta http-equiv="refresh" content="0;url=${clear}">`, ''),
}
const PARTS = (clear: string, socket: string) =>
  page(
    '',
    `${FILLER}<p id="done">done</p><img src="${clear}/img"><iframe src="${clear}/frame"></iframe><script src="${clear}/script"></script>
     <form id="form" action="${clear}/form" target="there"></form><iframe name="there"></iframe>
     <script>document.getElementById('form').submit(); fetch('${clear}/fetch', { credentials: 'include', mode: 'no-cors' }).catch(() => 0)
     try { new WebSocket('${socket}/socket') } catch {}</script>`,
  )

function page(head: string, body: string) {
  const headers = { 'content-type': 'text/html; charset=utf-8' }
  return {
    status: 200,
    headers,
    body: `<!doctype html><html><head><title>Harbour</title>${head}</head><body>${body}</body></html>`,
  }
}

/** Tries each of the tiers. */
export function testHttpsOnly(tiersTried: readonly Tier[]): void {
  let site: LeakSite
  let egress: Egress
  let chromium: TrustingChromium
  let tiers: AllTiers
  const trusted = tls.getCACertificates('default')

  beforeAll(async () => {
    site = await startLeakSite([HOST], ({ path, secure }, response) => {
      const clear = `http://${HOST}:${site.port}/clear`
      const redirect = Object.entries(REDIRECTS).find(([name]) => path === pathOf(name))?.[1]
      const answer = !secure
        ? page('', `${FILLER}in clear`)
        : (redirect?.(clear) ?? PARTS(clear, clear.replace('http:', 'ws:')))
      response.writeHead(answer.status, answer.headers)
      response.end(answer.body)
    })
    tls.setDefaultCACertificates([...trusted, site.cert])
    egress = createEgress({ allow: `${HOST}:${site.port}` })
    chromium = await createTrustingChromium(site.cert)
    tiers = openAllTiers(egress, { executablePath: chromium.path, maxPages: 4, ignoreTlsErrors: true })
  })
  afterAll(async () => {
    tls.setDefaultCACertificates(trusted)
    await tiers.close()
    await egress.close()
    await site.close()
    await chromium.remove()
  })

  const pathOf = (name: string) => `/${name.replaceAll(' ', '-')}`

  async function visit(tier: Tier, address: string): Promise<FetchOutcome> {
    const attributes = { domain: HOST, hostOnly: true, path: '/', httpOnly: false }
    return await tiers.fetchers[tier].fetch(
      {
        url: address,
        method: 'GET',
        cookies: [{ name: 'sid', value: 'canary-cookie', secure: false, ...attributes }],
        headers: { 'X-Session': 'canary-header' },
        headersDomain: HOST,
        httpsOnly: true,
        maxBytes: 1_000_000,
        browser: { removeCookieBanners: false },
      },
      AbortSignal.timeout(60_000),
    )
  }
  const inClear = () => site.came.filter(({ secure }) => !secure)

  describe.each(tiersTried)('an attempt of tier %s that keeps to https', (tier) => {
    test('is refused an address of plain http', async () => {
      const outcome = await visit(tier, `http://${HOST}:${site.port}/`)
      expect(outcome).toMatchObject({ kind: 'failed', reason: 'not_allowed', mayHaveBeenSent: false })
      expect(inClear()).toEqual([])
    })

    test.each(Object.keys(REDIRECTS))('does not follow %s to plain http', async (name) => {
      site.came.length = 0
      const outcome = await visit(tier, `https://${HOST}:${site.port}${pathOf(name)}`)
      expect(outcome.kind).toBe('failed')
      // A browser stays on the page that it may not leave, of which there is nothing.
      const stays = hasBrowser(tier) && name === 'a meta refresh'
      if (!stays)
        expect(outcome).toMatchObject({
          reason: 'not_allowed',
          detail: expect.stringContaining('https only'),
        })
      expect(site.came[0]).toMatchObject({ secure: true, headers: { cookie: 'sid=canary-cookie' } })
      expect(inClear()).toEqual([])
    })
  })

  test.each(tiersTried.filter(hasBrowser))(
    'parts of a page in tier %s are not asked for over plain http',
    async (tier) => {
      site.came.length = 0
      const outcome = await visit(tier, `https://${HOST}:${site.port}/parts`)
      expect(outcome.kind).toBe('page')
      expect(site.came.length).toBeGreaterThan(0)
      // Chromium lets nobody stop a socket to the machine itself, elsewhere it does so by itself.
      expect(inClear().filter(({ path }) => !path.endsWith('/socket'))).toEqual([])
      expect(JSON.stringify(inClear())).not.toContain('canary')
    },
  )
}
