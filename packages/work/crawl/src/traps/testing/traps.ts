import { DAY_MS } from '@gleaner/runtime/units'
import { hex, html, type MadeSite, template, word, words } from './made-site.ts'

/** An answer of the trap, for addresses below its path. */
type Trap = (url: URL) => ReturnType<MadeSite>

const month = (url: URL) => {
  const [year = 2026, number = 11] = url.pathname.match(/\d+/g)?.map(Number) ?? []
  return (by: number) => {
    const at = new Date(Date.UTC(year, number - 1 + by, 1))
    return {
      path: `/cal/${at.getUTCFullYear()}/${at.getUTCMonth() + 1}`,
      name: at.toLocaleString('en', { month: 'long', year: 'numeric', timeZone: 'UTC' }),
    }
  }
}
const around = [-24, -12, -6, -1, 1, 6, 12, 24]
const range = (count: number) => Array.from({ length: count }, (_, n) => n)
const SHOP = range(30).map((n) => `${word(`item ${n}`)} ${word(`item${n}`)} lamp`)
const shop = (url: URL, links: string[]) =>
  template('Lamps', `${SHOP.filter((_, n) => (n * 7 + url.search.length) % 3 > 0).join('. ')}.`, links)

/** Where each trap begins, and how it answers. Kinds that differ in what makes them endless. */
export const TRAPS: Readonly<Record<string, { start: string; trap: Trap }>> = {
  'a calendar by path': {
    start: '/cal/2026/11',
    trap: (url) =>
      template(
        month(url)(0).name,
        'No events.',
        around.map((by) => month(url)(by).path),
      ),
  },
  'a calendar by query': {
    start: '/cal?year=2026&month=11',
    trap: (url) => {
      const at = (by: number) =>
        new Date(
          Date.UTC(Number(url.searchParams.get('year')), Number(url.searchParams.get('month')) - 1 + by, 1),
        )
      return template(
        `Calendar ${at(0).toISOString().slice(0, 7)}`,
        'Nothing is planned.',
        around.map((by) => `/cal?year=${at(by).getUTCFullYear()}&month=${at(by).getUTCMonth() + 1}`),
      )
    },
  },
  'a calendar by day with events without end': {
    start: '/day/2031-11-23',
    trap: (url) => {
      const at = (by: number) =>
        new Date(Date.parse(url.pathname.slice(5)) + by * DAY_MS).toISOString().slice(0, 10)
      return html(
        `Day ${at(0)}`,
        words(`day ${at(0)}`, 60),
        [3650, 7300, 11_000, -40_000, 1, 7, 365].map((by) => `/day/${at(by)}`),
      )
    },
  },
  'filters that combine': {
    start: '/lamps?color=red',
    trap: (url) => {
      const with_ = (name: string, value: string) => {
        const query = new URLSearchParams(url.search)
        query.set(name, value)
        return `/lamps?${query}`
      }
      return shop(
        url,
        ['color', 'size', 'brand', 'price', 'stock'].flatMap((name) =>
          ['a', 'b', 'c', 'd'].map((value) => with_(name, value)),
        ),
      )
    },
  },
  'filters in the path': {
    start: '/lamps/color-red',
    trap: (url) =>
      shop(
        url,
        range(6).map(
          (n) => `${url.pathname}/${['color', 'size', 'brand'][n % 3]}-${word(`${url.pathname} ${n}`)}`,
        ),
      ),
  },
  'sort orders': {
    start: '/list?sort=name',
    trap: (url) =>
      shop(
        url,
        ['name', 'price', 'age'].flatMap((sort) =>
          range(8).map(
            (n) => `/list?sort=${sort}&dir=${n % 2}&view=${n}&per=${url.searchParams.get('per') ?? 1}${n}`,
          ),
        ),
      ),
  },
  'a session in the query by another name': {
    start: '/a?zz=1',
    trap: (url) =>
      template(
        'A room',
        `Text of the room ${url.pathname}.`,
        range(8).map((n) => `/a?zz=${hex(url.href + n)}`),
      ),
  },
  'a session in the path': {
    start: '/s/1/a',
    trap: (url) =>
      template(
        'A room',
        'The text of the room.',
        range(8).map((n) => `/s/${hex(url.href + n)}/a`),
      ),
  },
  'segments that repeat': {
    start: '/x/y/',
    trap: () => template('Where', 'A relative link without an end.', ['x/y/', 'y/x/', 'x/x/', './y/']),
  },
  'ever deeper segments': {
    start: '/deep/a/',
    trap: (url) =>
      template(
        'Deep',
        'The same page below itself.',
        range(4).map((n) => `${word(url.href + n)}/`),
      ),
  },
  'pages beyond the last': {
    start: '/news?page=1',
    trap: (url) => {
      const page = Number(url.searchParams.get('page'))
      return template(
        `News, page ${page}`,
        'There are no entries.',
        [1, 2, 5, 10, 100].map((by) => `/news?page=${page + by}`),
      )
    },
  },
  'print and mail versions of themselves': {
    start: '/print/1',
    trap: (url) =>
      template(
        'Print',
        'Print this page.',
        range(5).map((n) => `/print/${hex(url.href + n, 9)}?print=1`),
      ),
  },
  'sign-ins with ways back': {
    start: '/login?back=/1',
    trap: (url) =>
      template(
        'Sign in',
        'Name and password, please.',
        range(5).map((n) => `/login?back=${encodeURIComponent(url.pathname + url.search)}${n}`),
      ),
  },
  'answers to answers': {
    start: '/reply?to=1',
    trap: (url) =>
      template(
        'Reply',
        'Write your answer here.',
        range(5).map((n) => `/reply?to=${url.searchParams.get('to')}${n}&quote=${n}`),
      ),
  },
  'a maze of pages that do not exist': {
    start: '/lost/a',
    trap: (url) =>
      template(
        'Not here',
        'This page does not exist. Perhaps you mean one of these.',
        range(6).map((n) => `/lost/${word(url.href + n)}-${word(`${url.href}${n}b`)}`),
      ),
  },
  'redirects to ever new addresses': {
    start: '/go/1',
    trap: (url) =>
      url.pathname.startsWith('/go/')
        ? { redirect: `/at/${hex(url.pathname)}` }
        : template(
            'Arrived',
            'You have arrived.',
            range(5).map((n) => `/go/${hex(url.href + n, 12)}`),
          ),
  },
  'links made of the text': {
    start: '/text/a',
    trap: (url) =>
      template(
        'Text',
        `All of it is a link.`,
        words(url.href, 6)
          .split(' ')
          .map((some) => `/text/${some}%20${word(some + url.href)}`),
      ),
  },
  'a query that grows': {
    start: '/grow?a=1',
    trap: (url) =>
      template(
        'Grow',
        'Choose more.',
        range(5).map((n) => `${url.pathname}${url.search}&${word(url.href + n).slice(0, 4)}=${n}`),
      ),
  },
  'numbers far apart': {
    start: '/ticket/1',
    trap: (url) =>
      template(
        `Ticket ${url.pathname.slice(8)}`,
        'This ticket has no entries.',
        range(6).map((n) => `/ticket/${Number.parseInt(hex(url.href + n, 10), 16)}`),
      ),
  },
  'escapes of escapes': {
    start: '/e/%25',
    trap: (url) =>
      template(
        'Escape',
        'An address in an address.',
        range(4).map((n) => `${url.pathname.replaceAll('%', '%25')}${n}`),
      ),
  },
  'filters written by numbers': {
    start: '/find?min=1',
    trap: (url) =>
      shop(
        url,
        range(8).map(
          (n) => `/find?min=${(Number(url.searchParams.get('min')) * 3 + n) % 100_000}&max=${n * 10}`,
        ),
      ),
  },
}
