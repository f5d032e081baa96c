import { gzipSync } from 'node:zlib'
import { MEGABYTE } from '@gleaner/runtime/units'
import { type OwnSite, SENT, sendFile, startOwnSite, type Visit } from './own-site.ts'
import { linkedPage } from './prose.ts'
import { HONEST_PATHS } from './traps.ts'

/** What a site answers to `/robots.txt` and to its sitemaps; undefined where it has none. */
export type HostileFile = (visit: Visit) => typeof SENT | undefined

/** A site whose honest pages are linked, and whose files beside them are hostile. */
export function startHostileFilesSite(file: HostileFile): Promise<OwnSite> {
  return startOwnSite((visit) => {
    const { pathname } = visit.url
    const isHonest = HONEST_PATHS.some((honest) => honest === pathname)
    return isHonest ? linkedPage(`All ${pathname}`, HONEST_PATHS) : file(visit)
  })
}

const urlset = (items: string) => `<?xml version="1.0"?><urlset>${items}</urlset>`
const loc = (url: string) => `<url><loc>${url}</loc></url>`
const index = (urls: readonly string[]) =>
  `<sitemapindex>${urls.map((url) => `<sitemap><loc>${url}</loc></sitemap>`).join('')}</sitemapindex>`

/** A sitemap at the usual place. */
const sitemap = (send: (visit: Visit) => typeof SENT): HostileFile => {
  return (visit) => (visit.url.pathname.startsWith('/sitemap') ? send(visit) : undefined)
}

const robots = (send: (visit: Visit) => typeof SENT): HostileFile => {
  return (visit) => (visit.url.pathname === '/robots.txt' ? send(visit) : undefined)
}

const endless =
  (piece: string) =>
  (visit: Visit): typeof SENT => {
    const { response } = visit
    response.writeHead(200, { 'content-type': 'text/plain' })
    let isOpen = true
    const more = () => {
      while (isOpen && response.write(piece));
    }
    response.on('drain', more).once('close', () => {
      isOpen = false
    })
    more()
    return SENT
  }

const dripping =
  (piece: string) =>
  (visit: Visit): typeof SENT => {
    visit.response.writeHead(200, { 'content-type': 'text/plain' })
    const drops = setInterval(() => visit.response.write(piece), 300)
    visit.response.once('close', () => clearInterval(drops))
    return SENT
  }

let bomb: Buffer | undefined

/** Sitemaps and robots files that a crawl has to get over. None of them names a page of the site that is not linked. */
export const HOSTILE_FILES: Record<string, HostileFile> = {
  'a bomb': sitemap((visit) => {
    bomb ??= gzipSync(gzipSync(Buffer.alloc(256 * MEGABYTE, ' ')))
    return sendFile(visit, bomb)
  }),
  'an index of itself': sitemap((visit) => sendFile(visit, index([visit.url.href]))),
  'index files in a circle': sitemap((visit) => {
    const next = visit.url.pathname === '/sitemap.xml' ? '/sitemap-b.xml' : '/sitemap.xml'
    return sendFile(visit, index([visit.url.origin + next]))
  }),
  'index files without end': sitemap((visit) => {
    const urls = Array.from(
      { length: 100 },
      (_, i) => `${visit.url.origin}/sitemap-${visit.url.pathname.length}${i}.xml`,
    )
    return sendFile(visit, index(urls))
  }),
  'addresses of other hosts': sitemap((visit) =>
    sendFile(visit, urlset(loc('http://127.0.0.9/x') + loc('https://example.com/'))),
  ),
  'addresses inside': sitemap((visit) =>
    sendFile(
      visit,
      index([
        'http://169.254.169.254/latest/meta-data',
        'http://10.0.0.1/',
        'file:///etc/passwd',
        'http://localhost:6379/',
      ]),
    ),
  ),
  'a stream without end': sitemap(endless('<urlset><!-- and more '.repeat(100))),
  'a slow drip': sitemap(dripping('<!-- drop -->')),
  'gzip that breaks off': sitemap((visit) =>
    sendFile(visit, gzipSync(urlset(loc(visit.url.origin).repeat(1000))).subarray(0, 60)),
  ),
  'a page in place of the file': sitemap((visit) =>
    sendFile(visit, linkedPage('Not here', ['/']), { 'content-type': 'text/html' }),
  ),
  'a billion laughs': sitemap((visit) => {
    const laughs = Array.from({ length: 9 }, (_, i) => `<!ENTITY l${i + 1} "${`&l${i};`.repeat(10)}">`).join(
      '',
    )
    return sendFile(
      visit,
      `<!DOCTYPE urlset [<!ENTITY l0 "ha">${laughs}]>${urlset(loc('https://&l9;.test/'))}`,
    )
  }),
  'elements without end': sitemap(endless('<a>'.repeat(1000))),
  'robots.txt without end': robots(endless('# nothing to see here\n'.repeat(100))),
  'robots.txt of wildcards': robots((visit) =>
    sendFile(
      visit,
      `User-agent: *\n${Array.from({ length: 2_000 }, (_, i) => `Disallow: /*${'a*'.repeat(50)}z${i}$`).join('\n')}`,
    ),
  ),
  'robots.txt that redirects for ever': robots((visit) =>
    sendFile(visit, '', { location: '/robots.txt' }, 302),
  ),
}
