import { createRequire } from 'node:module'
import type { Format } from '@gleaner/contracts'
import { pageRequest } from '../lib/page-request.ts'

/** Reads a page; what it makes is let go. */
export type Reader = (bytes: Buffer, url: string) => Promise<unknown> | unknown

/** What each reader makes of the same bytes. */
export const WORK: Readonly<Record<string, string>> = {
  'gleaner markdown + json': 'tree, main content, Markdown, structured data, metadata',
  'gleaner markdown': 'tree, main content, Markdown, metadata',
  'gleaner links': 'tree, all links, metadata, how much content there is',
  'cheerio as Crawlee': 'tree, title',
  'cheerio + turndown': 'tree, Markdown of the whole page',
  'jsdom + turndown': 'tree with a DOM, Markdown of the whole page',
  'readability + turndown': 'tree with a DOM, main content, Markdown',
}

export const READER_NAMES: readonly string[] = Object.keys(WORK)

/** Loads the reader alone, so that its process holds nothing else. */
export async function findReader(name: string): Promise<Reader> {
  if (name.startsWith('gleaner ')) return gleaner(name.slice('gleaner '.length).split(' + ') as Format[])
  const load = PEERS[name]
  if (!load) throw new Error(`No reader "${name}"; there are: ${READER_NAMES.join(', ')}`)
  return load()
}

async function gleaner(formats: Format[]): Promise<Reader> {
  const { extract } = await import('@gleaner/extract/extract')
  return async (body, url) => {
    const outcome = await extract(pageRequest({ url, body, contentType: 'text/html', formats }))
    return JSON.stringify(outcome)
  }
}

const PEERS: Readonly<Record<string, () => Promise<Reader>>> = {
  'cheerio as Crawlee': async () => {
    const parse = crawleeTree()
    return (bytes) => parse(bytes)('title').text()
  },
  'cheerio + turndown': async () => {
    const parse = crawleeTree()
    const toMarkdown = await turndown()
    return (bytes) => toMarkdown(parse(bytes)('body').html() ?? '')
  },
  'jsdom + turndown': async () => {
    const [open, toMarkdown] = await Promise.all([jsdom(), turndown()])
    return (bytes, url) => open(bytes, url, (document) => toMarkdown(document.body))
  },
  'readability + turndown': async () => {
    const [open, toMarkdown, { Readability }] = await Promise.all([
      jsdom(),
      turndown(),
      import('@mozilla/readability'),
    ])
    return (bytes, url) =>
      open(bytes, url, (document) => toMarkdown(new Readability(document).parse()?.content ?? ''))
  },
}

type Select = (selector: string) => { text(): string; html(): string | null }

/** With the packages that Crawlee's CheerioCrawler has, called as it calls them. */
function crawleeTree(): (bytes: Buffer) => Select {
  const ofCrawlee = createRequire(createRequire(import.meta.url).resolve('@crawlee/cheerio'))
  const { load } = ofCrawlee('cheerio')
  const { parseDocument } = ofCrawlee('htmlparser2')
  return (bytes) => load(parseDocument(bytes.toString()), { _useHtmlParser2: true })
}

async function turndown(): Promise<(content: string | HTMLElement) => string> {
  // @ts-expect-error The types are a package of their own that only benches would need.
  const { default: TurndownService } = await import('turndown')
  const service = new TurndownService()
  return (content) => service.turndown(content)
}

async function jsdom() {
  const { JSDOM, VirtualConsole } = await import('jsdom')
  return <T>(bytes: Buffer, url: string, use: (document: Document) => T): T => {
    const dom = new JSDOM(bytes, { url, virtualConsole: new VirtualConsole() })
    try {
      return use(dom.window.document)
    } finally {
      dom.window.close()
    }
  }
}
