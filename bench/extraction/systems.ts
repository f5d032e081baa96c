import type { Format } from '@gleaner/contracts'
import { extract } from '@gleaner/extract/extract'
import { decodeBody } from '@gleaner/markup'
import { Readability } from '@mozilla/readability'
import { Defuddle } from 'defuddle/node'
import { JSDOM, VirtualConsole } from 'jsdom'
import { parseHTML } from 'linkedom'
import { pageRequest } from '../lib/page-request.ts'
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
  const outcome = await extract(
    pageRequest({ url: page.url, body: page.bytes, contentType: 'text/html', formats }),
  )
  if (!outcome.ok) throw new Error(outcome.message)
  return outcome.content.content as Partial<Record<Format, unknown>>
}

/** A peer that needs a DOM; its own reading of the text is taken. */
function domSystem(name: string, read: (html: string, url: string) => string | Promise<string>): System {
  const text = async (page: BenchPage) => read(decodeBody(page.bytes, 'text/html').text, page.url)
  return { name, timed: text, text }
}

const SYSTEMS: readonly System[] = [
  gleaner,
  domSystem('readability+linkedom', (html) => {
    const article = new Readability(parseHTML(html).document).parse()
    return spacedText(article?.content)
  }),
  domSystem('readability+jsdom', (html, url) => {
    const dom = new JSDOM(html, { url, virtualConsole: new VirtualConsole() })
    try {
      return spacedText(new Readability(dom.window.document).parse()?.content)
    } finally {
      dom.window.close()
    }
  }),
  domSystem('defuddle', async (html, url) => {
    // Without `useAsync` it stays on the page; with it, it asks other sites for some.
    const { content } = await Defuddle(parseHTML(html).document, url, { useAsync: false })
    return spacedText(content)
  }),
]

/** HTML to text with blocks kept apart, which `textContent` runs together. */
function spacedText(html: string | null | undefined): string {
  const spaced = (html ?? '').replace(BLOCK_TAG, ' <')
  return parseHTML(`<!doctype html><html><body>${spaced}</body></html>`).document.body.textContent ?? ''
}

const BLOCK_TAG =
  /<(?=\/?(?:p|div|li|h\d|td|th|tr|br|section|pre|ul|ol|table|blockquote|figure|figcaption|dt|dd)\b)/g

export const SYSTEM_NAMES: readonly string[] = SYSTEMS.map(({ name }) => name)

/** Throws for a name that no system has. */
export function findSystem(name: string): System {
  const system = SYSTEMS.find((one) => one.name === name)
  if (!system) throw new Error(`No system "${name}"; there are: ${SYSTEM_NAMES.join(', ')}`)
  return system
}
