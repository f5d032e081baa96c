import { randomUUID } from 'node:crypto'
import { DAY_MS, MEGABYTE } from '@gleaner/runtime/units'
import { type OwnSite, SENT, startOwnSite, type Visit } from './own-site.ts'
import { linkedPage, prose, words } from './prose.ts'

export interface Trap {
  /** Where its start page leads. */
  entrance: readonly string[]
  /** What is behind the entrance. */
  handle: (visit: Visit) => string | typeof SENT | undefined
}

/** Each trap stands beside these pages, which a crawl must find all the same. */
export const HONEST_PATHS = ['/', '/about', '/contact', '/history', '/people', '/prices'] as const

/** A site whose start page leads to the honest pages and into a trap. */
export function startTrapSite({ entrance, handle }: Trap): Promise<OwnSite> {
  return startOwnSite((visit) => {
    const path = visit.url.pathname
    if (path === '/') return linkedPage('Welcome', [...HONEST_PATHS, ...entrance])
    if (HONEST_PATHS.some((honest) => honest === path) && visit.url.search === '')
      return linkedPage(`All ${path}`, HONEST_PATHS)
    // Pages are the trap, not the files beside them.
    if (/^\/(?:robots\.txt|sitemap)/.test(path)) return undefined
    return handle(visit)
  })
}

const number = (url: URL, name: string) => Number(url.searchParams.get(name) ?? 0)
/** A page whose links are made of its own address. */
const pages = (links: (url: URL) => readonly string[]): Trap['handle'] => {
  return ({ url }) => linkedPage(`${url.pathname}${url.search}`, links(url))
}
const COLOURS = ['red', 'blue', 'green', 'black', 'white', 'grey']
const SIZES = ['s', 'm', 'l', 'xl']
const BRANDS = ['acme', 'selwyn', 'harbour', 'north', 'south']

