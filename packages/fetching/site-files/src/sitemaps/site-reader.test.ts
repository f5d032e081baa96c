import { gzipSync } from 'node:zlib'
import { createEgress, type Egress } from '@gleaner/egress'
import { HOSTILE_FILES, startHostileFilesSite } from '@gleaner/target-site/sites/hostile-files'
import { type OwnSite, SENT, sendFile, startOwnSite, type Visit } from '@gleaner/target-site/sites/own-site'
import { HONEST_PATHS } from '@gleaner/target-site/sites/traps'
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals'
import { createSiteReader, type SitemapEntry, type SitemapOptions, type SiteReader } from './index.ts'

type Answer = (visit: Visit & { site: string }) => string | typeof SENT | undefined

const opened: { close(): Promise<void> }[] = []
afterEach(async () => {
  for (const thing of opened.splice(0).reverse()) await thing.close()
})

/** A site of these files, and a reader that may reach it. */
async function open(
  files: Record<string, string | Answer>,
  more: readonly OwnSite[] = [],
): Promise<{ site: OwnSite; reader: SiteReader }> {
  const site = await startOwnSite((visit) => {
    const file = files[visit.url.pathname]
    if (file === undefined) return undefined
    const made = typeof file === 'string' ? file : file({ ...visit, site: visit.url.origin })
    return typeof made === 'string' ? sendFile(visit, made.replaceAll('SITE', visit.url.origin)) : made
  })
  const allow = [site, ...more].map(({ port }) => `127.0.0.1:${port}`).join()
  const egress: Egress = createEgress({ allow })
  const reader = createSiteReader({ egress })
  opened.push(site, egress, reader)
  return { site, reader }
}

async function collect(reader: SiteReader, site: OwnSite, options: Partial<SitemapOptions> = {}) {
  const { batches, report } = reader.readSitemaps(site.url, {
    signal: AbortSignal.timeout(20_000),
    ...options,
  })
  const entries: SitemapEntry[] = []
  for await (const batch of batches) entries.push(...batch)
  return { entries, paths: entries.map(({ url }) => url.slice(site.url.length - 1)), report }
}

const robotsOf = (reader: SiteReader, site: OwnSite) =>
  reader.readRobots(site.url, { signal: AbortSignal.timeout(20_000) })

const urlset = (...paths: string[]) =>
  `<urlset>${paths.map((path) => `<url><loc>SITE${path}</loc></url>`).join('')}</urlset>`
const index = (...paths: string[]) =>
  `<sitemapindex>${paths.map((path) => `<sitemap><loc>SITE${path}</loc></sitemap>`).join('')}</sitemapindex>`

