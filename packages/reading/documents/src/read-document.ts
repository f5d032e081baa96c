import { page } from './build-page.ts'
import { type DocumentOptions, type DocumentResult, unreadable, unsupported } from './document-result.ts'
import { archivedType, documentType } from './document-type.ts'
import { imageFacts } from './image-size.ts'

/** A file of which only its type is known, and of an image its size. */
function unreadFile(bytes: Uint8Array, type: string): DocumentResult {
  const isImage = type.startsWith('image/')
  return {
    ok: true,
    kind: isImage ? 'image' : 'other',
    document: page(undefined, []),
    metadata: isImage ? imageFacts(bytes, type) : {},
    ocrUsed: false,
    unread: type,
  }
}

type ReadBytes = (bytes: Uint8Array, type: string, options: DocumentOptions) => Promise<DocumentResult>

/** The reader of each type, loaded when the first document of the type comes. */
const READERS: Record<string, () => Promise<ReadBytes>> = {
  pdf: async () => (await import('./pdf/read-pdf.ts')).readPdf,
  image: async () => (await import('./ocr/read-image.ts')).readImage,
  docx: async () => (await import('./office/read-docx.ts')).readDocx,
  pptx: async () => (await import('./office/read-pptx.ts')).readPptx,
  outlook: async () => (await import('./office/read-outlook.ts')).readOutlook,
  notebook: async () => (await import('./read-notebook.ts')).readNotebook,
  spreadsheet: async () => (await import('./office/read-spreadsheet.ts')).readSpreadsheet,
  opendocument: async () => (await import('./office/read-opendocument.ts')).readOpenDocument,
  epub: async () => (await import('./office/read-epub.ts')).readEpub,
  csv: async () => (await import('./read-csv.ts')).readCsv,
  json: async () => (await import('./read-json.ts')).readJson,
  xml: async () => (await import('./feed/read-xml.ts')).readXml,
  markdown: async () => (await import('./read-text.ts')).readMarkdown,
  text: async () => (await import('./read-text.ts')).readText,
}

/**
 * Reads a body that is no web page: PDF, images (by OCR, when asked), office documents, e-books, feeds, and data. The
 * first bytes decide what it is, then `contentType`, then the address. Never throws for what is in the bytes.
 */
export async function readDocument(
  bytes: Uint8Array,
  contentType: string | undefined,
  options: DocumentOptions,
): Promise<DocumentResult> {
  const { reader, type } = documentType(bytes, contentType, options.url, await archivedType(bytes))
  const isRead = reader !== undefined && (reader !== 'image' || options.ocr === true)
  if (!isRead && options.takesUnread) return unreadFile(bytes, type)
  if (reader === undefined) return unsupported(`Bodies of type ${type} are not read.`)
  if (!isRead) return unsupported(`The address is an image (${type}). Images are read with \`mode: "ocr"\`.`)
  try {
    const read = await READERS[reader]!()
    return await read(bytes, type, options)
  } catch (error) {
    if (options.signal?.aborted) return unreadable('Reading the document took too long.')
    return unreadable(
      `The document (${type}) could not be read: ${error instanceof Error ? error.message : 'unknown reason'}`,
    )
  }
}