/** Ways in which a site has pages without end, or makes each one cost too much. */
export const TRAPS: Record<string, Trap> = {
  'calendar in the query': {
    entrance: ['/calendar?month=0'],
    handle: pages((url) => [-12, -1, 1, 12].map((step) => `/calendar?month=${number(url, 'month') + step}`)),
  },
  'calendar in the path': {
    entrance: ['/events/2026/01/01'],
    handle: pages(({ pathname }) => {
      const day = Date.parse(pathname.replace('/events/', '').replaceAll('/', '-'))
      return [-1, 1, 31, 365].map((step) => {
        const date = new Date((Number.isNaN(day) ? 0 : day) + step * DAY_MS).toISOString().slice(0, 10)
        return `/events/${date.replaceAll('-', '/')}`
      })
    }),
  },
  'facets of a shop': {
    entrance: ['/shop'],
    handle: pages((url) => {
      const facets: [string, readonly string[]][] = [
        ['colour', COLOURS],
        ['size', SIZES],
        ['brand', BRANDS],
        ['price', ['1', '2', '3', '4', '5']],
        ['rating', ['1', '2', '3', '4', '5']],
      ]
      return facets.flatMap(([name, values]) =>
        values.map((value) => {
          const next = new URL(url)
          next.searchParams.append(name, value)
          return next.pathname + next.search
        }),
      )
    }),
  },
  'facets in the path': {
    entrance: ['/filter'],
    handle: pages(({ pathname }) => [...COLOURS, ...SIZES, ...BRANDS].map((value) => `${pathname}/${value}`)),
  },
  'orders and views of a list': {
    entrance: ['/list?sort=name'],
    handle: pages(({ pathname }) =>
      ['name', 'price', 'date', 'rating', 'size', 'colour'].flatMap((sort) =>
        ['asc', 'desc'].flatMap((dir) =>
          ['grid', 'list', 'table'].flatMap((view) =>
            [10, 25, 50, 100].map((per) => `${pathname}?sort=${sort}&dir=${dir}&view=${view}&per=${per}`),
          ),
        ),
      ),
    ),
  },
  'session in the query': {
    entrance: ['/board?sid=start'],
    handle: ({ url }) =>
      linkedPage(
        `Board ${url.pathname}`,
        [1, 2, 3].map((topic) => `/board/${topic}?sid=${randomUUID().replaceAll('-', '')}`),
      ),
  },
  'session in the path': {
    entrance: ['/s/start/room/1'],
    handle: ({ url }) => {
      const room = url.pathname.split('/').at(-1)
      const next = [1, 2, 3].map((other) => `/s/${randomUUID().replaceAll('-', '')}/room/${other}`)
      return linkedPage(`Room ${room}`, next)
    },
  },
  'session as a path parameter': {
    entrance: ['/app/page;jsessionid=0'],
    handle: () =>
      linkedPage('The app', [
        `/app/page;jsessionid=${randomUUID()}`,
        `/app/other;jsessionid=${randomUUID()}`,
      ]),
  },
  'endless depth': {
    entrance: ['/deep/0'],
    handle: pages(({ pathname }) => [`${pathname}/${pathname.split('/').length}`]),
  },
  'segments that repeat': {
    entrance: ['/docs/'],
    handle: pages(({ pathname }) => [`${pathname}docs/`, `${pathname}guide/`]),
  },
  'a relative link in the layout': {
    entrance: ['/team/list/'],
    handle: pages(() => ['team/list/', 'team/contact/']),
  },
  'pages without end in the query': {
    entrance: ['/archive?page=1'],
    handle: pages((url) =>
      [number(url, 'page') + 1, number(url, 'page') + 10].map((page) => `/archive?page=${page}`),
    ),
  },
  'pages without end in the path': {
    entrance: ['/blog/page/1'],
    handle: pages(({ pathname }) => {
      const page = Number(pathname.split('/').at(-1))
      return [page + 1, page + 10].map((next) => `/blog/page/${next}`)
    }),
  },
  'random words': {
    entrance: ['/words/start'],
    handle: pages(({ pathname }) =>
      Array.from({ length: 20 }, (_, i) => `/words/${words(`${pathname}${i}`, 3).join('-')}`),
    ),
  },
  'random paths': {
    entrance: ['/maze/start'],
    handle: () =>
      linkedPage(
        randomUUID(),
        [1, 2, 3, 4].map(() => `/${words(randomUUID(), 3).join('/')}`),
      ),
  },
  'missing pages that say 200': {
    entrance: ['/gone/1'],
    handle: ({ url }) =>
      linkedPage(
        'Page not found',
        [1, 2, 3].map((i) => `/gone/${Number(url.pathname.split('/').at(-1)) * 3 + i}`),
        'Sorry, the page that you are looking for is not here any more. Try our start page.',
      ),
  },
  'a maze of redirects': {
    entrance: ['/door/1'],
    handle: ({ url, response }) => {
      const door = Number(url.pathname.split('/').at(-1))
      if (url.pathname.startsWith('/hall/'))
        return linkedPage(`Hall ${door}`, [`/door/${door + 1}`, `/door/${door * 2}`])
      response.writeHead(302, { location: `/hall/${door}?from=${randomUUID()}` }).end()
      return SENT
    },
  },
  'redirects in a circle': {
    entrance: Array.from({ length: 30 }, (_, i) => `/circle/${i}`),
    handle: ({ url, response }) => {
      response.writeHead(301, {
        location: url.pathname.endsWith('/back') ? url.pathname.slice(0, -5) : `${url.pathname}/back`,
      })
      response.end()
      return SENT
    },
  },
  'pages that move on by themselves': {
    entrance: ['/wait/1'],
    handle: ({ url }) => {
      const next = Number(url.pathname.split('/').at(-1)) + 1
      return `<!doctype html><title>${next}</title><meta http-equiv="refresh" content="0;url=/wait/${next}"><a href="/wait/${next}">on</a>`
    },
  },
  'a farm of links': {
    entrance: ['/farm/0'],
    handle: ({ url }) =>
      linkedPage(
        `Farm ${url.pathname}`,
        Array.from({ length: 10_000 }, (_, i) => `${url.pathname}-${i}`),
      ),
  },
  'a time in every link': {
    entrance: ['/news?t=0'],
    handle: ({ url }) =>
      linkedPage(
        `News ${url.pathname}`,
        [1, 2, 3].map((i) => `/news/${i}?t=${process.hrtime.bigint()}`),
      ),
  },
  'an address that grows': {
    entrance: ['/login?return=%2F'],
    handle: pages(({ pathname, search }) => [`/login?return=${encodeURIComponent(pathname + search)}`]),
  },
  'copies of one page': {
    entrance: ['/copy/1'],
    handle: ({ url }) => {
      const copy = Number(url.pathname.split('/').at(-1))
      return linkedPage(
        'The same again',
        [`/copy/${copy + 1}`, `/copy/${copy * 2}`],
        prose('the same again', 40),
      )
    },
  },
  'searches for what was found': {
    entrance: ['/search?q=harbour'],
    handle: pages((url) =>
      words(url.search, 8).map(
        (word) => `/search?q=${encodeURIComponent(`${url.searchParams.get('q')} ${word}`)}`,
      ),
    ),
  },
  'versions and their differences': {
    entrance: ['/wiki/index.php?title=Main&oldid=1'],
    handle: pages((url) => {
      const id = number(url, 'oldid')
      return [1, 2, 3].map((step) => `/wiki/index.php?title=Main&diff=${id + step}&oldid=${id + 2 * step}`)
    }),
  },
  'spellings of one path': {
    entrance: ['/Page'],
    handle: ({ url }) => {
      const spell = (at: number) =>
        [...'/page'].map((char, i) => ((at >> i) & 1 ? char.toUpperCase() : char)).join('')
      return linkedPage('One page', [
        ...Array.from({ length: 32 }, (_, i) => spell(i)),
        `/${url.pathname}`,
        `${url.pathname}//`,
      ])
    },
  },
  'hosts of its own making': {
    entrance: ['/hosts'],
    handle: ({ url }) =>
      linkedPage(
        'Hosts',
        Array.from({ length: 50 }, (_, i) => `http://127.0.0.${i + 2}:${url.port}/hosts`),
      ),
  },
  'a huge page': {
    entrance: ['/huge/1', '/huge/2'],
    handle: ({ response }) => {
      response.writeHead(200, { 'content-type': 'text/html' })
      response.end(Buffer.alloc(64 * MEGABYTE, '<p>The harbour is large. </p>'))
      return SENT
    },
  },
  'a page that drips': {
    entrance: ['/drip/1', '/drip/2'],
    handle: ({ response }) => {
      response.writeHead(200, { 'content-type': 'text/html' })
      const drops = setInterval(() => response.write('<p>drop'), 500)
      response.once('close', () => clearInterval(drops))
      return SENT
    },
  },
}

/** Whether a path belongs to the trap. */
export function isTrapped(path: string): boolean {
  return !HONEST_PATHS.some((honest) => honest === path) && !/^\/(?:robots\.txt|sitemap)/.test(path)
}
