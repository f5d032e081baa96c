import type { Wall } from '@gleaner/contracts'
import { describe, expect, test } from '@jest/globals'
import { GENERIC_RULES } from './block-markers.ts'
import { classify } from './classify.ts'
import { readCorpus, readHeldOut } from './corpus/read-corpus.ts'
import { responseFeatures } from './read-page.ts'
import { VENDOR_RULES } from './vendors.ts'
import type { TargetResponse } from './verdict.ts'

const corpus = [...readCorpus(), ...readHeldOut()]

function page(body: string, more: Partial<TargetResponse> = {}): TargetResponse {
  return {
    status: 200,
    headers: { 'content-type': 'text/html' },
    body: Buffer.from(body),
    finalUrl: 'https://www.example.com/',
    rendered: false,
    ...more,
  }
}

describe('labelled responses', () => {
  test('there are enough of them, and each has a name of its own', () => {
    expect(corpus.length).toBeGreaterThanOrEqual(300)
    expect(new Set(corpus.map(({ id }) => id)).size).toBe(corpus.length)
  })

  test.each(corpus.map((entry) => [entry.id, entry] as const))(
    '%s gets its verdict',
    (_id, { expected, response }) => {
      const { by, challenge, ...kind } = expected
      const verdict = classify(response)
      expect(verdict).toMatchObject(by === undefined || by === 'any' ? kind : { ...kind, by })
      if (verdict.kind === 'blocked' && by !== 'any') expect(verdict.wall === 'challenge').toBe(challenge)
    },
  )
})

describe('the tables', () => {
  const rules = [...VENDOR_RULES, ...GENERIC_RULES]

  test('name each row once', () => {
    expect(new Set(rules.map(({ id }) => id)).size).toBe(rules.length)
  })

  test('hold no row that fits every thin page', () => {
    const blank = classify(
      page('<html><head><title>Hello</title></head><body><p>A short page.</p></body></html>'),
    )
    expect(blank).toEqual({ kind: 'delivered', rule: 'content' })
  })
})

describe('hostile pages', () => {
  const hostile: [string, string][] = [
    ['a megabyte of "<"', '<'.repeat(1_000_000)],
    ['tags that never end', '<a href="'.repeat(120_000)],
    ['quotes that never close', `<p title='`.repeat(100_000)],
    ['comments that never end', '<!--'.repeat(250_000)],
    ['scripts that never end', '<script>'.repeat(120_000)],
    ['a noscript full of "<"', `<noscript>${'<'.repeat(900_000)}</noscript>`],
    ['white space', `<title>${' '.repeat(1_000_000)}</title>`],
    ['attributes without end', `<div ${'id= '.repeat(250_000)}>`],
    ['words of block pages without end', `<p>${'your request access to this ip '.repeat(30_000)}</p>`],
    ['sentences without end', `<title>Access denied</title><p>${'no. '.repeat(300)}</p>`],
    ['a field whose attributes never end', `<input ${'id = '.repeat(250_000)}>`],
    ['a meta refresh of digits', `<meta http-equiv=refresh content="${'9'.repeat(500_000)}">`],
  ]

  test.each(hostile)('%s take no time', (_name, body) => {
    // CPU time: the clock on the wall also runs for everybody else's work on a busy machine.
    const before = process.cpuUsage()
    classify(page(body))
    const { user, system } = process.cpuUsage(before)
    expect((user + system) / 1_000).toBeLessThan(1_500)
  })
})

describe('the wall that stands before a page', () => {
  const PASSWORD = '<form action="/login"><input name="u"><input type="password" name="p"></form>'
  test.each<[string, Wall, Partial<TargetResponse>, string?]>([
    ['401', 'login', { status: 401 }],
    [
      '401 with a scheme',
      'http_auth',
      { status: 401, headers: { 'content-type': 'text/html', 'www-authenticate': 'Basic realm="Harbour"' } },
    ],
    ['402', 'payment', { status: 402 }],
    ['403', 'refusal', { status: 403 }],
    ['407', 'network', { status: 407 }],
    ['429', 'rate_limit', { status: 429 }],
    [
      "429 of a vendor's",
      'rate_limit',
      { status: 429, headers: { 'content-type': 'text/html', server: 'AkamaiGHost' } },
    ],
    ['a puzzle', 'challenge', { status: 429 }, '<div class="g-recaptcha"></div>Are you a robot?'],
    [
      'a sign-in in place of the page',
      'login',
      {
        requestedUrl: 'https://www.example.com/orders',
        finalUrl: 'https://www.example.com/login?next=/orders',
      },
      PASSWORD,
    ],
    [
      'a question of consent',
      'consent',
      {},
      '<title>Before you continue</title><p>We use cookies.</p><button>Accept all</button>',
    ],
  ])('%s: %s', (_name, wall, more, body = '') => {
    expect(classify(page(body, more))).toMatchObject({ kind: 'blocked', wall })
  })
})

