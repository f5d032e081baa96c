import { hash } from 'node:crypto'
import { auditLedger, deposit } from '@gleaner/billing'
import { eventually } from '@gleaner/testkit'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals'
import { cancelCrawl } from '../cancel-crawl.ts'
import { pauseCrawl, resumeCrawl } from '../pause-crawl.ts'
import { presentCrawl } from '../present-crawl.ts'
import { readCrawl } from '../read-crawl.ts'
import {
  type CrawlFixture,
  createCrawlFixture,
  linksAt,
  linksTo,
  ORIGIN,
  type PlayedSite,
} from '../testing/fixture.ts'
import { reportTraps } from '../traps/index.ts'

let fixture: CrawlFixture
beforeAll(async () => {
  fixture = await createCrawlFixture()
})
afterAll(() => fixture.close())
beforeEach(() => {
  fixture.fetched.length = 0
})
afterEach(async () => expect(await auditLedger(fixture.pool)).toEqual([]))

/** A tree in which every page links to its children, its parent, the start and itself. */
function treeOf(pages: number, fanOut = 5): PlayedSite {
  const paths = Array.from({ length: pages }, (_, index) => (index === 0 ? '/' : `/${index}`))
  return {
    pages: Object.fromEntries(
      paths.map((path, index) => {
        const children = Array.from({ length: fanOut }, (_, child) => paths[index * fanOut + child + 1])
        const parent = paths[Math.floor((index - 1) / fanOut)] ?? '/'
        return [
          path,
          { links: linksTo(...children.filter((child) => child !== undefined), parent, '/', path) },
        ]
      }),
    ),
  }
}

async function crawlWhole(
  site: PlayedSite,
  settings: Parameters<CrawlFixture['crawl']>[0] = {},
  drivers = 1,
) {
  const { id } = await fixture.crawl(settings)
  const running = await fixture.run(site, { drivers })
  try {
    return { id, ...(await fixture.untilEnded(id)) }
  } finally {
    await running.stop()
  }
}

test('every page that links lead to is scraped once, the start page first', async () => {
  const site = treeOf(80)
  const state = await crawlWhole(site, { maxPages: 1_000 })
  expect(state).toMatchObject({
    phase: 'ended',
    endReason: 'exhausted',
    status: 'completed',
    total: 80,
    succeeded: 80,
    discovered: 80,
    waiting: 0,
  })
  expect(fixture.fetched.toSorted()).toEqual(Object.keys(site.pages).sort())
  expect(fixture.fetched[0]).toBe('/')
})

test('three drivers at once scrape every page once', async () => {
  const site = treeOf(120, 8)
  const state = await crawlWhole(site, { maxPages: 1_000 }, 3)
  expect(state).toMatchObject({ endReason: 'exhausted', total: 120, succeeded: 120 })
  expect(fixture.fetched.toSorted()).toEqual(Object.keys(site.pages).sort())
})

test.each([
  [1, 'max_pages'],
  [5, 'max_pages'],
  [6, 'exhausted'],
  [7, 'exhausted'],
])('of a site of six pages a crawl of %i says truly why it is over', async (maxPages, endReason) => {
  const succeeded = Math.min(6, maxPages)
  expect(await crawlWhole(treeOf(6), { maxPages })).toMatchObject({ endReason, succeeded })
})

test('a crawl that is paused begins nothing until it is resumed', async () => {
  const site = treeOf(80)
  const { id } = await fixture.crawl({ maxPages: 1_000 })
  const { rows } = await fixture.pool.query('SELECT account_id AS account FROM crawl WHERE id = $1', [id])
  const { account } = rows[0]
  const running = await fixture.run(site)
  try {
    await eventually(() => expect(fixture.fetched.length).toBeGreaterThan(1))
    await pauseCrawl(fixture.ctx, account, id)
    await pauseCrawl(fixture.ctx, account, id)
    const shown = async () => presentCrawl((await readCrawl(fixture.pool, account, id))!)
    // What was admitted before ends.
    await eventually(async () => {
      const before = fixture.fetched.length
      // Longer than the looks of a driver and of the admission, which find nothing to begin.
      await new Promise((resolve) => setTimeout(resolve, 1_500))
      expect(fixture.fetched.length).toBe(before)
    })
    expect(fixture.fetched.length).toBeLessThan(80)
    expect(await shown()).toMatchObject({ status: 'running', paused_reason: 'caller', end_reason: null })
    await resumeCrawl(fixture.ctx, account, id)
    expect(await fixture.untilEnded(id)).toMatchObject({
      endReason: 'exhausted',
      succeeded: 80,
      pausedReason: null,
    })
    await pauseCrawl(fixture.ctx, account, id)
    expect(await shown()).toMatchObject({ status: 'completed', paused_reason: null })
  } finally {
    await running.stop()
  }
})

