import { writeFile } from 'node:fs/promises'
import { createBrowserFetcher } from '@gleaner/browser-tiers'
import { createEgress } from '@gleaner/egress'
import type { BrowserOptions, FetchedPage } from '@gleaner/http-tiers'
import { SAMPLE_PAGES } from '../sample-pages.ts'
import { sampleResource } from '../sample-site.ts'

/*
 * Makes the PDF and the picture of each sample page anew, once the pages have changed:
 * node packages/work/tier-worker/src/samples/testing/make-sample-files.ts /usr/bin/chromium
 */
const [executablePath = '/usr/bin/chromium'] = process.argv.slice(2)
const egress = createEgress({})
const browser = createBrowserFetcher({ profile: 'full', egress, executablePath })

for (const { name, html } of SAMPLE_PAGES) {
  const { pdf } = await show(html, { pdf: true })
  await writeFile(new URL(`../files/${name}.pdf`, import.meta.url), pdf!)
  const { screenshot } = await show(beginningOf(html), { screenshot: true })
  await writeFile(new URL(`../files/${name}.png`, import.meta.url), screenshot!)
}
await browser.close()
await egress.close()

async function show(html: string, options: Partial<BrowserOptions>): Promise<FetchedPage> {
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
      browser: { removeCookieBanners: false, ...options },
      site: (url, isDocument) => (isDocument ? page : sampleResource(url)),
    },
    AbortSignal.timeout(30_000),
  )
  if (outcome.kind !== 'page') throw new Error(outcome.detail)
  return outcome.page
}

/** The headline and the first paragraph in large letters: reading their text from the picture must not cost much. */
function beginningOf(html: string): string {
  const headline = /<h1>.*?<\/h1>/s.exec(html)![0]
  const [paragraph] = /<p>(?!By )[^<]{80,}<\/p>/s.exec(html)!
  return html.replace(/<body>.*<\/body>/s, `<body style="font-size: 28px">${headline}${paragraph}</body>`)
}
