import type { FetchedPage } from '@gleaner/http-tiers'
import { fileSignature } from '@gleaner/markup/file-signatures'

/** What a page is kept as that is a file itself. */
export interface DocumentFile {
  /** Of its name, without the dot. */
  extension: string
  contentType: string
}

const OFFICE = 'application/vnd.openxmlformats-officedocument'
const OASIS = 'application/vnd.oasis.opendocument'

/** Endings by type (IANA media types): of what is read as a document (`packages/reading/documents`) and is no text. */
const EXTENSIONS: Record<string, string> = {
  'application/pdf': 'pdf',
  [`${OFFICE}.wordprocessingml.document`]: 'docx',
  [`${OFFICE}.spreadsheetml.sheet`]: 'xlsx',
  'application/vnd.ms-excel': 'xls',
  [`${OASIS}.text`]: 'odt',
  [`${OASIS}.presentation`]: 'odp',
  [`${OASIS}.spreadsheet`]: 'ods',
  'application/epub+zip': 'epub',
  'application/zip': 'zip',
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/gif': 'gif',
  'image/webp': 'webp',
  'image/tiff': 'tif',
  'image/bmp': 'bmp',
}
const TYPES = Object.fromEntries(Object.entries(EXTENSIONS).map(([type, extension]) => [extension, type]))
/** Office documents and e-books are such archives: what is declared, or the address, says which. */
const ARCHIVE = 'application/zip'
const ARCHIVED = /officedocument|opendocument|epub|ms-excel/

/** The file that a page is; undefined for pages, other texts, and what is not known. The first bytes go before what its server says. */
export function documentFileOf({
  body,
  headers,
  finalUrl,
}: Pick<FetchedPage, 'body' | 'headers' | 'finalUrl'>): DocumentFile | undefined {
  const signed = fileSignature(body)?.type
  const declared = (headers['content-type'] ?? '').split(/[;,]/, 1)[0]!.trim().toLowerCase()
  const contentType =
    signed === ARCHIVE ? archiveType(declared, finalUrl) : (signed ?? typeOf(body, declared))
  const extension = contentType && EXTENSIONS[contentType]
  return extension ? { extension, contentType } : undefined
}

function archiveType(declared: string, url: string): string {
  if (EXTENSIONS[declared] && ARCHIVED.test(declared)) return declared
  const ending = /\.(\w+)$/.exec(URL.parse(url)?.pathname ?? '')?.[1]?.toLowerCase()
  return (ending && TYPES[ending]) || ARCHIVE
}

/** Bitmaps have no signature to speak of; that of a PDF may stand anywhere in the first kilobyte. */
function typeOf(body: Uint8Array, declared: string): string | undefined {
  if (/^image\/(?:x-ms-)?bmp$/.test(declared)) return 'image/bmp'
  if (!/^application\/(?:x-)?(?:pdf|octet-stream|download)$/.test(declared)) return undefined
  const head = Buffer.from(body.buffer, body.byteOffset, Math.min(body.length, 1_024))
  return head.includes('%PDF-1') ? 'application/pdf' : undefined
}