test('max_pages is exact: failed pages give their places back, delivered ones never exceed it', async () => {
  const site = treeOf(120)
  for (const index of [1, 2, 7, 8, 9]) site.pages[`/${index}`] = { fails: true }
  // What hangs below the failed ones is reached another way.
  site.pages['/']!.links!.push(...linksTo(...Array.from({ length: 119 }, (_, index) => `/${index + 1}`)))
  const state = await crawlWhole(site, { maxPages: 50 })
  expect(state).toMatchObject({ endReason: 'max_pages', succeeded: 50, failed: 5, total: 55 })
})

test('a site whose pages all fail ends after a bounded number of tries', async () => {
  const links = linksTo(...Array.from({ length: 100 }, (_, index) => `/gone/${index}`))
  const state = await crawlWhole({ pages: { '/': { links } } }, { maxPages: 5 })
  expect(state).toMatchObject({ endReason: 'max_pages', succeeded: 1, failed: 29, total: 30 })
})

test('a crawl whose start page fails says so, and one that robots.txt keeps away as well', async () => {
  expect(await crawlWhole({ pages: {} })).toMatchObject({
    endReason: 'start_page_failed',
    status: 'failed',
    failed: 1,
  })
  fixture.fetched.length = 0
  const rules = [{ allow: false, pattern: '/' }]
  expect(await crawlWhole({ pages: { '/': {} }, robots: { rules } })).toMatchObject({
    endReason: 'robots',
    total: 0,
    skipped: { robots: 1 },
  })
  expect(fixture.fetched).toEqual([])
})

test('a robots.txt that fails is told from one that keeps robots away', async () => {
  const errorOf = async (site: Partial<PlayedSite>): Promise<string | undefined> => {
    const { id } = await crawlWhole({ pages: { '/': {} }, ...site })
    const { rows } = await fixture.pool.query('SELECT account_id FROM crawl WHERE id = $1', [id])
    return presentCrawl((await readCrawl(fixture.pool, rows[0].account_id, id))!).error
  }
  expect(await errorOf({ robotsProblem: 'HTTP 500' })).toMatch(
    /could not be read \(HTTP 500\).*respect_robots/,
  )
  const rules = [{ allow: false, pattern: '/' }]
  const { id } = await crawlWhole({ pages: { '/': {} }, robots: { rules } })
  const { rows } = await fixture.pool.query('SELECT account_id FROM crawl WHERE id = $1', [id])
  const { leftOut, url } = (await readCrawl(fixture.pool, rows[0].account_id, id))!
  expect(leftOut).toEqual({ robots: [url] })
  expect(await errorOf({ robots: { rules } })).toMatch(/asks robots to stay away.*respect_robots/)
})

test('the robots.txt of a host that is come to later holds for its pages', async () => {
  const later = 'https://later.site.example'
  const links = linksAt(later, '/open', '/closed/x')
  const robotsOf = { 'later.site.example': { rules: [{ allow: false, pattern: '/closed' }] } }
  const state = await crawlWhole(
    { pages: { '/': { links }, '/open': {}, '/closed/x': {} }, robotsOf },
    { include_subdomains: true },
  )
  expect(fixture.fetched).toEqual(['/', '/open'])
  expect(state).toMatchObject({ endReason: 'exhausted', skipped: { robots: 1 } })
})