describe('robots.txt', () => {
  test('is read, and we are addressed by the name that we send', async () => {
    let userAgent: string | undefined
    const { reader, site } = await open({
      '/robots.txt': ({ request }) => {
        userAgent = request.headers['user-agent']
        return 'User-agent: *\nDisallow: /\nUser-agent: Gleaner\nDisallow: /private\nSitemap: /map.xml'
      },
    })
    const { state, policy } = await robotsOf(reader, site)
    expect(state).toBe('found')
    expect(userAgent).toContain('Gleaner')
    expect([policy.isAllowed(site.url), policy.isAllowed(`${site.url}private`)]).toEqual([true, false])
    expect(policy.sitemaps).toEqual(['/map.xml'])
  })

  test.each([401, 403, 404, 410])('%d allows everything', async (status) => {
    const { reader, site } = await open({ '/robots.txt': (visit) => sendFile(visit, 'Disallow', {}, status) })
    const robots = await robotsOf(reader, site)
    expect(robots).toMatchObject({ state: 'missing' })
    expect(robots.policy.isAllowed(site.url)).toBe(true)
  })

  test('500, 503 and 429 forbid everything, after two more tries; a fault that passes until then is waited out', async () => {
    const refused = [500, 503, 429].map(async (status) => {
      const { reader, site } = await open({ '/robots.txt': (visit) => sendFile(visit, '', {}, status) })
      const robots = await robotsOf(reader, site)
      expect(robots).toMatchObject({ state: 'unreachable', code: 'server_error' })
      expect(robots.detail).toContain(String(status))
      expect(robots.policy.isAllowed(site.url)).toBe(false)
      expect(site.hits.get('/robots.txt')).toBe(3)
    })
    let asked = 0
    const { reader, site } = await open({
      '/robots.txt': (visit) => (++asked < 3 ? sendFile(visit, '', {}, 502) : 'User-agent: *\nDisallow: /a'),
    })
    expect(await robotsOf(reader, site)).toMatchObject({
      state: 'found',
      policy: { disallowedPaths: ['/a'] },
    })
    await Promise.all(refused)
  })

  test('five redirects are followed, to other hosts too, and a sixth is not', async () => {
    const elsewhere = await startOwnSite((visit) => sendFile(visit, 'User-agent: *\nDisallow: /moved'))
    opened.push(elsewhere)
    const hop =
      (to: string): Answer =>
      (visit) =>
        sendFile(visit, '', { location: to }, 302)
    const hops = (count: number) =>
      Object.fromEntries(
        Array.from({ length: count }, (_, i) => [
          i === 0 ? '/robots.txt' : `/${i}`,
          hop(i === count - 1 ? `${elsewhere.url}robots.txt` : `/${i + 1}`),
        ]),
      )
    const five = await open(hops(5), [elsewhere])
    expect(await robotsOf(five.reader, five.site)).toMatchObject({
      state: 'found',
      policy: { disallowedPaths: ['/moved'] },
    })
    const six = await open(hops(6), [elsewhere])
    expect(await robotsOf(six.reader, six.site)).toMatchObject({ state: 'missing' })
  })

  test('a redirect to an address that may not be asked is not followed', async () => {
    const inside = await startOwnSite((visit) => sendFile(visit, 'secret'))
    opened.push(inside)
    const { reader, site } = await open({
      '/robots.txt': (visit) => sendFile(visit, '', { location: `${inside.url}robots.txt` }, 301),
    })
    expect(await robotsOf(reader, site)).toMatchObject({ state: 'unreachable', code: 'not_allowed' })
    expect(inside.hits.size).toBe(0)
  })

  test('nobody there: it says so', async () => {
    const { reader, site } = await open({})
    await site.close()
    expect(await robotsOf(reader, site)).toMatchObject({ state: 'unreachable', code: 'network_error' })
  })
})

describe('hostile', () => {
  const sites: OwnSite[] = []
  const readings = new Map<string, Promise<Awaited<ReturnType<typeof readAll>>>>()
  let egress: Egress
  let reader: SiteReader
  // All at once: some of them take their ten seconds, however they are met.
  beforeAll(async () => {
    for (const file of Object.values(HOSTILE_FILES)) sites.push(await startHostileFilesSite(file))
    egress = createEgress({ allow: sites.map(({ port }) => `127.0.0.1:${port}`).join() })
    reader = createSiteReader({ egress })
    for (const [at, name] of Object.keys(HOSTILE_FILES).entries()) readings.set(name, readAll(sites[at]!))
    await Promise.allSettled(readings.values())
  })
  afterAll(async () => {
    await reader.close()
    await egress.close()
    for (const site of sites) await site.close()
  })

  async function readAll(site: OwnSite) {
    const { policy } = await robotsOf(reader, site)
    const { report } = await collect(reader, site, { signal: AbortSignal.timeout(50_000) })
    return {
      areHonestAllowed: HONEST_PATHS.every((path) => policy.isAllowed(new URL(path, site.url).href)),
      report,
    }
  }

  test.each(Object.keys(HOSTILE_FILES))('%s', async (name) => {
    const { areHonestAllowed, report } = await readings.get(name)!
    expect(areHonestAllowed).toBe(true)
    expect(report).toMatchObject({ entries: 0 })
    expect(report.filesRead).toBeLessThanOrEqual(1000)
  })
})