describe('a fault of the site is no refusal', () => {
  const html = { 'content-type': 'text/html' }
  test.each<[string, Partial<TargetResponse>, string]>([
    ['a bare 503', { status: 503 }, '<h1>503 Service Temporarily Unavailable</h1><hr>harbour/1.2'],
    [
      'a 503 that asks to come later',
      { status: 503 },
      '<h1>Sorry</h1><p>This website is unavailable at the moment, your request cannot be served. Please try again later.</p>',
    ],
    [
      "a gateway's footer on a 502",
      { status: 502 },
      '<center><h1>502 Bad Gateway</h1></center><hr><center>Microsoft-Azure-Application-Gateway/v2</center>',
    ],
    [
      "a proxy's page for a backend that it does not reach",
      { status: 503 },
      '<p>Incapsula incident ID: 7-1</p><p>Error code 20</p><p>The proxy failed to connect to the web server, due to TCP connection timeout.</p>',
    ],
    [
      "a vendor's code for a fault",
      { status: 530, headers: { ...html, server: 'cloudflare' } },
      'error code: 1016',
    ],
    [
      'an error of a site behind a vendor',
      { status: 502, headers: { ...html, server: 'rhino-core-shield' } },
      'Bad gateway',
    ],
  ])('%s', (_name, more, body) => {
    expect(classify(page(body, more)).kind).toBe('server_error')
  })

  test('a footer that names the modules of a server makes a missing page no refusal', () => {
    const footer =
      '<address>Apache/2.4.6 (CentOS) mod_security/2.9.2 Server at www.example.com Port 80</address>'
    expect(classify(page(`<h1>Not Found</h1>${footer}`, { status: 404 })).kind).toBe('delivered')
  })

  test('an address that names a wall in its query is none', () => {
    const finalUrl = 'https://www.example.com/out?to=https://harbour.queue-it.net/'
    expect(classify(page('<h1>You leave us</h1><p>Go on to the shop.</p>', { finalUrl })).kind).toBe(
      'delivered',
    )
  })
})

describe('what a reader sees of a page whose scripts have not run', () => {
  const APP = '<script type="module" src="/assets/index-4f2a.js"></script>'
  test.each<[string, string]>([
    ['a place for the page under a name that nobody else uses', '<div id="mount_0_0_kX"></div>'],
    ['a link that skips to nothing', '<a href="#content">Skip to main content</a><main id="content"></main>'],
    [
      'a picture while it loads',
      '<div class="splash"><img src="/logo.svg" alt="Harbour"></div><div id="x1"></div>',
    ],
    ['a hidden frame', '<iframe src="/count" style="display:none"></iframe><div id="x1"></div>'],
    [
      'what is said when it fails, hidden by a style sheet',
      '<style>.failed { display: none }</style><div class="failed"><h1>Harbour did not start</h1><p>A proxy may rewrite the addresses of its files, or one of them was not found. Look into the log of the browser.</p></div>',
    ],
    [
      'what is said when it fails, left to a script',
      '<p></p><div ng-if="error">You may not see {{ page }}.</div>',
    ],
    ['a template that stands in the page', '<section>{{ ship.name }} {{ ship.port }}</section>'],
    [
      'the frame of each page',
      '<header><a href="/">Harbour</a><button>Search</button></header><div id="x1"></div><footer>© 2024 Harbour. All rights reserved.</footer>',
    ],
    [
      'a question of consent',
      '<div class="cookie-banner"><p>We use cookies to make the harbour better.</p><button>Accept</button></div><div id="x1"></div>',
    ],
    [
      'a line of settings that names a library',
      '<script>window.SENTRY_DSN="https://sentry.harbour.example/1"</script><div id="x1"></div>',
    ],
  ])('%s is nothing', (_name, body) => {
    expect(classify(page(`<title>Harbour</title><body>${body}${APP}</body>`)).kind).toBe('empty_shell')
  })

  test.each<[string, string]>([
    ['a word', '<p>It works!</p>'],
    [
      'a page for visitors without scripts',
      `<noscript><h1>Ferry times</h1>${'<p>Boats leave at seven and at nine.</p>'.repeat(40)}</noscript>`,
    ],
    ['a form that was asked for', '<form action="/search"><input name="q"><button>Search</button></form>'],
    ['a list of files', '<h1>Index of /</h1><pre><a href="a.txt">a.txt</a> <a href="b.txt">b.txt</a></pre>'],
    ['a picture of its own beside others', '<img src="/1.png"><img src="/2.png">'],
    ['a frame that shows another page', '<iframe src="/map" width="800" height="600"></iframe>'],
    [
      'text in a header',
      '<header><h1>Ferry times</h1><p>Boats leave at seven and at nine.</p></header><p>No boats on Sunday.</p>',
    ],
  ])('%s is a page', (_name, body) => {
    expect(classify(page(`<title>Harbour</title><body>${body}${APP}</body>`)).kind).toBe('delivered')
  })
})