test('a crawl that its start page asks not to go on says so', async () => {
  const pages = { '/': { nofollow: true, links: linksTo('/a') }, '/a': {}, '/b': {} }
  expect(await crawlWhole({ pages })).toMatchObject({
    endReason: 'robots',
    total: 1,
    skipped: { nofollow: 1 },
  })
  const all = await crawlWhole({ pages }, { respect_robots: false })
  expect(all).toMatchObject({ endReason: 'exhausted', total: 2 })
  const announced = await crawlWhole({ pages, sitemap: [['/b']] }, { sitemap: 'include' })
  expect(announced).toMatchObject({ endReason: 'exhausted', total: 2 })
})

test('max_depth, patterns, robots.txt and nofollow bound what is scraped, and each is said', async () => {
  const pages: PlayedSite['pages'] = {
    '/': {
      links: [
        ...linksTo('/a', '/private/x', '/b/excluded', '/logo.png'),
        [`${ORIGIN}/sponsored`, true],
        ['https://elsewhere.example/'],
      ],
    },
    '/a': { links: linksTo('/a/deep') },
    '/a/deep': { links: linksTo('/a/deeper') },
  }
  const rules = [{ allow: false, pattern: '/private' }]
  const state = await crawlWhole({ pages, robots: { rules } }, { max_depth: 2, exclude_patterns: ['/b/**'] })
  expect(fixture.fetched).toEqual(['/', '/a', '/a/deep'])
  expect(state.skipped).toEqual({
    robots: 1,
    excluded: 1,
    file_type: 1,
    nofollow: 1,
    other_host: 1,
    max_depth: 1,
  })
})

test('redirects, canonical addresses and copies: the place that is led to is not asked again, a copy is followed no further', async () => {
  const pages: PlayedSite['pages'] = {
    '/': { links: linksTo('/old', '/new', '/copy', '/original') },
    '/old': { final_url: `${ORIGIN}/moved`, links: linksTo('/moved', '/from-moved') },
    '/new': { canonical: `${ORIGIN}/canonical` },
    '/canonical': {},
    '/from-moved': {},
    '/original': { signature: { exact: 'c2FtZQ' }, links: linksTo('/from-original') },
    '/copy': { signature: { exact: 'c2FtZQ' }, links: linksTo('/from-copy') },
  }
  const ofOne = ['/from-original', '/from-copy']
  const state = await crawlWhole({ pages: { ...pages, [ofOne[0]!]: {}, [ofOne[1]!]: {} } })
  const followed = fixture.fetched.filter((path) => ofOne.includes(path))
  // Either may be read first, and the other one is the copy.
  expect(followed).toHaveLength(1)
  expect(fixture.fetched.toSorted()).toEqual([...Object.keys(pages), ...followed].sort())
  expect(state).toMatchObject({ endReason: 'exhausted', succeeded: 8 })
  const { rows } = await fixture.pool.query(
    `SELECT page.url, first.url AS first FROM crawl_page AS page JOIN crawl_page AS first ON first.job_id = page.duplicate_of WHERE page.crawl_id = $1`,
    [state.id],
  )
  expect(rows).toHaveLength(1)
  expect(Object.values(rows[0]).sort()).toEqual([`${ORIGIN}/copy`, `${ORIGIN}/original`])
})

test('max_credits holds for the whole crawl: it ends when they are spent, and not before', async () => {
  const site = treeOf(60)
  for (const page of Object.values(site.pages)) page.cost = 200
  const state = await crawlWhole(site, { maxCreditsMicros: 5_000 })
  expect(state.endReason).toBe('max_credits')
  expect(state.costMicros).toBe(5_000n)
  expect(state.succeeded).toBe(25)
})

