import { element, page } from '../build-page.ts'
import { type DocumentOptions, type DocumentResult, unreadable } from '../document-result.ts'
import { dropRunningLines } from './drop-running-lines.ts'
import { ocrPages } from './ocr-pages.ts'
import { readItems } from './read-items.ts'
import { showsScans } from './shows-scans.ts'
import { type TextLine, toLines } from './text-line.ts'
import { toElements } from './to-elements.ts'

/** Pages that are read; longer documents are cut, and say so in the metadata. */
const MAX_PAGES = 1000
/** An image of more is left out before it is decompressed: an A3 sheet at 600 dpi has 70 million. */
const MAX_IMAGE_PIXELS = 100_000_000
/** Characters per page below which a document that shows large images is taken for scans. */
const SCANNED_BELOW = 20

/** A PDF in reading order: headings by font size, joined paragraphs, lists and tables where the layout shows them. */
export async function readPdf(
  bytes: Uint8Array,
  _type: string,
  options: DocumentOptions,
): Promise<DocumentResult> {
  const { getDocumentProxy } = await import('unpdf')
  let pdf: Pdf
  try {
    // A copy: pdf.js takes the buffer it is given for its own.
    pdf = await getDocumentProxy(new Uint8Array(bytes), { verbosity: 0, maxImageSize: MAX_IMAGE_PIXELS })
  } catch (error) {
    return unreadable(explain(error))
  }
  try {
    return await readPages(pdf, options)
  } finally {
    await pdf.loadingTask.destroy()
  }
}

type Pdf = Awaited<ReturnType<typeof import('unpdf')['getDocumentProxy']>>

async function readPages(pdf: Pdf, options: DocumentOptions): Promise<DocumentResult> {
  const count = Math.min(pdf.numPages, MAX_PAGES)
  const pages: TextLine[][] = []
  for (let number = 1; number <= count; number++) {
    options.signal?.throwIfAborted()
    for (const items of await readItems(pdf, number)) pages.push(toLines(items))
  }
  const facts = await readFacts(pdf)
  const metadata = {
    pages: pdf.numPages,
    ...facts.metadata,
    ...(pdf.numPages > count && { truncated: true }),
  }
  const characters = pages
    .flat()
    .reduce((sum, line) => sum + line.cells.reduce((all, cell) => all + cell.text.length, 0), 0)
  if (characters === 0 || (characters < SCANNED_BELOW * count && (await showsScans(pdf, count)))) {
    if (!options.ocr) {
      return unreadable('The PDF holds images of pages and no text. Send `mode: "ocr"` to read them.')
    }
    const paragraphs = await ocrPages(pdf, count, options)
    if (!paragraphs) return unreadable('No text could be read from the images in the PDF.')
    const content = paragraphs.map((text) => element('p', {}, text))
    return { ok: true, kind: 'pdf', document: page(facts.title, content), ...facts, metadata, ocrUsed: true }
  }
  const content = toElements(dropRunningLines(pages))
  return { ok: true, kind: 'pdf', document: page(facts.title, content), ...facts, metadata, ocrUsed: false }
}

async function readFacts(pdf: Pdf) {
  const { info } = (await pdf.getMetadata().catch(() => ({ info: {} }))) as { info: Record<string, unknown> }
  const field = (name: string) =>
    typeof info[name] === 'string' && info[name].trim() !== '' ? info[name].trim() : undefined
  const title = field('Title')
  const author = field('Author')
  const created = isoDate(field('CreationDate'))
  const modified = isoDate(field('ModDate'))
  return {
    ...(title &&
      !/^(?:untitled|microsoft word - .*|.*\.(?:docx?|html?|indd|tex|dvi|pdf))$/i.test(title) && { title }),
    ...(author && { author }),
    ...(created && { publishedAt: created }),
    metadata: {
      ...(modified && { modified_at: modified }),
      ...(field('Producer') && { generator: field('Producer') }),
      ...(field('Keywords') && { keywords: field('Keywords') }),
    },
  }
}

/** `D:20240131120000+01'00'` as ISO-8601. https://www.iso.org/standard/75839.html, 7.9.4 */
function isoDate(value: string | undefined): string | undefined {
  const match = /^D?:?(\d{4})(\d{2})?(\d{2})?(\d{2})?(\d{2})?(\d{2})?(Z|[+-]\d{2})?'?(\d{2})?/.exec(
    value ?? '',
  )
  if (!match) return undefined
  const [
    ,
    year,
    month = '01',
    day = '01',
    hour = '00',
    minute = '00',
    second = '00',
    zone = 'Z',
    offset = '00',
  ] = match
  const time = Date.parse(
    `${year}-${month}-${day}T${hour}:${minute}:${second}${zone === 'Z' ? 'Z' : `${zone}:${offset}`}`,
  )
  return Number.isNaN(time) ? undefined : new Date(time).toISOString()
}

function explain(error: unknown): string {
  const { name, message } = error instanceof Error ? error : { name: '', message: '' }
  if (name === 'PasswordException') return 'The PDF is protected by a password.'
  if (name === 'InvalidPDFException') return 'The PDF is damaged: it has no valid structure.'
  return `The PDF could not be opened${message ? `: ${message}` : '.'}`
}