describe('a wall between the header and the footer of its site', () => {
  const framed = (title: string, body: string) =>
    page(
      `<title>${title}</title><body><header>${'<a href="/x">Ships</a> '.repeat(40)}<form><input name="q"></form></header><main>${body}</main><footer>${'Harbour office, quay 4. '.repeat(20)}</footer></body>`,
    )

  test('counts by its title against the rest', () => {
    const check =
      '<h1>Security check</h1><p>Our system noticed unusual traffic from your network. Please confirm that you are human.</p>'
    expect(classify(framed('Security check | Harbour', check))).toMatchObject({
      kind: 'blocked',
      wall: 'challenge',
    })
    const refusal = '<h1>Access denied</h1><p>Your request was blocked by the security of this site.</p>'
    expect(classify(framed('Access denied', refusal))).toMatchObject({ kind: 'blocked', wall: 'refusal' })
  })

  test('is none where the page says something else', () => {
    const list = '<h1>captcha</h1><p>2016-05-06 <a href="/1">How captchas came to be</a></p>'
    expect(classify(framed('captcha | Harbour blog', list)).kind).toBe('delivered')
    const quoted =
      '<h1>Who writes these?</h1><p>Every clerk knows these words, and nobody knows who wrote them.</p>'
    expect(classify(framed('“Access denied”', quoted)).kind).toBe('delivered')
  })
})

describe('what depends on how a page was asked for', () => {
  test('UTF-8 that nobody declares is UTF-8 at any length', () => {
    // Two bytes a letter and an odd start: wherever the first part of the page ends, one of the two cuts a letter.
    for (const start of ['', ' ']) {
      const { title } = responseFeatures(
        page(`<title>Привет</title>${start}<script>${'я'.repeat(100_000)}</script>`),
      )
      expect(title).toBe('Привет')
    }
  })

  test('an empty answer to anything but a GET is an answer', () => {
    expect(classify(page('', { method: 'POST' })).kind).toBe('delivered')
    expect(classify(page('', { method: 'GET' })).kind).toBe('empty_shell')
  })

  test('a redirect by meta tag says where it leads', () => {
    const body = '<meta http-equiv="refresh" content="0; url=/next?a=1&amp;b=2">'
    expect(classify(page(body))).toMatchObject({ refreshTo: 'https://www.example.com/next?a=1&b=2' })
  })

  test('a stray null byte does not make a page binary, and many of them do', () => {
    const text =
      '<h1>Tide table</h1><p>High water is at seven in the morning and again at half past seven.</p>'
    expect(classify(page(`${text}\0${text}`)).kind).toBe('delivered')
    expect(classify(page('\0\x01\x02'.repeat(100) + text)).kind).toBe('unsupported')
  })

  test('what a page says while it sends the visitor on is not weighed', () => {
    const words = '<title>Security check</title><p>Your browser is checked for automated traffic.</p>'
    const to = (url: string) => page(`<meta http-equiv="refresh" content="1;url=${url}">${words}`)
    expect(classify(to('/next'))).toMatchObject({ refreshTo: 'https://www.example.com/next' })
    expect(classify(to('https://elsewhere.example/')).kind).toBe('blocked')
  })

  test('a reload by meta tag leads nowhere', () => {
    expect(classify(page('<meta http-equiv="refresh" content="30"><p>Score 2:1</p>')).kind).toBe('delivered')
  })
})
