import { ALLOW_ALL } from '@gleaner/site-files/robots'
import { sampleAnswer } from '@gleaner/tier-worker/samples/sample-site'
import type { SiteAccess } from '../read/site-access.ts'

/** What the sample site's sitemap names: pages that a test key can scrape, and one of each outcome that its paths choose. */
const PATHS = ['/', '/guide', '/products/kettle', '/blog/brewing', '/manual.pdf', '/404', '/blocked']

/** The site of test keys: nothing leaves the service. */
export const sampleAccess: SiteAccess = {
  robots: async () => ({ state: 'missing', policy: ALLOW_ALL }),
  page: async (url) => {
    const answer = sampleAnswer({ url, method: 'GET', mode: 'auto' })
    if (typeof answer === 'string') return { kind: 'none', detail: `the sample target answers "${answer}"` }
    const { status, headers, body } = answer
    return { kind: 'page', finalUrl: url, status, contentType: headers['content-type'], body }
  },
  sitemaps: (siteUrl) => {
    const entries = PATHS.map((path) => ({
      url: new URL(path, siteUrl).href,
      source: 'sitemap' as const,
      lastModified: '2026-11-01',
    }))
    const url = new URL('/sitemap.xml', siteUrl).href
    const files = [{ url, entries: entries.length }]
    const report = {
      found: true,
      files,
      filesRead: 1,
      entries: entries.length,
      outside: 0,
      invalid: 0,
      filesSkipped: 0,
    }
    return { batches: once(entries), report }
  },
}

async function* once<T>(batch: T): AsyncGenerator<T> {
  yield batch
}