test('what is open is counted at its dearest in max_credits, waiting or under way', async () => {
  const { id, accountId } = await fixture.crawl({ sitemap: 'only', maxCreditsMicros: 1_000_000 })
  const versionOf = async (id: string) => {
    const { rows } = await fixture.pool.query('SELECT version FROM crawl WHERE id = $1', [id])
    return rows[0].version as number
  }
  const running = await fixture.run(
    { pages: { '/': {} }, sitemap: [Array.from({ length: 50 }, (_, at) => `/${at}`)] },
    { workers: false },
  )
  try {
    await eventually(async () =>
      expect(await fixture.stateOf(id)).toMatchObject({ total: 51, discovered: 51 }),
    )
    const { rows } = await fixture.pool.query(
      `SELECT max((plan->'steps'->-1->>'priceMicros')::int) AS dearest FROM job WHERE batch_id = $1`,
      [id],
    )
    const { dearest } = rows[0]
    expect(dearest).toBeGreaterThan(200)
    // Three of the same kind, of which two are under way; later steps have what is left of it.
    const bounded = await fixture.crawl({
      accountId,
      sitemap: 'only',
      maxCreditsMicros: 3 * dearest,
      maxConcurrency: 1,
    })
    await eventually(async () => expect(await fixture.stateOf(bounded.id)).toMatchObject({ discovered: 51 }))
    await eventually(async () => {
      const queued = await fixture.pool.query(
        'SELECT FROM job WHERE batch_id = $1 AND queued_at IS NOT NULL AND finished_at IS NULL',
        [bounded.id],
      )
      expect(queued.rowCount).toBeGreaterThan(0)
    })
    const before = await versionOf(bounded.id)
    await eventually(async () => expect(await versionOf(bounded.id)).toBeGreaterThan(before + 3))
    expect(await fixture.stateOf(bounded.id)).toMatchObject({ total: 3, waiting: 48 })
    // Nothing of it is left for the workers of other tests.
    for (const crawl of [id, bounded.id]) await cancelCrawl(fixture.ctx, accountId, crawl)
  } finally {
    await running.stop()
  }
})

test('sitemaps add pages of depth 1, and with `only` links are not followed', async () => {
  const pages: PlayedSite['pages'] = { '/': { links: linksTo('/linked') }, '/linked': {}, '/a': {}, '/b': {} }
  const sitemap = [['/a'], ['/b', '/a']]
  await crawlWhole({ pages, sitemap }, { sitemap: 'include' })
  expect(fixture.fetched.toSorted()).toEqual(['/', '/a', '/b', '/linked'])
  fixture.fetched.length = 0
  await crawlWhole({ pages, sitemap }, { sitemap: 'only' })
  expect(fixture.fetched.toSorted()).toEqual(['/', '/a', '/b'])
})

test('feeds that the start page names are read before the crawl ends', async () => {
  const pages: PlayedSite['pages'] = { '/': { feeds: [`${ORIGIN}/feed.xml`] }, '/post': {} }
  const state = await crawlWhole({ pages, feed: ['/post', '/'] }, { sitemap: 'include' })
  expect(fixture.fetched).toEqual(['/', '/post'])
  expect(state.endReason).toBe('exhausted')
})

test('a crawl pauses where the money ends, says so, and goes on by itself', async () => {
  const site = treeOf(10)
  const { id, accountId } = await fixture.crawl({ micros: 900 })
  const running = await fixture.run(site)
  try {
    await eventually(async () =>
      expect(await fixture.stateOf(id)).toMatchObject({
        pausedReason: 'insufficient_balance',
        succeeded: 4,
        failed: 0,
      }),
    )
    await deposit(fixture.pool, accountId, 1_000_000n, 'test')
    expect(await fixture.untilEnded(id)).toMatchObject({ succeeded: 10, failed: 0, pausedReason: null })
  } finally {
    await running.stop()
  }
})

test('a crawl that is 24 hours old ends, what waits is not scraped, and nobody is charged for it', async () => {
  const { id } = await fixture.crawl()
  const running = await fixture.run(treeOf(30), { workers: false })
  try {
    await eventually(async () => expect(await fixture.stateOf(id)).toMatchObject({ total: 1 }))
    await fixture.pool.query(`UPDATE crawl SET created_at = now() - interval '25 hours' WHERE id = $1`, [id])
    expect(await fixture.untilEnded(id)).toMatchObject({ endReason: 'expired', cancelled: 1, costMicros: 0n })
  } finally {
    await running.stop()
  }
})

