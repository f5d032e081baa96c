import { describe, expect, test } from '@jest/globals'
import { extractJson } from '../extract-json.ts'
import type { ExtractRequest } from '../types.ts'
import { MOST_BYTES, MOST_LINKS } from './page-links.ts'
import type { FindingsRequest, PageFindings } from './types.ts'

const URL_READ = 'https://example.com/docs/page'

function requestOf(html: string | Buffer, more: Partial<ExtractRequest> = {}): ExtractRequest {
  return {
    url: URL_READ,
    body: Buffer.from(html),
    contentType: 'text/html; charset=utf-8',
    mode: 'auto',
    formats: ['markdown'],
    includeRawHtml: false,
    onlyMainContent: true,
    removeCookieBanners: true,
    evidence: false,
    ocr: false,
    maxContentBytes: 10_000_000,
    ...more,
  }
}

async function findingsOf(
  html: string | Buffer,
  crawl: FindingsRequest = {},
  more?: Partial<ExtractRequest>,
): Promise<PageFindings> {
  const read = await extractJson({ request: requestOf(html, { ...more, crawl }), extra: {} })
  if (!read.ok) throw new Error(read.message)
  return JSON.parse(read.findings!)
}

const page = (body: string, head = '') =>
  `<!doctype html><title>A page</title>${head}<body><main>${body}</main>`

describe('links', () => {
  test('of the whole page, absolute, http and https only, each once and without its part', async () => {
    const { links } = await findingsOf(
      page(
        '<a href="one#a">1</a><a href="one#b">1</a><a href="/two">2</a><a href="#top">top</a><a href="mailto:a@b.c">m</a>',
      ) +
        '<nav><a href="//other.example/x">x</a><a href="javascript:void(0)">j</a><map><area href="?q=1"></map></nav>',
    )
    expect(links).toEqual([
      ['https://example.com/docs/one'],
      ['https://example.com/two'],
      ['https://other.example/x'],
      ['https://example.com/docs/page?q=1'],
    ])
  })

  test('resolve against the base', async () => {
    const { links } = await findingsOf(page('<a href="a">a</a><a href="/b#c">b</a>', '<base href="/en/">'))
    expect(links).toEqual([['https://example.com/en/a'], ['https://example.com/b']])
  })

  const routes =
    '<h2 id="install">i</h2><a href="#/guide">g</a><a href="#!news?page=2">n</a><a href="#/">home</a><a href="#install">i</a>' +
    '<a href="#/?id=install">i</a><a href="#/guide?id=install">g</a><a href="#/item?id=5">5</a>'

  test('name places that scripts show where these have run, but for parts of the page itself', async () => {
    const { links } = await findingsOf(page(routes), { rendered: true })
    expect(links.map(([url]) => url.replace('https://example.com/docs/page', ''))).toEqual([
      '#/guide',
      '#!news?page=2',
      '',
      '#/guide?id=install',
      '#/item?id=5',
    ])
    const guide = await findingsOf(
      page(routes),
      { rendered: true },
      { url: 'https://example.com/docs/page#/guide' },
    )
    expect(guide.links.map(([url]) => url)).not.toContain('https://example.com/docs/page#/guide?id=install')
  })

  test('name one page whatever their fragment where no script has run', async () => {
    expect((await findingsOf(page(routes))).links).toEqual([])
    const { links } = await findingsOf(page('<a href="/b#/c">b</a>'))
    expect(links).toEqual([['https://example.com/b']])
  })

  test('tell which ones sign out by what they say', async () => {
    const found = await findingsOf(
      page(
        '<a href="/x/1">Log out</a><a href="/x/2"><img alt="Abmelden"></a><a href="/x/3">Profile</a><a href="/x/4" title="Sign out"></a>' +
          '<a href="/x/5">Why people log out of their accounts and what to do about it, told by one who knows</a>',
      ),
    )
    expect(found.sign_outs?.map((url) => url.slice(-1))).toEqual(['1', '2', '4'])
    expect(found.links).toHaveLength(5)
    expect((await findingsOf(page('<a href="/x/3">Profile</a>'))).sign_outs).toBeUndefined()
  })

  test('say when they are not to be followed, unless another one of the page may be', async () => {
    const { links } = await findingsOf(
      page('<a rel="nofollow ugc" href="/a">a</a><a rel="NoFollow" href="/b">b</a><a href="/b">b</a>'),
    )
    expect(links).toEqual([['https://example.com/a', true], ['https://example.com/b']])
  })

  test('are those of frames, refreshes and page series as well', async () => {
    const head = `<meta http-equiv="Refresh" content="0; URL='/new'"><link rel="next" href="?page=2">`
    expect((await findingsOf(page('text', head))).links).toEqual([
      ['https://example.com/new'],
      ['https://example.com/docs/page?page=2'],
    ])
    const frames = '<frameset><frame src="left.html"><frame src="right.html"></frameset>'
    expect((await findingsOf(frames)).links).toEqual([
      ['https://example.com/docs/left.html'],
      ['https://example.com/docs/right.html'],
    ])
  })

  test('are bounded in number and bytes, and those beyond are counted', async () => {
    const many = Array.from({ length: MOST_LINKS + 100 }, (_, n) => `<a href="/${n}">${n}</a>`).join('')
    const { links, omitted_links } = await findingsOf(page(many))
    expect([links.length, omitted_links]).toEqual([MOST_LINKS, 100])
    const long = Array.from({ length: 400 }, (_, n) => `<a href="/${n}/${'x'.repeat(2_000)}">${n}</a>`).join(
      '',
    )
    const found = await findingsOf(page(long))
    expect(JSON.stringify(found).length).toBeLessThan(MOST_BYTES * 1.3)
    expect(found.links.length + found.omitted_links!).toBe(400)
  })

  test.each([
    ['text/markdown', '[one](https://example.com/one) and <https://example.com/two>.'],
    ['text/plain', 'See https://example.com/one, and https://example.com/two.'],
    ['application/json', '{"a":"https://example.com/one","b":"https://example.com/two"}'],
    [
      'application/xml',
      '<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc>https://example.com/one</loc></url><url><loc>https://example.com/two</loc></url></urlset>',
    ],
    [
      'application/rss+xml',
      '<?xml version="1.0"?><rss version="2.0"><channel><title>F</title><item><title>1</title><link>https://example.com/one</link></item><item><title>2</title><link>https://example.com/two</link></item></channel></rss>',
    ],
  ])('are found in %s', async (contentType, text) => {
    const { links } = await findingsOf(text, {}, { contentType })
    const urls = links.map(([url]) => url)
    expect(urls).toEqual(expect.arrayContaining(['https://example.com/one', 'https://example.com/two']))
  })
})

