import { createEgress, type Egress } from '@gleaner/egress'
import type { FetchOutcome } from '@gleaner/http-tiers'
import { startTargetSite, type TargetSite } from '@gleaner/testkit'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { type BrowserPool, createBrowserPool } from '../browser/pool/pool.ts'
import { CHROMIUM } from '../browser/testing/chromium-path.ts'
import { type LocalSite, startLocalSite } from '../browser/testing/local-site.ts'
import { createCaptchaFetcher } from './fetcher.ts'
import type { SolverOptions } from './solver-protocol.ts'
import { startSolverService } from './testing/solver-service.ts'

const PASS = 'a-token-that-the-vendor-would-give'
const PAST_THE_CHALLENGE = 'The ferry leaves at nine'
const PATIENCE_MS = 60_000

describe('tier 5 gets past what stands in front of a page', () => {
  let site: TargetSite
  let walled: LocalSite
  let egress: Egress
  let pool: BrowserPool

  beforeAll(async () => {
    site = await startTargetSite()
    walled = await startLocalSite({ '/form': formChallenge, '/callback': callbackChallenge })
    egress = createEgress({ allow: `127.0.0.1:${site.port},127.0.0.1:${walled.port}` })
    pool = createBrowserPool({ egress, executablePath: CHROMIUM })
  })
  afterAll(async () => {
    await pool.close()
    await egress.close()
    await Promise.all([site.close(), walled.close()])
  })

  async function fetch(url: string, solver?: SolverOptions): Promise<FetchOutcome> {
    const fetcher = createCaptchaFetcher({ pool, solver })
    try {
      return await fetcher.fetch(
        { url, method: 'GET', maxBytes: 1_000_000 },
        AbortSignal.timeout(PATIENCE_MS),
      )
    } finally {
      await fetcher.close()
    }
  }

  // Each waits for its page or a solver most of the time.
  test.concurrent.each([
    ['a script challenge is waited out', '/challenge'],
    ['a proof of work is worked out', '/pow'],
    ['a picture of letters is read', '/captcha-image'],
    ['a box is ticked', '/turnstile-like'],
  ])('%s', async (_title, path) => {
    expect(textOf(await fetch(site.url + path))).toContain('Swing bridge open on Sundays')
  })

  test.concurrent('a widget is answered by a solver that takes tasks', async () => {
    const solver = await startSolverService('tasks', PASS)
    const outcome = await fetch(`${walled.url}/form`, { url: solver.url, apiKey: 'key-1' })
    await solver.close()
    expect(textOf(outcome)).toContain(PAST_THE_CHALLENGE)
    expect(solver.puzzles).toMatchObject([
      {
        clientKey: 'key-1',
        task: { type: 'HCaptchaTaskProxyless', websiteKey: 'site-key-1', websiteURL: `${walled.url}/form` },
      },
    ])
  })

  test.concurrent('a widget that a script rendered is answered by a solver of the older kind, and the page is called back', async () => {
    const solver = await startSolverService('classic', PASS)
    const outcome = await fetch(`${walled.url}/callback`, { url: solver.url, apiKey: 'key-2' })
    await solver.close()
    expect(textOf(outcome)).toContain(PAST_THE_CHALLENGE)
    expect(solver.puzzles).toMatchObject([{ key: 'key-2', method: 'turnstile', sitekey: 'site-key-2' }])
  })

  test.concurrent('without a solver the outcome says what was met', async () => {
    expect(await fetch(`${walled.url}/form`)).toMatchObject({
      kind: 'blocked',
      by: 'hcaptcha',
      wall: 'challenge',
      detail: expect.stringContaining('no solver is configured'),
    })
  })

  test.concurrent('a solver that cannot be reached leaves the page blocked, and its key untold', async () => {
    const outcome = await fetch(`${walled.url}/form`, { url: 'http://127.0.0.1:1', apiKey: 'key-3' })
    expect(outcome).toMatchObject({ kind: 'blocked', by: 'hcaptcha' })
    expect(JSON.stringify(outcome)).not.toContain('key-3')
  })
})

function textOf(outcome: FetchOutcome): string {
  if (outcome.kind !== 'page') throw new Error(`No page: ${JSON.stringify(outcome)}`)
  return Buffer.from(outcome.page.body).toString()
}

type Answering = Parameters<typeof startLocalSite>[0][string]

/** A challenge page with a widget in its markup, answered in a form. */
const formChallenge: Answering = (request, response, body) => {
  const answered = request.method === 'POST' && new URLSearchParams(body).get('h-captcha-response') === PASS
  respond(
    response,
    answered,
    `<form method="post"><div class="h-captcha" data-sitekey="site-key-1"></div><button>Go on</button></form>`,
  )
}

/** A challenge page whose widget is rendered by a script, and which is told of the answer by a function. */
const callbackChallenge: Answering = (request, response) => {
  respond(
    response,
    (request.headers.cookie ?? '').includes(PASS),
    `<div id="box"></div><script>
      window.turnstile = { render: function (box, options) { return 'widget-0' } }
      turnstile.render('#box', {
        sitekey: 'site-key-2',
        callback: function (token) { document.cookie = 'pass=' + token; location.reload() },
      })
    </script>`,
  )
}

function respond(response: import('node:http').ServerResponse, passed: boolean, challenge: string): void {
  response.writeHead(passed ? 200 : 403, { 'content-type': 'text/html; charset=utf-8' })
  const inside = `<h1>Timetable</h1><p>${PAST_THE_CHALLENGE}, and every hour after that until the evening.</p>`
  response.end(
    `<!doctype html><title>Ferry</title>${passed ? inside : `<h1>Are you human?</h1>${challenge}`}`,
  )
}
