import { fileSignature } from '@gleaner/markup/file-signatures'
import { openZip } from './zip.ts'

export interface DocumentType {
  /** Which reader reads it; undefined when none does. */
  reader: string | undefined
  /** MIME type, for messages and for the reader. */
  type: string
}

/** Readers by MIME type. */
const BY_MIME: [pattern: RegExp, reader: string][] = [
  [/^application\/(?:x-)?pdf$/, 'pdf'],
  [/^image\/svg\+xml$/, 'xml'],
  [/^image\/(?:png|jpe?g|gif|webp|bmp|x-ms-bmp|tiff|x-portable-\w+)$/, 'image'],
  [/presentationml|^application\/vnd\.ms-powerpoint\.(?:presentation|slideshow|template)/, 'pptx'],
  [/^application\/vnd\.ms-outlook$/, 'outlook'],
  [/^application\/x-ipynb\+json$/, 'notebook'],
  [/wordprocessingml|^application\/vnd\.ms-word\.document/, 'docx'],
  [
    /spreadsheetml|^application\/vnd\.ms-excel|^application\/vnd\.oasis\.opendocument\.spreadsheet/,
    'spreadsheet',
  ],
  [/^application\/vnd\.oasis\.opendocument\.(?:text|presentation)/, 'opendocument'],
  [/^application\/epub\+zip$/, 'epub'],
  [/^text\/(?:csv|tab-separated-values|x-csv)$|^application\/(?:csv|x-csv)$/, 'csv'],
  [
    /^application\/(?:[\w.+-]*\+)?json$|^text\/json$|^application\/(?:x-ndjson|jsonl|json-seq|x-jsonlines|jsonlines)$/,
    'json',
  ],
  [/^(?:application|text)\/(?:[\w.-]+\+)?xml$/, 'xml'],
  [/^text\/(?:markdown|x-markdown)$/, 'markdown'],
  [/^text\/(?!html\b)/, 'text'],
  [
    /^application\/(?:javascript|x-javascript|ecmascript|typescript|yaml|x-yaml|toml|x-sh|sql|x-httpd-php|graphql|rtf)$/,
    'text',
  ],
]

const NOTEBOOK = 'application/x-ipynb+json'

/** Types for addresses whose server says nothing useful. */
const BY_EXTENSION: Record<string, string> = {
  pdf: 'application/pdf',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  ppsx: 'application/vnd.openxmlformats-officedocument.presentationml.slideshow',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  xls: 'application/vnd.ms-excel',
  ods: 'application/vnd.oasis.opendocument.spreadsheet',
  odt: 'application/vnd.oasis.opendocument.text',
  odp: 'application/vnd.oasis.opendocument.presentation',
  msg: 'application/vnd.ms-outlook',
  ipynb: NOTEBOOK,
  epub: 'application/epub+zip',
  csv: 'text/csv',
  tsv: 'text/tab-separated-values',
  json: 'application/json',
  jsonl: 'application/x-ndjson',
  ndjson: 'application/x-ndjson',
  geojson: 'application/geo+json',
  xml: 'application/xml',
  rss: 'application/rss+xml',
  atom: 'application/atom+xml',
  md: 'text/markdown',
  markdown: 'text/markdown',
  txt: 'text/plain',
}

/** Types that servers send for anything. */
const VAGUE =
  /^(?:|application\/(?:octet-stream|x-download|force-download|unknown|zip|x-zip-compressed|binary)|binary\/octet-stream|text\/plain)$/

/** The declared type of a body that is no page; one that is declared as a page says nothing. */
export function declaredForDocument(contentType: string | undefined): string | undefined {
  return contentType?.toLowerCase().includes('html') ? undefined : contentType
}

/** A body's type and its reader. `archived`: what an archive was found to hold. */
export function documentType(
  bytes: Uint8Array,
  contentType: string | undefined,
  url: string,
  archived?: string | undefined,
): DocumentType {
  const declared = (contentType ?? '').split(/[;,]/, 1)[0]!.trim().toLowerCase()
  const signed = fileSignature(bytes)?.type
  const known = signed === ARCHIVE ? archived : signed
  if (!known && VAGUE.test(declared) && holdsPdf(bytes)) return { reader: 'pdf', type: 'application/pdf' }
  const type = known ?? declaredType(declared, url)
  return {
    reader: BY_MIME.find(([pattern]) => pattern.test(type))?.[1],
    type: type || 'application/octet-stream',
  }
}

/** PDF readers accept a header anywhere in the first kilobyte. */
function holdsPdf(bytes: Uint8Array): boolean {
  return Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 1024)).includes('%PDF-1')
}

function declaredType(declared: string, url: string): string {
  const extension = /\.(\w+)$/.exec(URL.parse(url)?.pathname ?? '')?.[1]?.toLowerCase()
  const named = extension && BY_EXTENSION[extension]
  // Servers know notebooks as JSON.
  const isVague = VAGUE.test(declared) || (named === NOTEBOOK && declared === 'application/json')
  return (isVague && named) || declared
}

const ARCHIVE = 'application/zip'

/** Office documents are archives; what is in them says which. Undefined for what is no archive, or a damaged one. */
export async function archivedType(bytes: Uint8Array): Promise<string | undefined> {
  const zip = fileSignature(bytes)?.type === ARCHIVE ? await openZip(bytes) : undefined
  if (!zip) return undefined
  if (zip.has('mimetype')) return (await zip.text('mimetype'))?.trim()
  if (zip.has('word/document.xml')) return BY_EXTENSION.docx
  if (zip.has('ppt/presentation.xml')) return BY_EXTENSION.pptx
  if (zip.has('xl/workbook.xml') || zip.has('xl/workbook.bin')) return BY_EXTENSION.xlsx
  return ARCHIVE
}