test('canonical address and feeds', async () => {
  const head =
    '<link rel="canonical" href="/docs/page-of-record#x"><link rel="alternate" type="application/rss+xml" href="/feed">' +
    '<link rel="alternate" hreflang="de" href="/de"><link rel="stylesheet" href="/a.css">'
  const found = await findingsOf(page('text', head))
  expect(found).toMatchObject({
    final_url: URL_READ,
    canonical: 'https://example.com/docs/page-of-record',
    feeds: ['https://example.com/feed'],
    links: [],
  })
})

describe('what robots may do', () => {
  test.each<[string, string | undefined, object]>([
    ['', undefined, {}],
    ['<meta name="robots" content="noindex, FOLLOW">', undefined, { noindex: true }],
    ['<meta name="Robots" content="none">', undefined, { noindex: true, nofollow: true }],
    [
      '<meta name="robots" content="noindex"><meta name="robots" content="nofollow">',
      undefined,
      { noindex: true, nofollow: true },
    ],
    ['<meta name="googlebot" content="nofollow">', undefined, {}],
    ['', 'nofollow', { nofollow: true }],
    ['', 'googlebot: noindex, nofollow', {}],
    ['', 'max-snippet: 10, nofollow', { nofollow: true }],
    ['', 'noindex, otherbot: nofollow', { noindex: true }],
  ])('%s %s', async (head, robotsTag, asked) => {
    const { nofollow, noindex } = await findingsOf(page('text', head), { robotsTag })
    expect({ ...(nofollow && { nofollow }), ...(noindex && { noindex }) }).toEqual(asked)
  })
})

