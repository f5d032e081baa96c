import { send, sendJson } from '../respond.ts'
import type { Route, RouteGroup } from '../route.ts'

const CATCH = [
  { species: 'mackerel', boat: 'Maren', kilograms: 412.5, landed_at: '2026-05-04T05:40:00Z' },
  { species: 'plaice', boat: 'Kestrel', kilograms: 128, landed_at: '2026-05-04T06:15:00Z' },
  { species: 'brown crab', boat: 'Old Tom', kilograms: 76.2, landed_at: '2026-05-04T07:05:00Z' },
]

/** Routes that answer with data instead of pages. */
export function dataRoutes(): RouteGroup {
  return {
    title: 'Data',
    routes: [
      {
        path: '/json',
        about: 'A JSON object.',
        handle: ({ response }) =>
          sendJson(response, { port: 'Port Selwyn', day: '2026-05-04', landings: CATCH }),
      },
      { path: '/json-array', about: 'A JSON array.', handle: ({ response }) => sendJson(response, CATCH) },
      fixed('/xml', 'XML data.', 'application/xml', () => {
        const landings = CATCH.map(
          (landing) =>
            `  <landing boat="${landing.boat}"><species>${landing.species}</species><kg>${landing.kilograms}</kg></landing>`,
        )
        return `<?xml version="1.0" encoding="UTF-8"?>\n<landings port="Port Selwyn">\n${landings.join('\n')}\n</landings>\n`
      }),
      fixed('/csv', 'A table as CSV, with a quoted cell.', 'text/csv; charset=utf-8', () => {
        const rows = CATCH.map(
          ({ species, boat, kilograms }) => `"${boat}, Port Selwyn",${species},${kilograms}`,
        )
        return `boat,species,kilograms\r\n${rows.join('\r\n')}\r\n`
      }),
      fixed('/text', 'Plain text.', 'text/plain; charset=utf-8', () => TEXT),
      fixed('/feed', 'An RSS feed.', 'application/rss+xml; charset=utf-8', feed),
      fixed('/sitemap.xml', 'The sitemap.', 'application/xml', sitemap),
      fixed('/robots.txt', 'What robots may visit.', 'text/plain', (origin) =>
        [
          'User-agent: *',
          'Disallow: /account',
          'Crawl-delay: 0',
          '',
          `Sitemap: ${origin}/sitemap.xml`,
          '',
        ].join('\n'),
      ),
    ],
  }
}

const TEXT = `TIDES AT PORT SELWYN, 4 MAY

High water   05:52   4.1 m
Low water    11:58   0.9 m
High water   18:21   4.3 m

The ferry does not sail for an hour either side of low water.
`

function fixed(path: string, about: string, type: string, write: (origin: string) => string): Route {
  return {
    path,
    about,
    handle: ({ response, url }) => send(response, 200, { 'content-type': type }, write(url.origin)),
  }
}

function feed(origin: string): string {
  const items = [
    ['Swing bridge open on Sundays', '/article', 'Mon, 04 May 2026 08:00:00 GMT'],
    ['The slow ferry celebrates a hundred years', '/slow', 'Sat, 02 May 2026 09:30:00 GMT'],
  ].map(
    ([title, path, day]) =>
      `<item><title>${title}</title><link>${origin}${path}</link><pubDate>${day}</pubDate></item>`,
  )
  const channel = `<title>Port Selwyn Courier</title><link>${origin}/</link><description>News of the town</description>`
  return `<?xml version="1.0" encoding="UTF-8"?>\n<rss version="2.0"><channel>${channel}${items.join('')}</channel></rss>\n`
}

function sitemap(origin: string): string {
  const paths = [
    '/',
    '/plain',
    '/article',
    '/docs',
    '/product',
    '/forum',
    '/listing',
    '/recipe',
    '/event',
    '/faq',
  ]
  const urls = paths.map((path) => `<url><loc>${origin}${path}</loc><lastmod>2026-05-04</lastmod></url>`)
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls.join('')}</urlset>\n`
}
