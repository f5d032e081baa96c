import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { createGatewayFixture, type GatewayFixture, type TestAccount } from '../testing/fixture.ts'

let fixture: GatewayFixture
let account: TestAccount
beforeAll(async () => {
  fixture = await createGatewayFixture()
  account = await fixture.account()
})
afterAll(() => fixture.close())

const at = (path: string) => fixture.site.url + path
const scrape = (path: string, more: object) => fixture.scrape(account, { url: at(path), ...more })
async function sent(advanced: object, tier: string) {
  const asked = { formats: ['raw'], advanced, cost_controls: { force_tier: tier } }
  const { status, body } = await scrape('/headers', asked)
  expect(status).toBe(200)
  return Object.fromEntries(
    JSON.parse(body.content.raw).headers.map(([name, value]: string[]) => [name!.toLowerCase(), value]),
  )
}

describe.each(['1', '2'])('tier %s', (tier) => {
  test('is called as asked, in the languages that are asked for', async () => {
    const headers = await sent({ user_agent: 'my-reader/2.0', accept_language: 'en;q=0.5, fr-ch' }, tier)
    expect(headers).toMatchObject({ 'user-agent': 'my-reader/2.0', 'accept-language': 'fr-CH,en;q=0.9' })
    expect(Object.keys(headers).filter((name) => name.startsWith('sec-ch'))).toEqual([])
  })

  test('says that Markdown is welcome, where that was asked for', async () => {
    expect((await sent({ prefer_markdown: true }, tier)).accept).toMatch(/^text\/markdown,/)
    expect((await sent({}, tier)).accept).not.toContain('markdown')
  })

  test('delivers a redirect as it is, where it is not to be followed', async () => {
    const more = { formats: ['text'], cost_controls: { force_tier: tier } }
    const kept = await scrape('/redirect/1', { ...more, advanced: { follow_redirects: false } })
    expect(kept.body).toMatchObject({
      status_code: 302,
      final_url: at('/redirect/1'),
      redirected: false,
      headers: { location: expect.any(String) },
      billing: { tier_used: tier },
    })
    const followed = await scrape('/redirect/1', more)
    expect(followed.body).toMatchObject({ status_code: 200, redirected: true })
  })
})

describe('the headers of the request', () => {
  const asked = { formats: ['text'], cache: true, cost_controls: { force_tier: '1' } }
  const telling = { ...asked, advanced: { include_request_headers: true } }

  test('are those that the site received, in the reply, the job and the cache, where they were asked for', async () => {
    const { body } = await scrape('/article', telling)
    const { headers } = fixture.site.requests.findLast(({ path }) => path === '/article')!
    const received = Object.fromEntries(headers.map(([name, value]) => [name.toLowerCase(), value]))
    const { connection: _, ...shown } = received
    expect(body.request_headers).toEqual(shown)
    const job = await fixture.get(account, `/jobs/${body.job_id}`)
    expect(job.body.result.request_headers).toEqual(shown)

    const without = await scrape('/article', asked)
    expect(without.body).toMatchObject({ cached: false })
    expect(without.body).not.toHaveProperty('request_headers')
    expect((await scrape('/article', telling)).body).toMatchObject({ cached: true, request_headers: shown })
    expect((await scrape('/article', asked)).body).not.toHaveProperty('request_headers')
  })

  test('cost nothing, and show nothing of what the caller logs in with', async () => {
    const advanced = {
      include_request_headers: true,
      cookies: { sid: 's3cret-cookie' },
      session_headers: { 'X-Token': 's3cret-header' },
    }
    const url = at('/article').replace('://', '://ann:s3cret-login@')
    const { body } = await fixture.scrape(account, { url, ...asked, advanced })
    expect(body).toMatchObject({
      billing: { total_credits: 1 },
      request_headers: { authorization: '***', cookie: '***', 'x-token': '***' },
    })
    expect(JSON.stringify(body)).not.toContain('s3cret')
  })
})

test('a redirect to an address that is not allowed is delivered, and not asked', async () => {
  const path = `/redirect-to?url=${encodeURIComponent('http://169.254.169.254/latest')}`
  const { body } = await scrape(path, { follow_redirects: false, formats: ['text'] })
  expect(body).toMatchObject({ headers: { location: 'http://169.254.169.254/latest' } })
})

describe('an option that could have no effect is refused, at either place', () => {
  const browser = { render_js: true }
  test.each<[string, object, string]>([
    ['viewport', { viewport: { width: 800, height: 600 } }, 'requires a browser'],
    [
      'viewport',
      { ...browser, viewport: { width: 800, height: 600 }, mobile: true },
      'leave one of them out',
    ],
    ['viewport.height', { ...browser, viewport: { width: 1920, height: 1080 } }, 'at most 940'],
    ['full_page', { ...browser, full_page: false }, 'set advanced.screenshot'],
    ['follow_redirects', { ...browser, follow_redirects: false }, 'without a browser'],
    ['prefer_markdown', { ...browser, prefer_markdown: true }, 'without a browser'],
    ['proxy_session', { proxy_session: 'a' }, 'needs a proxy of the operator'],
    ['proxy_session', { proxy_session: 'a b', use_proxy: true }, 'letters'],
    ['user_agent', { user_agent: 'a', session_headers: { 'User-Agent': 'b' } }, 'are the same'],
    ['user_agent', { ...browser, user_agent: 'a', mobile: true }, 'leave one of them out'],
    ['user_agent', { user_agent: 'a\r\nb' }, 'printable'],
    ['accept_language', { accept_language: 'english please' }, 'must be a list of languages'],
    [
      'accept_language',
      { accept_language: 'de', session_headers: { 'accept-language': 'fr' } },
      'are the same',
    ],
    ['actions.0.script', { ...browser, actions: [{ type: 'execute_js', script: '' }] }, 'at least 1'],
    [
      'actions.0.type',
      { ...browser, actions: [{ type: 'evaluate', script: '1' }] },
      'did you mean "execute_js"?',
    ],
  ])('%s of %j', async (field, advanced, message) => {
    const { status, body } = await scrape('/article', { advanced })
    expect(status).toBe(400)
    const path = `advanced.${field}`
    expect(body.details.issues).toContainEqual({ path, message: expect.stringContaining(message) })
  })

  test('and in a location', async () => {
    const asked = { accept_language: 'de', location: { language: 'fr' } }
    const { status, body } = await scrape('/article', asked)
    expect([status, JSON.stringify(body)]).toEqual([400, expect.stringContaining('say the same')])
  })
})

test('a request that is not to follow redirects never starts a browser', async () => {
  const { body } = await fixture.request('/api/v1/scrape/estimate', {
    method: 'POST',
    headers: { 'X-API-Key': account.key, 'content-type': 'application/json' },
    body: JSON.stringify({ url: at('/article'), follow_redirects: false }),
  })
  expect(body.max_possible_credits).toBe(10)
})