describe('sitemaps', () => {
  test('those that robots.txt names are read, index files too, and no others', async () => {
    const { reader, site } = await open({
      '/index.xml': index('/one.xml', '/two.xml.gz'),
      '/one.xml': urlset('/1', '/2'),
      '/two.xml.gz': (visit) => sendFile(visit, gzipSync(urlset('/3').replaceAll('SITE', visit.site))),
      '/sitemap.xml': urlset('/no'),
    })
    const { paths, report } = await collect(reader, site, { named: ['/index.xml'] })
    expect(paths).toEqual(['/1', '/2', '/3'])
    expect(report).toMatchObject({ found: true, entries: 3, filesRead: 3 })
    expect(site.mostAtOnce).toBe(1)
  })

  test.each(['/sitemap.xml', '/sitemap_index.xml', '/sitemap.xml.gz'])(
    'unnamed, %s is looked for',
    async (path) => {
      const { reader, site } = await open({ [path]: urlset('/1') })
      expect(await collect(reader, site)).toMatchObject({ paths: ['/1'], report: { found: true } })
    },
  )

  test("the caller's path goes first; where it gives nothing the usual ones follow, and it is said why", async () => {
    const files = { '/mine.txt': 'SITE/1', '/sitemap.xml': urlset('/2') }
    const { reader, site } = await open(files)
    expect((await collect(reader, site, { sitemapPath: '/mine.txt' })).paths).toEqual(['/1'])
    const { paths, report } = await collect(reader, site, { sitemapPath: '/gone.xml' })
    expect(paths).toEqual(['/2'])
    expect(report.files[0]).toMatchObject({ url: `${site.url}gone.xml`, problem: { code: 'not_found' } })
  })

  test('a site without any says nothing of guessed names', async () => {
    const page: Answer = (visit) => sendFile(visit, '<!doctype html><html><p>Welcome</p></html>')
    const { reader, site } = await open({ '/sitemap.xml': page, '/sitemap.txt': page })
    expect(await collect(reader, site)).toMatchObject({ paths: [], report: { found: false, files: [] } })
  })

  test('feeds are read beside them', async () => {
    const { reader, site } = await open({
      '/sitemap.xml': urlset('/1'),
      '/feed':
        '<rss><channel><item><title>T</title><link>SITE/2</link><pubDate>Wed, 01 May 2024 10:00:00 GMT</pubDate></item></channel></rss>',
    })
    const { entries } = await collect(reader, site, { feeds: ['/feed'] })
    expect(entries).toMatchObject([
      { url: `${site.url}1`, source: 'sitemap' },
      { url: `${site.url}2`, source: 'feed', title: 'T', lastModified: '2024-05-01T10:00:00.000Z' },
    ])
  })

  test('a feed may stand where a sitemap is looked for', async () => {
    const feed = '<rss><channel><item><link>SITE/1</link></item></channel></rss>'
    const { reader, site } = await open({ '/sitemap.xml': feed })
    expect(await collect(reader, site)).toMatchObject({ paths: ['/1'], report: { found: true } })
  })

  test('feeds are read alone where nothing else is wanted', async () => {
    const feed = '<rss><channel><item><link>SITE/2</link></item></channel></rss>'
    const { reader, site } = await open({ '/sitemap.xml': urlset('/1'), '/feed': feed })
    expect((await collect(reader, site, { feeds: ['/feed'], skipSitemaps: true })).paths).toEqual(['/2'])
  })

  test('circles and index files in index files end', async () => {
    const { reader, site } = await open({
      '/sitemap.xml': index('/sitemap.xml', '/a.xml'),
      '/a.xml': index('/sitemap.xml', '/b.xml'),
      '/b.xml': index('/c.xml'),
      '/c.xml': index('/d.xml'),
      '/d.xml': urlset('/1'),
    })
    const { report } = await collect(reader, site)
    expect(report).toMatchObject({ filesRead: 4, filesSkipped: 1, entries: 0 })
  })

  test('other hosts are neither asked nor handed over, but counted', async () => {
    const other = await startOwnSite((visit) => sendFile(visit, '<urlset/>'))
    opened.push(other)
    const { reader, site } = await open(
      {
        '/sitemap.xml': `${index('/a.xml').replace('</sitemapindex>', '')}<sitemap><loc>${other.url}x.xml</loc></sitemap><sitemap><loc>http://169.254.169.254/latest</loc></sitemap></sitemapindex>`,
        '/a.xml': `<urlset><url><loc>${other.url}1</loc></url><url><loc>javascript:alert(1)</loc></url><url><loc>SITE/1#top</loc></url></urlset>`,
      },
      [other],
    )
    const { paths, report } = await collect(reader, site)
    expect(paths).toEqual(['/1'])
    expect(report).toMatchObject({ filesSkipped: 2, outside: 1, invalid: 1 })
    expect(other.hits.size).toBe(0)
  })

  test('files and addresses are no more than allowed', async () => {
    const children = Array.from({ length: 50 }, (_, i) => `/${i}.xml`)
    const { reader, site } = await open({
      '/sitemap.xml': index(...children),
      ...Object.fromEntries(children.map((path) => [path, urlset(`${path}-1`, `${path}-2`)])),
    })
    expect((await collect(reader, site, { maxFiles: 10 })).report).toMatchObject({
      filesRead: 10,
      entries: 18,
      filesSkipped: 41,
    })
    expect((await collect(reader, site, { maxEntries: 7 })).report).toMatchObject({
      entries: 7,
      filesRead: 5,
    })
  })

  test('what breaks off gives what came, and says so', async () => {
    const { reader, site } = await open({
      '/sitemap.xml': ({ response, site: origin }) => {
        response.writeHead(200, { 'content-length': '100000' })
        response.write(urlset('/1', '/2').replaceAll('SITE', origin), () => response.destroy())
        return SENT
      },
    })
    const { paths, report } = await collect(reader, site)
    expect(paths).toEqual(['/1', '/2'])
    expect(report.files[0]!.problem).toMatchObject({ code: 'network_error' })
  })

  test('a stream without end is left as soon as its limit is reached', async () => {
    let stopped = false
    const { reader, site } = await open({
      '/sitemap.xml': ({ response, site: origin }) => {
        response.writeHead(200)
        response.write('<urlset>')
        const item = `<url><loc>${origin}/x</loc></url>`.repeat(1000)
        const more = () => {
          while (!stopped && response.write(item));
        }
        response.on('drain', more).on('close', () => {
          stopped = true
        })
        more()
        return SENT
      },
    })
    const { entries, report } = await collect(reader, site)
    expect(entries).toHaveLength(50_000)
    expect(report.files[0]!.problem).toMatchObject({ code: 'too_large' })
  })

  test('an abort ends the reading', async () => {
    const { reader, site } = await open({
      '/sitemap.xml': ({ response }) => {
        response.writeHead(200)
        response.write('<urlset>')
        return SENT
      },
    })
    const stopping = new AbortController()
    const reading = collect(reader, site, { signal: stopping.signal })
    // The rest of the file never comes: the reader waits for it.
    setTimeout(() => stopping.abort(new Error('cancelled')), 50)
    await expect(reading).rejects.toThrow('cancelled')
  })

  test("the site's login goes to its origin only", async () => {
    const seen: (string | undefined)[] = []
    const other = await startOwnSite((visit) => {
      seen.push(visit.request.headers.authorization)
      return sendFile(visit, `<urlset><url><loc>${home}1</loc></url></urlset>`)
    })
    opened.push(other)
    const { reader, site } = await open(
      {
        '/sitemap.xml': (visit) => {
          seen.push(visit.request.headers.authorization)
          return sendFile(visit, '', { location: `${other.url}map.xml` }, 302)
        },
      },
      [other],
    )
    const home = site.url
    const login = { origin: new URL(site.url).origin, authorization: 'Basic eDp5' }
    expect((await collect(reader, site, { login })).paths).toEqual(['/1'])
    expect(seen).toEqual(['Basic eDp5', undefined])
  })
})
