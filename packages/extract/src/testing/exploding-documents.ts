import * as images from './exploding-images.ts'
import * as office from './exploding-office.ts'
import * as pdfs from './exploding-pdfs.ts'

const MEGABYTE = 1024 * 1024
const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

export interface ExplodingDocument {
  type: string
  make(): Uint8Array
  /** Read with `mode: "ocr"`. */
  ocr?: boolean
}

const text = (content: string) => new Uint8Array(Buffer.from(content))

/** Bodies that take out of all proportion more memory or time to read than their size lets expect. */
export const EXPLODING: Readonly<Record<string, ExplodingDocument>> = {
  'PDF behind two layers of Flate': {
    type: 'application/pdf',
    make: () => pdfs.foldedPdf(2, 1000 * MEGABYTE),
  },
  'PDF behind three layers of Flate': {
    type: 'application/pdf',
    make: () => pdfs.foldedPdf(3, 1000 * MEGABYTE),
  },
  'PDF of nested forms': { type: 'application/pdf', make: () => pdfs.nestedFormsPdf(10) },
  'PDF of 100,000 pages': { type: 'application/pdf', make: () => pdfs.manyPagesPdf(100_000) },
  'PDF of one giant image': {
    type: 'application/pdf',
    make: () => pdfs.hugeImagePdf(50_000, 50_000),
    ocr: true,
  },
  'Word file of a million paragraphs': { type: DOCX, make: () => office.docxParagraphs(5_000_000) },
  'Word file that unfolds to 500 MB': { type: DOCX, make: () => office.docxOf(' '.repeat(500 * MEGABYTE)) },
  'Word file nested 100,000 deep': { type: DOCX, make: () => office.docxNested(100_000) },
  'workbook that unfolds to 500 MB': { type: XLSX, make: () => office.xlsxOf(' '.repeat(500 * MEGABYTE)) },
  'workbook of two cells in opposite corners': { type: XLSX, make: () => office.xlsxCorners() },
  'workbook of one text in 5,000 cells': { type: XLSX, make: () => office.xlsxShared(MEGABYTE, 5000) },
  'workbook of 3 million cells': {
    type: XLSX,
    make: () => office.xlsxOf(`<row>${'<c t="s"><v>0</v></c>'.repeat(600)}</row>`.repeat(5000), ['x']),
  },
  'PNG of 50,000 by 50,000': { type: 'image/png', make: () => images.hugePng(50_000, 50_000), ocr: true },
  'GIF of 65,535 by 65,535': { type: 'image/gif', make: () => images.hugeGif(65_535, 65_535), ocr: true },
  'WebP of 16,384 by 16,384': { type: 'image/webp', make: () => images.hugeWebp(16_384, 16_384), ocr: true },
  'TIFF of 60,000 by 60,000': { type: 'image/tiff', make: () => images.hugeTiff(60_000, 60_000), ocr: true },
  'JPEG of 65,500 by 65,500': { type: 'image/jpeg', make: () => images.hugeJpeg(65_500, 65_500), ocr: true },
  'JSON of 50 MB of brackets': { type: 'application/json', make: () => text('['.repeat(50 * MEGABYTE)) },
  'JSON nested 500,000 deep': {
    type: 'application/json',
    make: () => text('['.repeat(500_000) + ']'.repeat(500_000)),
  },
  'JSON of 10 million small lists': {
    type: 'application/json',
    make: () => text(`[${'[],'.repeat(10_000_000)}0]`),
  },
  'CSV of 10 million empty columns': { type: 'text/csv', make: () => text(','.repeat(10_000_000)) },
  'CSV of 500 columns in 10,000 rows': {
    type: 'text/csv',
    make: () => text(`${','.repeat(499)}\n`.repeat(10_000)),
  },
  'XML of a billion laughs': { type: 'application/xml', make: () => text(billionLaughs()) },
  'XML nested 500,000 deep': {
    type: 'application/xml',
    make: () => text('<a>'.repeat(500_000) + '</a>'.repeat(500_000)),
  },
  'page of one text of 50 MB': { type: 'text/html', make: () => text(`<p>${'word '.repeat(10 * MEGABYTE)}`) },
  'page of 45 MB of control characters': {
    type: 'text/html',
    make: () => text(`<pre>${'\x01'.repeat(45 * MEGABYTE)}`),
  },
  'page of 2 million elements': { type: 'text/html', make: () => text('<b>x'.repeat(2_000_000)) },
  'page of 600,000 elements in 1.8 MB': { type: 'text/html', make: () => text('<i>'.repeat(600_000)) },
}

function billionLaughs(): string {
  const entities = Array.from(
    { length: 10 },
    (_, index) => `<!ENTITY e${index + 1} "${`&e${index};`.repeat(10)}">`,
  )
  return `<?xml version="1.0"?><!DOCTYPE a [<!ENTITY e0 "ha">${entities.join('')}]><a>&e10;</a>`
}
