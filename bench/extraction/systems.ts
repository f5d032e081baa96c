import type { Format } from '@gleaner/contracts'
import { decodeBody } from '@gleaner/extract/charset/decode-body'
import { extract } from '@gleaner/extract/extract'
import { Readability } from '@mozilla/readability'
import { Defuddle } from 'defuddle/node'
import { JSDOM, VirtualConsole } from 'jsdom'
import { parseHTML } from 'linkedom'
import type { BenchPage } from './load-pages.ts'

/** An extractor under test. `timed` is the work whose cost is told; `text` gives what is held against the truth. */
export interface System {
  name: string
  timed(page: BenchPage): Promise<unknown>
  text(page: BenchPage): Promise<string>
}

const gleaner: System = {
  name: 'gleaner',
  timed: (page) => runGleaner(page, ['markdown', 'json']),
  text: async (page) => (await runGleaner(page, ['text'])).text as string,
}

async function runGleaner(page: BenchPage, formats: Format[]): Promise<Partial<Record<Format, unknown>>> {
  const outcome = await extract({
    url: page.url,
    body: page.bytes,
    contentType: 'text/html',
    mode: 'auto',
    formats,
    includeRawHtml: false,
    onlyMainContent: true,
    removeCookieBanners: true,
    evidence: false,
    ocr: false,
    maxContentBytes: 50_000_000,
  })
  if (!outcome.ok) throw new Error(outcome.message)
  return outcome.content.content as Partial<Record<Format, unknown>>
}

/** A peer that needs a DOM; its own reading of the text is taken. */
function domSystem(name: string, read: (html: string, url: string) => string | Promise<string>): System {
  const text = async (page: BenchPage) => read(decodeBody(page.bytes, 'text/html').text, page.url)
  return { name, timed: text, text }
}

const PEERS: Readonly<Record<string, System>> = {
  'readability+linkedom': domSystem('readability+linkedom', (html) => {
    const article = new Readability(parseHTML(html).document).parse()
    return spacedText(article?.content)
  }),
  'readability+jsdom': domSystem('readability+jsdom', (html, url) => {
    const dom = new JSDOM(html, { url, virtualConsole: new VirtualConsole() })
    const article = new Readability(dom.window.document).parse()
    dom.window.close()
    return spacedText(article?.content)
  }),
  'defuddle+linkedom': domSystem('defuddle+linkedom', async (html, url) => {
    const { content } = await Defuddle(parseHTML(html).document, url)
    return spacedText(content)
  }),
}

/** HTML to text with blocks kept apart, which `textContent` runs together. */
function spacedText(html: string | null | undefined): string {
  const spaced = (html ?? '').replace(BLOCK_TAG, ' <')
  return parseHTML(`<!doctype html><html><body>${spaced}</body></html>`).document.body.textContent ?? ''
}

const BLOCK_TAG =
  /<(?=\/?(?:p|div|li|h\d|td|th|tr|br|section|pre|ul|ol|table|blockquote|figure|figcaption|dt|dd)\b)/g

/** Gleaner, and the named peers (`all` for every one). */
export function chooseSystems(peers: readonly string[]): System[] {
  const names = peers.includes('all') ? Object.keys(PEERS) : peers
  return [
    gleaner,
    ...names.map((name) => {
      const peer = PEERS[name]
      if (!peer) throw new Error(`No peer "${name}"; there are: ${Object.keys(PEERS).join(', ')}`)
      return peer
    }),
  ]
}
