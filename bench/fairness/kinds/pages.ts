import { hash } from 'node:crypto'
import type { AlsoAnswers, HostileSite } from '@gleaner/devstack/testing/fair/hostile-site'

const WORDS = '<p>Some more words of a page that is long enough to be read.</p>'
const SIGNED_IN = '<title>Home</title><h1>Hello Ada</h1><a href="/logout">Sign out</a>'
/** Of those who came with these cookies once, plainly: whoever comes with one again is the browser. */
const seen = new Set<string>()
const BROWSERS_LEARN = '127.0.0.6'
/** An address of the site where plain requests learn nothing of a session. */
export const whereOnlyBrowsersLearn = ({ honest }: HostileSite) => honest.replace('127.0.0.3', BROWSERS_LEARN)

const MAZE_DOORS = ['a', 'b', 'c']

/** What the kinds that we hold ask for beside the pages of the site: endless mazes, feeds, documents, pages to read in a thread. */
export const alsoAnswers: AlsoAnswers = (request, response, kind) => {
  const { url = '/', headers } = request
  if (headers.host!.startsWith(BROWSERS_LEARN)) {
    const { cookie = '' } = headers
    const isBrowser = seen.has(cookie)
    if (cookie) seen.add(cookie)
    return send(response, isBrowser ? SIGNED_IN : '<title>A page</title><p>Nothing.</p>')
  }
  if (url === '/robots.txt' || url.startsWith('/sitemap')) {
    if (kind !== 'crawl-feeds' && kind !== 'crawl-step') return false
    response.writeHead(404).end()
    return true
  }
  if (kind === 'crawl-step') return send(response, mazePage(url))
  if (kind === 'crawl-feeds' && url === '/') return send(response, feedsPage(url))
  if (kind !== undefined) return false
  if (url.startsWith('/document')) return send(response, pdfOf(20), 'application/pdf')
  if (url.startsWith('/words'))
    return send(response, `<title>Words</title><main>${WORDS.repeat(5_000)}</main>`)
  if (url.startsWith('/feeds')) return send(response, feedsPage(url))
  if (url === '/feed.xml') return send(response, RSS, 'application/rss+xml')
  return false
}

function send(response: Parameters<AlsoAnswers>[1], body: string, type = 'text/html'): true {
  response.setHeader('content-type', type)
  response.end(body)
  return true
}

/** Each page leads to others that nothing else leads to. */
function mazePage(url: string): string {
  const links = MAZE_DOORS.map((door) => `<a href="/${hash('md5', url + door)}-${door}">${door}</a>`)
  return `<title>${url}</title><main><h1>A room ${url}</h1>${links.join(' ')}${WORDS}</main>`
}

const feedsPage = (url: string) =>
  `<title>News ${url}</title><link rel="alternate" type="application/rss+xml" href="/feed.xml"><main><h1>News</h1>${WORDS.repeat(9)}</main>`
const RSS =
  '<?xml version="1.0"?><rss version="2.0"><channel><title>News</title><item><link>/item</link></item></channel></rss>'

/** A document with so many lines of text. */
function pdfOf(lines: number): string {
  const text = `BT /F1 12 Tf 14 TL 50 750 Td ${'(A line of a document about a lighthouse.) Tj T* '.repeat(lines)}ET`
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${text.length} >>\nstream\n${text}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ]
  let body = '%PDF-1.4\n'
  const offsets = objects.map((object, index) => {
    const at = body.length
    body += `${index + 1} 0 obj\n${object}\nendobj\n`
    return `${String(at).padStart(10, '0')} 00000 n \n`
  })
  const xref = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.join('')}`
  return `${body}${xref}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${body.length}\n%%EOF\n`
}
