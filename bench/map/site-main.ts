import { gzipSync } from 'node:zlib'
import { sendFile, startOwnSite } from '@gleaner/target-site/sites/own-site'

/** A site of its own process: `node site-main.ts FILES ENTRIES` serves an index of gzipped sitemaps, and sends its address to the parent. */
const [files, entries] = process.argv.slice(2).map(Number) as [number, number]

const site = await startOwnSite((visit) => {
  const { pathname, origin } = visit.url
  if (pathname === '/sitemap.xml') return sendFile(visit, index(origin))
  const number = /^\/part-(\d+)\.xml\.gz$/.exec(pathname)?.[1]
  return number === undefined ? undefined : sendFile(visit, gzipped(origin, Number(number)))
})
const made = new Map<number, Buffer>()
process.send!(site.url)
process.once('disconnect', () => process.exit())

function index(origin: string): string {
  const parts = Array.from(
    { length: files },
    (_, i) => `<sitemap><loc>${origin}/part-${i}.xml.gz</loc></sitemap>`,
  )
  return `<?xml version="1.0"?><sitemapindex>${parts.join('')}</sitemapindex>`
}

/** Made once, so that what is measured is the reading. */
function gzipped(origin: string, part: number): Buffer {
  const known = made.get(part)
  if (known) return known
  const urls = Array.from({ length: entries }, (_, i) => {
    const address = `${origin}/shop/${(i * 7919) % 613}/item-${part}-${i}-with-a-name?ref=${(i * 31) % 977}&amp;v=2`
    return `<url><loc>${address}</loc><lastmod>2026-0${(i % 9) + 1}-1${i % 10}T10:00:00+00:00</lastmod><priority>0.5</priority></url>`
  })
  const file = gzipSync(
    `<?xml version="1.0"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls.join('\n')}\n</urlset>`,
  )
  made.set(part, file)
  return file
}