describe('signatures', () => {
  const words = (seed: number, count: number) =>
    Array.from(
      { length: count },
      (_, n) =>
        `w${'abcdefghijklmnop'[(seed * 7 + n * n * 3 + n) % 16]}${'qrstuvwxyz'[(seed + n * 5) % 10]}o`,
    )
  const article = (seed: number, day: string) =>
    page(
      `<h1>An article</h1><p>${day}</p>${[1, 2, 3].map((n) => `<p>${words(seed + n, 60).join(' ')}.</p>`).join('')}`,
    )
  const sign = async (html: string) => (await findingsOf(html)).signature!

  test('of the same page on another day share all runs, and not the text', async () => {
    const [today, later] = await Promise.all([
      sign(article(1, 'Monday, 3 March 2025, 17 visitors')),
      sign(article(1, 'Thursday, 12 June 2031, 4,711 visitors')),
    ])
    expect(later.similar).toBe(today.similar)
    expect(later.sample).toBe(today.sample)
    expect(later.text).not.toBe(today.text)
  })

  test('of other articles share nothing', async () => {
    const [one, other] = await Promise.all([sign(article(1, 'Monday')), sign(article(200, 'Monday'))])
    expect(distance(one.similar, other.similar)).toBeGreaterThan(10)
    expect(other.sample).not.toBe(one.sample)
  })

  test('of a list in another order are near', async () => {
    const items = Array.from({ length: 40 }, (_, n) => `<li>${words(n * 31, 6).join(' ')}</li>`)
    const list = (some: string[]) =>
      sign(page(`<h1>Things</h1><p>${words(3, 40).join(' ')}</p><ul>${some.join('')}</ul>`))
    const [up, down] = await Promise.all([list(items), list(items.toReversed())])
    expect(distance(up.similar, down.similar)).toBeLessThanOrEqual(3)
    expect(down.text).not.toBe(up.text)
  })

  test('of pages that differ by their links alone differ, but have one text', async () => {
    const [one, other] = await Promise.all([
      sign(page('<p>The same text</p><a href="/1">next</a>')),
      sign(page('<p>The same text</p><a href="/2">next</a>')),
    ])
    expect(other.text).toBe(one.text)
    expect(other.exact).not.toBe(one.exact)
  })

  test('a link that names the page itself is none of its own', async () => {
    const html = (n: number) => page(`<p>The same text</p><a href="/login?back=/docs/${n}">sign in</a>`)
    const [one, other] = await Promise.all([
      findingsOf(html(1), {}, { url: 'https://example.com/docs/1' }),
      findingsOf(html(2), {}, { url: 'https://example.com/docs/2' }),
    ])
    expect(other.signature!.exact).toBe(one.signature!.exact)
  })

  test('a copy at another address leads where the first one does, told from itself', async () => {
    const html = (at: string) =>
      page(`<p>The same text</p><a href="${at}?print=1">print</a> <a href="${at}/north">north</a>
        <a href="/login?back=${encodeURIComponent(`https://example.com${at}?sort=2`)}&x=1">sign in</a>`)
    const [one, other] = await Promise.all([
      findingsOf(html('/map'), {}, { url: 'https://example.com/map' }),
      findingsOf(html('/old/plan'), {}, { url: 'https://example.com/old/plan/?sort=2' }),
    ])
    expect(other.signature!.exact).toBe(one.signature!.exact)
  })

  test.each([
    ['what lies below them', '<a href="/album/1">one</a>', '<a href="/album/2">one</a>'],
    ['what is asked about them', '', '<a href="/help?about=/album">?</a>'],
    ['what has a longer name', '<a href="/albums-of-ann">Ann</a>', '<a href="/albums-of-bob">Ann</a>'],
  ])('of pages without a word of their own differ by %s', async (_, here, there) => {
    const [one, other] = await Promise.all([
      findingsOf(page(`<p>Album</p>${here}`), {}, { url: 'https://example.com/album' }),
      findingsOf(page(`<p>Album</p>${there}`), {}, { url: 'https://example.com/album?page=2' }),
    ])
    expect(other.signature!.exact).not.toBe(one.signature!.exact)
  })

  test('are absent where nothing is shown', async () => {
    expect((await findingsOf('<!doctype html><body></body>')).signature).toBeUndefined()
  })
})

test('the page itself is made byte by byte the same', async () => {
  const html = page('<h1>Title</h1><p>Some text with a <a href="/x">link</a>.</p>')
  const [plain, crawled] = await Promise.all(
    [undefined, {}].map((crawl) => extractJson({ request: requestOf(html, { crawl }), extra: { a: 1 } })),
  )
  expect(crawled).toEqual({ ...plain, findings: expect.any(String), cpuMs: expect.any(Number) })
  expect(plain).not.toHaveProperty('findings')
})

/** Bits that differ. */
function distance(a: string, b: string): number {
  const [one, other] = [Buffer.from(a, 'base64url'), Buffer.from(b, 'base64url')]
  return [...one].reduce(
    (sum, byte, at) => sum + (byte ^ other[at]!).toString(2).replaceAll('0', '').length,
    0,
  )
}