/** Every second time; sequences do not go back with what breaks off. */
const BREAK_OFF = `
  CREATE SEQUENCE steps;
  CREATE FUNCTION break_off() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    IF nextval('steps') % 2 = 1 THEN RAISE EXCEPTION 'broken off'; END IF; RETURN NEW; END $$;`

test.each([
  [
    'as it commits',
    `CREATE CONSTRAINT TRIGGER break_off AFTER UPDATE OF version ON crawl DEFERRABLE INITIALLY DEFERRED
       FOR EACH ROW WHEN (OLD.phase = 'running') EXECUTE FUNCTION break_off()`,
  ],
  [
    'as it makes items',
    'CREATE TRIGGER break_off BEFORE INSERT ON job FOR EACH STATEMENT EXECUTE FUNCTION break_off()',
  ],
])('a step that breaks off %s has not happened: what pages link to is there again', async (_, trigger) => {
  const { id } = await fixture.crawl({ maxPages: 1_000 })
  const site = treeOf(60, 8)
  await fixture.pool.query(`${BREAK_OFF} ${trigger}`)
  const running = await fixture.run(site)
  try {
    expect(await fixture.untilEnded(id)).toMatchObject({ endReason: 'exhausted', total: 60, succeeded: 60 })
  } finally {
    await fixture.pool.query('DROP FUNCTION break_off CASCADE; DROP SEQUENCE steps')
    await running.stop()
  }
  expect(fixture.fetched.toSorted()).toEqual(Object.keys(site.pages).sort())
})

const LEAVING = {
  '/': { links: linksTo('/logout', '/bye', '/a'), sign_outs: [`${ORIGIN}/bye`] },
  '/a': {},
  '/bye': {},
  '/logout': {},
}

test('a crawl with a login does not sign itself out, whoever names the address', async () => {
  const { id } = await fixture.crawl({ sitemap: 'include' })
  await fixture.pool.query(
    `UPDATE crawl SET options = jsonb_set(options::jsonb, '{scrape,session_id}', '"01a2071b-eae4-7de7-8ae7-a98aa32ccb1f"') WHERE id = $1`,
    [id],
  )
  const running = await fixture.run({ pages: LEAVING, sitemap: [['/users/sign_out', '/b']] })
  const state = await fixture.untilEnded(id)
  await running.stop()
  expect(fixture.fetched.toSorted()).toEqual(['/', '/a', '/b'])
  expect(state.skipped.sign_out).toBe(3)
})

test('a crawl without one takes such pages for pages', async () => {
  await crawlWhole({ pages: LEAVING })
  expect(fixture.fetched.toSorted()).toEqual(['/', '/a', '/bye', '/logout'])
})

test('places that scripts show are pages of their own, begun in a browser, and patterns go by their paths', async () => {
  const { id } = await fixture.crawl({ exclude_patterns: ['/private/**'] })
  const running = await fixture.run(
    { pages: { '/': { links: linksTo('/#/a', '/#!b', '/#/private/c', '/#part', '/') } } },
    { workers: true },
  )
  try {
    await eventually(async () => {
      const { rows } = await fixture.pool.query(
        `SELECT url, plan->'steps'->0->>'tier' AS tier FROM job WHERE batch_id = $1 ORDER BY url`,
        [id],
      )
      expect(rows).toEqual([
        { url: `${ORIGIN}/`, tier: '1' },
        { url: `${ORIGIN}/#!b`, tier: '4' },
        { url: `${ORIGIN}/#/a`, tier: '4' },
      ])
    })
    expect((await fixture.stateOf(id)).skipped).toEqual({ excluded: 1 })
  } finally {
    await running.stop()
  }
})

/** `/x` is read as deep as it may be before `/slow` names it; what it leads to, and that leads to, is nearer by that. */
const SLOW: PlayedSite = {
  pages: {
    '/': { links: linksTo('/slow', '/a') },
    '/a': { links: linksTo('/b') },
    '/b': { links: linksTo('/x') },
    '/x': { links: linksTo('/y', '/y2') },
    '/y': { links: linksTo('/z') },
    '/y2': {},
    '/z': {},
    '/slow': { links: linksTo('/x'), after: '/x' },
  },
}

