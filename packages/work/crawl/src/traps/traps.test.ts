import { describe, expect, test } from '@jest/globals'
import { createTrapGuard, reportTraps, type Verdict } from './index.ts'
import { crawlMadeSite } from './testing/crawl-made-site.ts'
import { chance, html, type MadeSite, template, word, words } from './testing/made-site.ts'
import { TRAPS } from './testing/traps.ts'

/** Pages of the site beside the trap: a shelf that links to all of them, and links among them. */
const ARTICLES = 60
const articles = Array.from({ length: ARTICLES }, (_, n) => `/articles/${word(`title ${n}`)}-${n}`)

const siteWith =
  (start: string, trap: MadeSite): MadeSite =>
  (url) => {
    if (url.pathname === '/') return html('Home', words('home', 50), ['/articles', '/about', start])
    if (url.pathname === '/about') return html('About', words('about', 50), [start])
    if (url.pathname === '/articles') return html('Articles', words('shelf', 20), articles)
    if (url.pathname.startsWith('/articles/'))
      return html(url.pathname, words(url.pathname, 120), [
        articles[Math.floor(chance(url.pathname) * ARTICLES)]!,
        start,
      ])
    return trap(url)
  }

describe('each trap ends, says why, and costs no page of the site', () => {
  test.each(Object.entries(TRAPS))('%s', async (_, { start, trap }) => {
    const { paths, traps, isExhausted, stateBytes } = await crawlMadeSite(siteWith(start, trap), {
      maxPages: 2_000,
    })
    expect(isExhausted).toBe(true)
    expect(articles.filter((path) => !paths.includes(path))).toEqual([])
    // One whose pages are all the same ends by itself: a copy is followed no further.
    expect(traps.length > 0 || paths.length < ARTICLES + 20).toBe(true)
    expect(
      traps.every(({ reason, pages, budget, leftOut }) => reason && pages > 0 && budget > 0 && leftOut > 0),
    ).toBe(true)
    expect(paths.length).toBeLessThan(ARTICLES + 2 * Math.max(0, ...traps.map(({ budget }) => budget)) + 600)
    expect(stateBytes).toBeLessThan(100_000)
  })
})

const range = (count: number) => Array.from({ length: count }, (_, n) => n)

/** Sites of many pages that are all meant, as different as sites are. Each has `PAGES` pages below its first ones. */
const PAGES = 600
const SITES: Readonly<Record<string, MadeSite>> = {
  'a wiki': (url) => {
    const title = (n: number) => `/wiki/${word(`t${n}`)}_${word(`u${n}`)}_${n}`
    const at = Number(/\d+$/.exec(url.pathname)?.[0] ?? 0)
    return html(
      url.pathname,
      words(url.pathname, 100),
      range(20)
        .map((n) => title(Math.floor(chance(`${at} ${n}`) * PAGES)))
        .concat(title((at + 1) % PAGES), title((at * 2) % PAGES)),
    )
  },
  'a shop whose products differ by their numbers alone': (url) => {
    if (url.pathname === '/')
      return html(
        'Shop',
        words('shop', 30),
        range(PAGES / 50).map((n) => `/list/${n}`),
      )
    if (url.pathname.startsWith('/list/'))
      return template(
        `List ${url.pathname.slice(6)}`,
        'All products.',
        range(50).map((n) => `/item/${Number(url.pathname.slice(6)) * 50 + n}`),
      )
    const at = Number(url.pathname.slice(6))
    return template(`Item ${at}`, `Part number ${at}. Price ${at}.99.`, [
      `/item/${(at + 1) % PAGES}`,
      `/item/${(at * 3) % PAGES}`,
    ])
  },
  'a tree of numbered pages with one text': (url) => {
    const at = Number(url.pathname.slice(3) || 0)
    return template(
      `Page ${at}`,
      'The quick brown fox jumps over the lazy dog.',
      range(10)
        .map((n) => at * 10 + n + 1)
        .filter((n) => n < PAGES)
        .map((n) => `/p/${n}`),
    )
  },
  'a forum by query': (url) => {
    const query = url.searchParams
    if (!query.has('f'))
      return html(
        'Forum',
        words('forum', 30),
        range(10).map((n) => `/viewforum.php?f=${n}`),
      )
    const forum = Number(query.get('f'))
    if (url.pathname === '/viewforum.php') {
      const start = Number(query.get('start') ?? 0)
      const topics = range(25)
        .map((n) => start + n)
        .filter((n) => n < PAGES / 10)
      return html(`Forum ${forum}`, words(`forum ${forum} ${start}`, 10), [
        ...topics.map((n) => `/viewtopic.php?f=${forum}&t=${forum * 1000 + n}`),
        ...(topics.length === 25 ? [`/viewforum.php?f=${forum}&start=${start + 25}`] : []),
      ])
    }
    return html(`Topic ${query.get('t')}`, words(url.search, 60), [`/viewforum.php?f=${forum}`])
  },
  'an archive by days': (url) => {
    const posts = range(PAGES).map((n) => `/${2015 + (n % 10)}/${1 + (n % 12)}/${word(`post ${n}`)}-${n}`)
    if (url.pathname === '/')
      return html(
        'Blog',
        words('blog', 30),
        range(10).map((n) => `/${2015 + n}`),
      )
    const inside = posts.filter((path) => path.startsWith(`${url.pathname}/`))
    return inside.length > 0
      ? html(url.pathname, words(url.pathname, 10), inside)
      : html(url.pathname, words(url.pathname, 80), posts.slice(0, 3))
  },
  'documentation with deep folders': (url) => {
    const path = url.pathname.replace(/\/$/, '')
    const kidsOf = (folder: string): string[] => {
      const depth = folder.split('/').length
      return depth < 7 ? range(depth < 4 ? 4 : 2).map((n) => `${folder}/${word(`${folder} ${n}`)}`) : []
    }
    const isThere = path === '' || kidsOf(path.slice(0, path.lastIndexOf('/'))).includes(path)
    return isThere ? html(path || 'Docs', words(path, 40), kidsOf(path)) : undefined
  },
  'pictures without text': (url) => {
    if (url.pathname === '/')
      return html(
        'Albums',
        words('albums', 30),
        range(PAGES / 100).map((n) => `/album/${n}`),
      )
    const at = Number(url.pathname.split('/')[2])
    if (url.pathname.startsWith('/album/'))
      return template(
        `Album ${at}`,
        'Pictures',
        range(100).map((n) => `/photo/${at * 100 + n}`),
      )
    return template(
      `Photo ${at}`,
      '',
      [`/photo/${at + 1}`, `/photo/${at - 1}`].filter(
        (link) => !link.includes('-') && Number(link.slice(7)) < PAGES,
      ),
    )
  },
}

