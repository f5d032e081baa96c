import { gzipSync } from 'node:zlib'
import { MEGABYTE } from '@gleaner/runtime/units'
import { describe, expect, test } from '@jest/globals'
import { MAX_FILE_ENTRIES } from '../limits.ts'
import type { ReadProblem } from '../problem.ts'
import type { RawEntry } from './raw-entry.ts'
import { type FileFacts, readEntries } from './read-entries.ts'

/** The file in pieces of a few bytes, so that every token is cut somewhere. */
async function* inPieces(bytes: Buffer, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

async function read(file: string | Buffer, facts: FileFacts & { pieces?: number } = {}) {
  const { pieces = 7, ...rest } = facts
  const entries: RawEntry[] = []
  try {
    for await (const batch of readEntries(inPieces(Buffer.from(file as string), pieces), rest))
      entries.push(...batch)
    return { entries, urls: entries.map(({ url }) => url), problem: undefined }
  } catch (error) {
    return { entries, urls: entries.map(({ url }) => url), problem: (error as ReadProblem).code }
  }
}

const urlset = (items: string) =>
  `<?xml version="1.0" encoding="UTF-8"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${items}</urlset>`
const loc = (url: string) => `<url><loc>${url}</loc></url>`

describe('sitemaps', () => {
  test('addresses, dates and titles of news', async () => {
    const file = urlset(`<url><loc> https://a.test/?a=1&amp;b=2 </loc><lastmod>2024-05-01</lastmod></url>
      <url><news:news><news:title>Five &#x41; &lt;b&gt;</news:title></news:news><loc><![CDATA[https://a.test/x?a&b]]></loc></url>`)
    expect((await read(file)).entries).toEqual([
      { kind: 'page', url: 'https://a.test/?a=1&b=2', date: '2024-05-01', title: undefined },
      { kind: 'page', url: 'https://a.test/x?a&b', date: undefined, title: 'Five A <b>' },
    ])
  })

  test('pictures, videos and other languages of a page are no pages', async () => {
    const file =
      urlset(`<url><image:image><image:loc>https://a.test/1.png</image:loc></image:image><loc>https://a.test/1</loc>
      <video:video><video:player_loc>https://a.test/v</video:player_loc></video:video>
      <xhtml:link rel="alternate" hreflang="de" href="https://a.test/de"/></url>`)
    expect((await read(file)).urls).toEqual(['https://a.test/1'])
  })

  test('other vocabularies need no prefix', async () => {
    const file =
      urlset(`<url><image xmlns="http://www.google.com/schemas/sitemap-image/1.1"><loc>https://a.test/1.png</loc></image><loc>https://a.test/1</loc></url>
      <url><loc xmlns="">https://a.test/2</loc><link xmlns="http://www.w3.org/1999/xhtml" rel="alternate" href="https://a.test/de"/></url>
      <url><link href="https://a.test/fr" rel="alternate" xmlns="http://www.w3.org/1999/xhtml"/><loc>https://a.test/3</loc></url>`)
    expect((await read(file)).urls).toEqual([1, 2, 3].map((page) => `https://a.test/${page}`))
  })

  test.each([
    '\n\n ',
    'PHP Warning: mysql_connect() failed\n',
    '<br />\n<b>Warning</b>: Undefined variable $x in <b>/var/www/s.php</b> on line <b>3</b><br />\n',
  ])('what a program says before it is passed over: %j', async (junk) => {
    expect((await read(junk + urlset(loc('https://a.test/1')))).urls).toEqual(['https://a.test/1'])
  })

  test('any prefix may stand for the namespace', async () => {
    const file =
      '<s:urlset xmlns:s="x"><s:url><i:loc>no</i:loc><s:loc>https://a.test/1</s:loc></s:url></s:urlset>'
    expect((await read(file)).urls).toEqual(['https://a.test/1'])
  })

  test('an index names files', async () => {
    const file = '<sitemapindex><sitemap><loc>https://a.test/1.xml</loc></sitemap></sitemapindex>'
    expect((await read(file)).entries).toMatchObject([{ kind: 'sitemap', url: 'https://a.test/1.xml' }])
  })

  test.each([
    ['UTF-16 with a mark', Buffer.from(`\ufeff${urlset(loc('https://a.test/ü'))}`, 'utf16le')],
    ['UTF-16 without one', Buffer.from(urlset(loc('https://a.test/ü')), 'utf16le').swap16()],
    ['UTF-8 with a mark', Buffer.from(`\ufeff \n${urlset(loc('https://a.test/ü'))}`)],
    [
      'an encoding that it declares',
      Buffer.from(
        `<?xml version="1.0" encoding="ISO-8859-1"?><urlset>${loc('https://a.test/ü')}</urlset>`,
        'latin1',
      ),
    ],
  ])('%s', async (_, file) => {
    expect(await read(file)).toMatchObject({ urls: ['https://a.test/ü'], problem: undefined })
  })

  test('broken XML is read as far as it goes', async () => {
    const open = urlset('').replace('</urlset>', '')
    expect(await read(`${open}${loc('https://a.test/1')}<url><loc>https://a.test/hal`)).toMatchObject({
      urls: ['https://a.test/1'],
      problem: 'broken',
    })
    const unclosed = `<urlset><url><loc>https://a.test/1</loc><url><loc>https://a.test/2</url><url>&nbsp;</nothing><loc>https://a.test/3?a=1&b</loc></url></urlset>`
    expect((await read(unclosed)).urls).toEqual([
      'https://a.test/1',
      'https://a.test/2',
      'https://a.test/3?a=1&b',
    ])
  })

  test('entities that a file declares are not known', async () => {
    const laughs = Array.from({ length: 20 }, (_, i) => `<!ENTITY l${i + 1} "${`&l${i};`.repeat(10)}">`).join(
      '',
    )
    const file = `<!DOCTYPE urlset [<!ENTITY l0 "ha">${laughs}<!ENTITY f SYSTEM "file:///etc/passwd">]><urlset>${loc('https://a.test/&l20;&f;')}</urlset>`
    const { urls } = await read(file)
    expect(urls).toEqual(['https://a.test/&l20;&f;'])
  })

  test('a file nested without end is left', async () => {
    expect(await read(`<urlset>${'<a>'.repeat(100_000)}`, { pieces: 4096 })).toMatchObject({
      problem: 'broken',
    })
  })

  test('an address that is too long is passed over', async () => {
    const file = urlset(`${loc(`https://a.test/${'x'.repeat(100_000)}`)}${loc('https://a.test/1')}`)
    expect(await read(file, { pieces: 1000 })).toMatchObject({
      urls: ['https://a.test/1'],
      problem: undefined,
    })
  })

  test('what goes beyond 50,000 addresses is cut', async () => {
    const file = urlset(loc('https://a.test/1').repeat(MAX_FILE_ENTRIES + 100))
    const { urls, problem } = await read(file, { pieces: 64 * 1024 })
    expect([urls.length, problem]).toEqual([MAX_FILE_ENTRIES, 'too_large'])
  })
})

describe('other files', () => {
  test('RSS', async () => {
    const file = `<rss version="2.0"><channel><title>C</title><link>https://a.test/</link><image><url>https://a.test/i.png</url></image>
      <atom:link rel="self" href="https://a.test/feed"/>
      <item><title>One</title><link>https://a.test/1</link><pubDate>Wed, 01 May 2024 10:00:00 GMT</pubDate><guid>https://a.test/?p=1</guid></item>
      <item><guid isPermaLink="false">https://a.test/not-an-address</guid></item>
      <item><title>Two</title><guid isPermaLink="true">https://a.test/2</guid><content:encoded><![CDATA[<a href="x"><title>no</title>]]></content:encoded></item>
      </channel></rss>`
    expect((await read(file)).entries).toEqual([
      { kind: 'feed', url: 'https://a.test/1', title: 'One', date: 'Wed, 01 May 2024 10:00:00 GMT' },
      { kind: 'feed', url: 'https://a.test/2', title: 'Two', date: undefined },
    ])
  })

  test('Atom', async () => {
    const file = `<feed xmlns="http://www.w3.org/2005/Atom"><title>F</title><link href="https://a.test/"/>
      <entry><title>One</title><link rel="replies" href="https://a.test/1/c"/><link rel="alternate" href="/1"/><updated>2024-05-01T00:00:00Z</updated></entry>
      <entry><title>Two</title><link href="/2"></link></entry></feed>`
    expect((await read(file)).entries).toMatchObject([
      { kind: 'feed', url: '/1', title: 'One', date: '2024-05-01T00:00:00Z' },
      { kind: 'feed', url: '/2', title: 'Two' },
    ])
  })

  test('a text sitemap', async () => {
    expect(await read('\ufeffhttps://a.test/1\r\n\r\nnot one\nhttps://a.test/2')).toMatchObject({
      urls: ['https://a.test/1', 'https://a.test/2'],
      problem: undefined,
    })
  })

  test.each([
    ['<!doctype html><html><body><a href="https://a.test/">x</a></body></html>', 'not_a_sitemap'],
    ['{"error": "no such page"}', 'not_a_sitemap'],
    ['no such page\n'.repeat(30), 'not_a_sitemap'],
    ['<?xml version="1.0"?><Error><Code>AccessDenied</Code></Error>', 'not_a_sitemap'],
    ['', 'broken'],
    [' \n ', 'broken'],
  ])('%j: %s', async (file, problem) => {
    expect(await read(file)).toMatchObject({ urls: [], problem })
  })
})

describe('compression', () => {
  const file = urlset(Array.from({ length: 3000 }, (_, i) => loc(`https://a.test/${i}`)).join(''))

  test('gzip is told by its bytes, also twice around and with any header', async () => {
    for (const bytes of [gzipSync(file), gzipSync(gzipSync(file)), Buffer.from(file)]) {
      for (const contentEncoding of [undefined, 'gzip', 'br', 'deflate']) {
        const { urls, problem } = await read(bytes, { contentEncoding, pieces: 1000 })
        expect([urls.length, problem]).toEqual([3000, undefined])
      }
    }
  })

  test('of gzip that breaks off, what is there is read', async () => {
    const bytes = gzipSync(file)
    const { urls, problem } = await read(bytes.subarray(0, bytes.length - 500), { pieces: 1000 })
    expect(problem).toBe('broken')
    expect(urls.length).toBeGreaterThan(1000)
  })

  test('gzip that is spoilt is said to be broken', async () => {
    const bytes = gzipSync(file)
    bytes.fill(0xff, 5000, 5100)
    expect((await read(bytes, { pieces: 1000 })).problem).toBe('broken')
  })

  test('a bomb ends at its ratio, or at the size of a file', async () => {
    const bomb = gzipSync(Buffer.alloc(64 * MEGABYTE, ' '))
    expect(await read(bomb, { pieces: 1000 })).toMatchObject({ problem: 'too_large' })
    const doubled = gzipSync(gzipSync(Buffer.alloc(256 * MEGABYTE, ' ')))
    let decoded = 0
    const onBytes = (count: number) => {
      decoded += count
    }
    expect(await read(doubled, { pieces: 1000, onBytes })).toMatchObject({ problem: 'too_large' })
    expect(decoded).toBeLessThan(60 * MEGABYTE)
  })
})
