import { createEgress, type Egress } from '@gleaner/egress'
import type { FetchRequest } from '@gleaner/http-tiers'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { createBrowserFetcher } from '../fetcher.ts'
import { type BrowserPool, createBrowserPool } from '../pool/pool.ts'
import { CHROMIUM } from '../testing/chromium-path.ts'
import { type LocalSite, startLocalSite } from '../testing/local-site.ts'

/** A page that says what it finds stored before anything else, and how it got there. */
const SAYS = `<!doctype html><title>Stored</title><p id="said"></p><script>
  const found = { local: { ...localStorage }, session: { ...sessionStorage }, history: history.length, referrer: document.referrer }
  document.getElementById('said').textContent = JSON.stringify(found)
</script><p>The harbour master notes what came in with the tide, and what went out with it again in the evening.</p>`

let site: LocalSite
let other: LocalSite
let egress: Egress
let pool: BrowserPool
beforeAll(async () => {
  other = await startLocalSite({ '/': SAYS })
  site = await startLocalSite({
    '/': SAYS,
    '/renews': `<!doctype html><title>Renews</title><script>localStorage.token = 'renewed'; location = '/'</script>`,
    '/leads': (_request, response) => response.writeHead(302, { location: `${other.url}/` }).end(),
  })
  egress = createEgress({ allow: `127.0.0.1:${site.port},127.0.0.1:${other.port}` })
  pool = createBrowserPool({ egress, executablePath: CHROMIUM, maxPages: 2 })
})
afterAll(async () => {
  await pool.close()
  await egress.close()
  await site.close()
  await other.close()
})

async function saidAt(url: string, more: Partial<FetchRequest> = {}) {
  const fetcher = createBrowserFetcher({ profile: 'full', pool })
  const outcome = await fetcher.fetch(
    { url, method: 'GET', maxBytes: 1_000_000, ...more },
    AbortSignal.timeout(30_000),
  )
  if (outcome.kind !== 'page') throw new Error(JSON.stringify(outcome))
  const html = Buffer.from(outcome.page.body).toString()
  return { outcome, said: JSON.parse(/id="said">([^<]*)</.exec(html)![1]!.replaceAll('&quot;', '"')) }
}

const stored = (origin: string, token: string) => ({
  origin,
  local: [['token', token] as const],
  session: [['tab', `${token} of the tab`] as const],
})
const holds = (token: string) => ({ local: { token }, session: { tab: `${token} of the tab` } })

describe('the storage that an attempt begins with', () => {
  test('is there before the first script, of each origin its own, and its site is asked for nothing before', async () => {
    const storage = [stored(site.url, 'one "é"\n\u2028'), stored(other.url, 'two')]
    const plain = await saidAt(`${site.url}/`)
    site.seen.length = 0
    const { said, outcome } = await saidAt(`${site.url}/`, { storage })
    expect(said).toEqual({ ...holds('one "é"\n\u2028'), history: plain.said.history, referrer: '' })
    expect(site.seen.map(({ path }) => path).filter((path) => path !== '/favicon.ico')).toEqual(['/'])
    expect(outcome).toMatchObject({ page: { redirectChain: [], finalUrl: `${site.url}/` } })
    expect((await saidAt(`${site.url}/leads`, { storage })).said).toMatchObject(holds('two'))
  })

  test('is as the page leaves it in its next document', async () => {
    const { said } = await saidAt(`${site.url}/renews`, { storage: [stored(site.url, 'old')] })
    expect(said.local).toEqual({ token: 'renewed' })
  })

  test('is gone with its attempt', async () => {
    await saidAt(`${site.url}/`, { storage: [stored(site.url, 'secret')] })
    expect((await saidAt(`${site.url}/`)).said).toMatchObject({ local: {}, session: {} })
  })
})
