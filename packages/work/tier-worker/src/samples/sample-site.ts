import { readFileSync } from 'node:fs'
import type { FetchRequest, InternalResponse } from '@gleaner/http-tiers'
import { fnv1a } from '@gleaner/runtime/hash'
import { RELATED, RELATED_PATH } from './sample-layout.ts'
import { MISSING_PAGE, SAMPLE_PAGES, type SamplePage, SCRIPTED_PAGE } from './sample-pages.ts'

/** What the target of a test key answers; the two words are outcomes without an answer. */
export type SampleAnswer = InternalResponse | 'blocked' | 'timeout'

/**
 * The target of test keys. The URL alone chooses the page, the same one on every machine; `form` is what the mode asks for: the
 * page itself, or the same page as a PDF or as a picture. Endings of the path choose outcomes and forms.
 */
export function sampleAnswer(request: Pick<FetchRequest, 'url' | 'method' | 'mode'>): SampleAnswer {
  const { pathname } = new URL(request.url)
  const last = pathname.slice(pathname.lastIndexOf('/')).toLowerCase()
  switch (last) {
    case '/blocked':
      return 'blocked'
    case '/timeout':
      return 'timeout'
    case '/404':
      return html(MISSING_PAGE, 404)
    case '/js':
      return html(SCRIPTED_PAGE)
  }
  const page = SAMPLE_PAGES[fnv1a(withoutFragment(request.url)) % SAMPLE_PAGES.length]!
  if (request.mode === 'pdf' || last.endsWith('.pdf')) return asPdf(page)
  if (request.mode === 'ocr' || /\.(png|jpe?g|gif|webp)$/.test(last)) return asPicture(page)
  return html(page.html)
}

/** What else a sample page asks for; undefined for all that it does not. */
export function sampleResource(url: string): InternalResponse | undefined {
  const { pathname } = new URL(url)
  if (pathname === RELATED_PATH) return response('application/json', Buffer.from(JSON.stringify(RELATED)))
  // The script of `/js` shows the first page.
  if (pathname === '/') return html(SAMPLE_PAGES[0]!.html)
  return undefined
}

function html(text: string, status = 200): InternalResponse {
  return response('text/html; charset=utf-8', Buffer.from(text), status)
}

function asPdf({ name }: SamplePage): InternalResponse {
  return response('application/pdf', readSampleFile(`${name}.pdf`))
}

function asPicture({ name }: SamplePage): InternalResponse {
  return response('image/png', readSampleFile(`${name}.png`))
}

function response(contentType: string, body: Uint8Array, status = 200): InternalResponse {
  return { status, headers: { 'content-type': contentType }, body }
}

const files = new Map<string, Uint8Array>()

/** Made of the pages by `testing/make-sample-files.ts`. */
function readSampleFile(name: string): Uint8Array {
  const known = files.get(name) ?? readFileSync(new URL(`./files/${name}`, import.meta.url))
  files.set(name, known)
  return known
}

/** A fragment is not sent, and a browser may ask for https where http was said. */
function withoutFragment(url: string): string {
  return url.replace(/#.*$/s, '').replace(/^https?:/, '')
}
