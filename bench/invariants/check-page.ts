import type { ExtractRequest } from '@gleaner/extract'
import { extract } from '@gleaner/extract/extract'
import MarkdownIt from 'markdown-it'
import { type PageFacts, readHtml } from './read-html.ts'

/** What went wrong on a page: the invariant, and what shows it. */
export interface Breach {
  invariant: Invariant
  detail: string
}

export const INVARIANTS = [
  'the page is read',
  'no word is lost',
  'headings stay headings',
  'code blocks stay code blocks',
  'tables stay tables',
  'links are kept',
  'links are absolute',
  'no script or style leaks',
  'chunks are slices of the markdown',
  'main content is part of the page',
] as const
export type Invariant = (typeof INVARIANTS)[number]

/** A word in a hundred may be one that the page hides by its style sheet, or says twice. */
const LOST_WORDS = 0.01
const NOWHERE = 'http://relative.invalid/'
const renderer = new MarkdownIt({ html: true, linkify: false })

/** Reads a page as a whole and for its main content, and holds what came out against what the page says. */
export async function checkPage(body: Uint8Array, url: string): Promise<Breach[]> {
  const whole = await read(body, url, false)
  if (typeof whole === 'string') return [{ invariant: 'the page is read', detail: whole }]
  const main = await read(body, url, true)
  if (typeof main === 'string') return [{ invariant: 'the page is read', detail: main }]

  const source = new TextDecoder(charsetOf(body)).decode(body)
  const page = readHtml(source, url)
  const back = readHtml(renderer.render(plainer(whole.markdown)), NOWHERE)
  const mainBack = readHtml(renderer.render(plainer(main.markdown)), NOWHERE)
  return [
    ...lostWords(page, back),
    ...headings(page, back),
    ...fewer('code blocks stay code blocks', page.codeBlocks, back.codeBlocks),
    ...fewer('tables stay tables', page.tables, back.tables),
    ...links(page, back),
    ...leaks(page, whole.markdown),
    ...chunks(whole),
    ...strangers(page, mainBack),
  ]
}

/** GitHub's boxes and footnotes, which the renderer does not know, as quotes and paragraphs. */
function plainer(markdown: string): string {
  return markdown.replace(/^([> ]*)\[![A-Z]+\]/gm, '$1').replace(/^(\s*)\[\^([^\]\s]+)\]: /gm, '$1$2 ')
}

interface Reading {
  markdown: string
  rag: { chunks: { text: string; start: number; end: number }[] }
}

async function read(body: Uint8Array, url: string, onlyMainContent: boolean): Promise<Reading | string> {
  const request: ExtractRequest = {
    url,
    body,
    contentType: 'text/html',
    mode: 'html',
    formats: ['markdown', 'rag'],
    includeRawHtml: false,
    onlyMainContent,
    removeCookieBanners: false,
    evidence: false,
    ocr: false,
    maxContentBytes: 100_000_000,
  }
  try {
    const outcome = await extract(request)
    return outcome.ok ? (outcome.content.content as unknown as Reading) : outcome.message
  } catch (error) {
    return String(error)
  }
}

function lostWords(page: PageFacts, back: PageFacts): Breach[] {
  const lost = missing(page.words, back.words)
  if (lost.length <= Math.max(1, page.words.length * LOST_WORDS)) return []
  return [
    {
      invariant: 'no word is lost',
      detail: `${lost.length} of ${page.words.length}: ${lost.slice(0, 12).join(' ')}`,
    },
  ]
}

function headings(page: PageFacts, back: PageFacts): Breach[] {
  const lost = missing(page.headings, back.headings)
  return lost.length === 0
    ? []
    : [{ invariant: 'headings stay headings', detail: lost.slice(0, 3).join(' | ') }]
}

function fewer(invariant: Invariant, wanted: number, got: number): Breach[] {
  return got >= wanted ? [] : [{ invariant, detail: `${got} of ${wanted}` }]
}

/** Links to places of the page itself are a table of contents, a heading's anchor or a footnote's mark. */
const LEADS_AWAY = /^(https?:[^#]*|mailto:.*)$/

function links(page: PageFacts, back: PageFacts): Breach[] {
  const lost = [...page.links].filter((link) => LEADS_AWAY.test(link) && !back.links.has(link))
  const relative = [...back.links].filter((link) => link.startsWith(NOWHERE))
  return [
    ...(lost.length > page.links.size * LOST_WORDS
      ? [
          {
            invariant: 'links are kept' as const,
            detail: `${lost.length} of ${page.links.size}: ${lost.slice(0, 3).join(' ')}`,
          },
        ]
      : []),
    ...(relative.length > 0
      ? [{ invariant: 'links are absolute' as const, detail: relative.slice(0, 3).join(' ') }]
      : []),
  ]
}

function leaks(page: PageFacts, markdown: string): Breach[] {
  const leaked = page.code.find((code) => markdown.includes(code))
  return leaked === undefined ? [] : [{ invariant: 'no script or style leaks', detail: leaked }]
}

function chunks({ markdown, rag }: Reading): Breach[] {
  const wrong = rag.chunks.find(({ text, start, end }) => markdown.slice(start, end) !== text)
  return wrong ? [{ invariant: 'chunks are slices of the markdown', detail: `at ${wrong.start}` }] : []
}

/** Main content says nothing that the page does not, and does not come out empty where the page has text. */
function strangers(page: PageFacts, main: PageFacts): Breach[] {
  const strange = missing(main.words, page.words)
  const invariant = 'main content is part of the page'
  if (main.words.length === 0 && page.words.length > 20) return [{ invariant, detail: 'empty' }]
  if (strange.length <= Math.max(3, main.words.length * LOST_WORDS)) return []
  return [{ invariant, detail: strange.slice(0, 12).join(' ') }]
}

/** Members of the first list, as often as it has them, that the second does not have. */
function missing(wanted: readonly string[], got: readonly string[]): string[] {
  const left = new Map<string, number>()
  for (const item of got) left.set(item, (left.get(item) ?? 0) + 1)
  return wanted.filter((item) => {
    const count = left.get(item) ?? 0
    left.set(item, count - 1)
    return count <= 0
  })
}

/** Enough for documentation: what is not UTF-8 says so in its first kilobyte. */
function charsetOf(body: Uint8Array): string {
  const head = new TextDecoder('latin1').decode(body.subarray(0, 1024))
  const label = /charset=["']?([\w-]+)/i.exec(head)?.[1] ?? 'utf-8'
  try {
    return new TextDecoder(label).encoding
  } catch {
    return 'utf-8'
  }
}