describe('no page of a large site is left out', () => {
  test.each(Object.entries(SITES))('%s', async (_, site) => {
    const { paths, traps, isExhausted } = await crawlMadeSite(site)
    expect(traps).toEqual([])
    expect(isExhausted).toBe(true)
    expect(paths.length).toBeGreaterThan(PAGES * 0.8)
  })
})

describe('a maze with text of its own on each page', () => {
  const learn = (pages: number, verdict: Verdict, knownUrls = 1, path = maze) => {
    const guard = createTrapGuard()
    let asked = 0
    for (let n = 0; n < pages; n++) {
      const url = `https://made.example${path(n)}`
      const sample = Buffer.from(
        Uint32Array.from({ length: 16 }, (_, at) => chance(`${n} ${at}`) * 2 ** 32).buffer,
      )
      const text = Buffer.from(word(`text ${n}`)).subarray(0, 8)
      const newUrls = [0, 1, 2, 3].map((child) => `https://made.example${path(n * 4 + child + 1)}`)
      const signature = {
        sample: sample.toString('base64url'),
        text: `${text.toString('base64url')}${n}xxxxxxxx`,
      }
      const known = range(knownUrls).map((at) => `https://made.example/known/${n * 3 + at}`)
      guard.learn({ url, finalUrl: url, signature, newUrls, knownUrls: known })
      guard.allows(url)
      for (const pattern of guard.suspicions().keys()) {
        guard.judge(pattern, verdict)
        asked++
      }
    }
    return { asked, traps: reportTraps(guard.state()) }
  }
  const maze = (n: number) => `/maze/${word(`a${n}`)}-${word(`b${n}`)}`

  test('ends when its site answers any address, and later when nobody knows', () => {
    const closed = { pattern: '/{text}/{text}', why: 'any_address', budget: 6 }
    expect(learn(100, 'endless')).toEqual({
      asked: 1,
      traps: [expect.objectContaining({ ...closed, leftOut: 94 })],
    })
    expect(learn(300, 'unknown')).toEqual({
      asked: 1,
      traps: [expect.objectContaining({ ...closed, budget: 240, leftOut: 61 })],
    })
  })

  test('is a site where that says that other addresses are not there; it is asked a few times at most', () => {
    expect(learn(5_000, 'finite')).toEqual({ asked: 5, traps: [] })
  })

  test('is no matter for its site where its pages have links in common', () => {
    expect(learn(5_000, 'endless', 8)).toEqual({ asked: 0, traps: [] })
  })
})