test('a shorter way that is found late makes a page less deep, and what it leads to is scraped, without fetching it again', async () => {
  const state = await crawlWhole(SLOW, { max_depth: 3 })
  expect(fixture.fetched.toSorted()).toEqual(['/', '/a', '/b', '/slow', '/x', '/y', '/y2'])
  const { rows } = await fixture.pool.query(
    'SELECT url, depth FROM crawl_page WHERE crawl_id = $1 ORDER BY depth, url',
    [state.id],
  )
  expect(rows.map(({ url, depth }) => `${new URL(url).pathname} ${depth}`)).toEqual([
    '/ 0',
    '/a 1',
    '/slow 1',
    '/b 2',
    '/x 2',
    '/y 3',
    '/y2 3',
  ])
})

test('so does one that is found for a page whose pages were read already', async () => {
  const pages = { ...SLOW.pages, '/slow': { ...SLOW.pages['/slow'], after: '/y' } }
  const state = await crawlWhole({ pages }, { max_depth: 4 })
  expect(fixture.fetched.toSorted()).toEqual(['/', '/a', '/b', '/slow', '/x', '/y', '/y2', '/z'])
  const { rows } = await fixture.pool.query(
    "SELECT depth FROM crawl_page WHERE crawl_id = $1 AND url LIKE '%/z'",
    [state.id],
  )
  expect(rows).toEqual([{ depth: 4 }])
  // What is found again tells the guard against traps nothing.
  const { patterns } = (await fixture.pool.query('SELECT traps FROM crawl WHERE id = $1', [state.id])).rows[0]
    .traps
  expect(Object.values<{ pages: number }>(patterns).reduce((sum, { pages }) => sum + pages, 0)).toBe(8)
})

/** A tree, and a maze: each of its pages leads to others that nothing else leads to. */
function mazeBeside(site: PlayedSite): PlayedSite {
  const doors = (path: string) => ['a', 'b', 'c'].map((door) => `/maze/${hash('md5', path + door)}-${door}`)
  const pages = new Proxy(site.pages, {
    get(known, path: string) {
      if (path === '/') return { links: [...(known['/']?.links ?? []), ...linksTo('/maze/in')] }
      return path.startsWith('/maze/') ? { links: linksTo('/', ...doors(path)) } : known[path]
    },
  })
  return { ...site, pages }
}

test('a maze is left when its site answers addresses that nobody has written, and its crawl ends with all other pages', async () => {
  const tree = treeOf(200)
  const links = (path: string) =>
    ['x', 'y'].map((end) => `<a href="/maze/${hash('md5', path)}${end}">${end}</a>`)
  const anyPage = (path: string) =>
    `<title>${path}</title><p>${hash('md5', path)} is here.</p>${links(path).join('')}`
  const state = await crawlWhole({ ...mazeBeside(tree), anyPage }, { maxPages: 2_000, max_depth: 20 })
  expect(state).toMatchObject({ endReason: 'exhausted', status: 'completed' })
  expect(Object.keys(tree.pages).filter((path) => !fixture.fetched.includes(path))).toEqual([])
  expect(state.skipped.trap).toBeGreaterThan(0)
  // Its budget, and the items that are open at once: none is made while the site is asked.
  expect(fixture.fetched.filter((path) => path.startsWith('/maze/')).length).toBeLessThan(60 + 180)
  const { rows } = await fixture.pool.query('SELECT traps FROM crawl WHERE id = $1', [state.id])
  expect(reportTraps(rows[0].traps)).toEqual([
    expect.objectContaining({ pattern: '/{text}/{text}', why: 'any_address', pages: expect.any(Number) }),
  ])
})

test('a maze whose site says that there are no other addresses is a site', async () => {
  const state = await crawlWhole(mazeBeside(treeOf(20)), { maxPages: 300, max_depth: 20 })
  expect(state).toMatchObject({ endReason: 'max_pages', succeeded: 300 })
})
