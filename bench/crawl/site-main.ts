import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { loadMixture, type MixturePage } from '../lib/mixture/load-mixture.ts'

/** What was asked of the site since its counts were last forgotten: pages that it delivered, each by its path. */
export interface TargetCounts {
  distinct: number
  /** Deliveries beyond the first of their path. */
  again: number
}

/** Links of a made page: as many as documentation has on a page that lists its chapters. */
const FAN_OUT = 10

const KEEP_ALIVE_MS = 10 * 60_000

type Pages = (path: string) => Buffer | undefined

/**
 * A website in a process of its own, whose port it sends its parent: pages of the mixture, as many as its first argument says, of
 * the folder that is the second, each with links to ten others, to its parent and to the start. It has no robots.txt and no sitemap, so that all crawlers find the same.
 * The message `forget` forgets what was counted, `counts` is answered with it.
 */
function main(): void {
  const find = madePages(Number(process.argv[2]), loadMixture(process.argv[3]!))
  const counts = new Map<string, number>()
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://site').pathname
    const page = find(path)
    if (!page) {
      response.writeHead(404).end()
      return
    }
    counts.set(path, (counts.get(path) ?? 0) + 1)
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'content-length': page.byteLength })
    response.end(page)
  })
  // Closed connections would count as failures of whoever was about to use them.
  server.keepAliveTimeout = KEEP_ALIVE_MS
  process.on('message', (message) => {
    if (message === 'forget') counts.clear()
    else process.send!(summary(counts))
  })
  process.once('disconnect', () => process.exit())
  server.listen(0, '127.0.0.1', () => process.send!((server.address() as AddressInfo).port))
}

function summary(counts: ReadonlyMap<string, number>): TargetCounts {
  let deliveries = 0
  for (const count of counts.values()) deliveries += count
  return { distinct: counts.size, again: deliveries - counts.size }
}

function madePages(pages: number, mixture: readonly MixturePage[]): Pages {
  const prepared = mixture.map(({ html }) => prepare(html))
  return (path) => {
    const index = path === '/' ? 0 : Number(path.slice(1))
    if (!Number.isInteger(index) || index < 0 || index >= pages) return undefined
    const children = Array.from({ length: FAN_OUT }, (_, child) => index * FAN_OUT + child + 1)
    const linked = [Math.floor((index - 1) / FAN_OUT), ...children].filter((one) => one > 0 && one < pages)
    const links = linked.map((one) => `<li><a href="/${one}">Chapter ${one}</a></li>`).join('')
    const { before, after } = prepared[index % prepared.length]!
    // A heading of its own: pages that show the same are told as copies.
    return Buffer.from(
      `${before}<h1>Chapter ${index}</h1><nav><a href="/">Start</a><ul>${links}</ul></nav>${after}`,
    )
  }
}

/** A page in two parts, with links of this site to be put between them, which are then the only ones: its own lead elsewhere. */
function prepare(html: string): { before: string; after: string } {
  const own = html
    .replaceAll(
      /<link[^>]*\brel=["']?(?:canonical|alternate)[^>]*>|<base[^>]*>|<meta[^>]*\b(?:robots|refresh)\b[^>]*>/gi,
      '',
    )
    .replaceAll(/(<a\b[^>]*\bhref=)(?:"[^"]*"|'[^']*')/gi, '$1"#"')
  const at = /<body[^>]*>/i.exec(own)
  const end = at ? at.index + at[0].length : 0
  return { before: own.slice(0, end), after: own.slice(end) }
}

main()
