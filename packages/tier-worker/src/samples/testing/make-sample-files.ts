import { writeFile } from 'node:fs/promises'
import { createEgress } from '@gleaner/egress'
import { createBrowserFetcher } from '@gleaner/fetch-engine/browser/fetcher'
import { SAMPLE_PAGES } from '../sample-pages.ts'
import { sampleResource } from '../sample-site.ts'

/*
 * Makes the PDF and the picture of each sample page anew, once the pages have changed:
 * node packages/tier-worker/src/samples/testing/make-sample-files.ts /usr/bin/chromium
 */
const [executablePath = '/usr/bin/chromium'] = process.argv.slice(2)
const egress = createEgress({})
const browser = createBrowserFetcher({ profile: 'full', egress, executablePath })

for (const { name, html } of SAMPLE_PAGES) {
  const page = {
    status: 200,
    headers: { 'content-type': 'text/html; charset=utf-8' },
    body: Buffer.from(html),
  }
  const outcome = await browser.fetch(
    {
      url: 'https://sample.gleaner.invalid/',
      method: 'GET',
      maxBytes: 1e7,
      browser: { removeCookieBanners: false, screenshot: true, pdf: true },
      site: (url, isDocument) => (isDocument ? page : sampleResource(url)),
    },
    AbortSignal.timeout(30_000),
  )
  if (outcome.kind !== 'page') throw new Error(`${name}: ${outcome.detail}`)
  await writeFile(new URL(`../files/${name}.png`, import.meta.url), outcome.page.screenshot!)
  await writeFile(new URL(`../files/${name}.pdf`, import.meta.url), outcome.page.pdf!)
}
await browser.close()
await egress.close()
