import { makeOdp, makePptx, shape } from '@gleaner/documents/testing/make-office'
import { MEGABYTE } from '@gleaner/runtime/units'
import * as images from './exploding-images.ts'
import * as office from './exploding-office.ts'
import * as pdfs from './exploding-pdfs.ts'

const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'
const PPTX = 'application/vnd.openxmlformats-officedocument.presentationml.presentation'
const ODP = 'application/vnd.oasis.opendocument.presentation'
const MSG = 'application/vnd.ms-outlook'
const NOTEBOOK = 'application/x-ipynb+json'
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

export interface ExplodingDocument {
  type: string
  /** `scale` 1 is the attack as it was measured; a smaller one suffices for smaller budgets. */
  make(scale: number): Uint8Array
  /** Read with `mode: "ocr"`. */
  ocr?: boolean
}

const text = (content: string) => new Uint8Array(Buffer.from(content))

/** Bodies that take far more memory or time to read than their size lets expect. */
export const EXPLODING = {
  'PDF behind two layers of Flate': {
    type: 'application/pdf',
    make: (scale) => pdfs.foldedPdf(2, scale * 1000 * MEGABYTE),
  },
  'PDF behind three layers of Flate': {
    type: 'application/pdf',
    make: (scale) => pdfs.foldedPdf(3, scale * 1000 * MEGABYTE),
  },
  'PDF of nested forms': { type: 'application/pdf', make: () => pdfs.nestedFormsPdf(10) },
  'PDF of 100,000 pages': { type: 'application/pdf', make: (scale) => pdfs.manyPagesPdf(scale * 100_000) },
  'PDF of one giant image': {
    type: 'application/pdf',
    make: (scale) => pdfs.hugeImagePdf(scale * 50_000, scale * 50_000),
    ocr: true,
  },
  'Word file of 5 million paragraphs': {
    type: DOCX,
    make: (scale) => office.docxParagraphs(scale * 5_000_000),
  },
  'Word file that decompresses to 500 MB': {
    type: DOCX,
    make: (scale) => office.docxOf(' '.repeat(scale * 500 * MEGABYTE)),
  },
  'Word file nested 100,000 deep': { type: DOCX, make: (scale) => office.docxNested(scale * 100_000) },
  'Word file of 500,000 formulas': { type: DOCX, make: (scale) => office.docxFormulas(scale * 500_000) },
  'Word file of one formula nested 100,000 deep': {
    type: DOCX,
    make: (scale) => office.docxNestedFormula(scale * 100_000),
  },
  'presentation of 5 million paragraphs': {
    type: PPTX,
    make: (scale) =>
      makePptx([shape('body', '<a:p><a:r><a:t>x</a:t></a:r></a:p>'.repeat(scale * 5_000_000))]),
  },
  'presentation that decompresses to 500 MB': {
    type: PPTX,
    make: (scale) => makePptx([' '.repeat(scale * 500 * MEGABYTE)]),
  },
  'presentation of groups nested 100,000 deep': {
    type: PPTX,
    make: (scale) => makePptx(['<p:grpSp>'.repeat(scale * 100_000) + '</p:grpSp>'.repeat(scale * 100_000)]),
  },
  'presentation of lists nested without end': {
    type: PPTX,
    make: (scale) =>
      makePptx([
        shape('body', '<a:p><a:pPr lvl="999999999"/><a:r><a:t>x</a:t></a:r></a:p>'.repeat(scale * 500_000)),
      ]),
  },
  'presentation of 4,500 slides': {
    type: PPTX,
    make: (scale) => makePptx(new Array<string>(scale * 4_500).fill(shape('title', ''))),
  },
  'OpenDocument presentation of 2 million frames': {
    type: ODP,
    make: (scale) => makeOdp(['<draw:frame presentation:class="title"/>'.repeat(scale * 2_000_000)]),
  },
  'OpenDocument presentation that decompresses to 500 MB': {
    type: ODP,
    make: (scale) => makeOdp([' '.repeat(scale * 500 * MEGABYTE)]),
  },
  'OpenDocument presentation of frames nested 100,000 deep': {
    type: ODP,
    make: (scale) =>
      makeOdp(['<draw:frame presentation:class="title"><draw:text-box>'.repeat(scale * 100_000)]),
  },
  'Outlook message whose sectors form a circle': { type: MSG, make: () => office.circularMsg() },
  'Outlook message that claims 4 billion sectors': { type: MSG, make: () => office.boastingMsg() },
  'notebook of 2 million cells': {
    type: NOTEBOOK,
    make: (scale) =>
      text(notebookOf(new Array<string>(scale * 2_000_000).fill('{"cell_type":"code","source":"x"}'))),
  },
  'notebook of 20 MB of backticks': {
    type: NOTEBOOK,
    make: (scale) =>
      text(notebookOf([`{"cell_type":"code","source":"${'`'.repeat(scale * 20 * MEGABYTE)}"}`])),
  },
  'notebook nested 500,000 deep': {
    type: NOTEBOOK,
    make: (scale) => text(notebookOf(['['.repeat(scale * 500_000) + ']'.repeat(scale * 500_000)])),
  },
  'notebook of tables of 50 MB': {
    type: NOTEBOOK,
    make: (scale) =>
      text(
        notebookOf([
          `{"cell_type":"code","outputs":[{"data":{"text/html":"<table>${'<tr><td>'.repeat(scale * 6 * MEGABYTE)}"}}]}`,
        ]),
      ),
  },
  'workbook that decompresses to 500 MB': {
    type: XLSX,
    make: (scale) => office.xlsxOf(' '.repeat(scale * 500 * MEGABYTE)),
  },
  'workbook of two cells in opposite corners': { type: XLSX, make: () => office.xlsxCorners() },
  'workbook of one long text in 5,000 cells': {
    type: XLSX,
    make: (scale) => office.xlsxShared(scale * MEGABYTE, 5000),
  },
  'workbook of 3 million cells': { type: XLSX, make: (scale) => office.xlsxCells(scale * 5000, 600) },
  'PNG of 50,000 by 50,000': {
    type: 'image/png',
    make: (scale) => images.hugePng(scale * 50_000, scale * 50_000),
    ocr: true,
  },
  'GIF of 65,535 by 65,535': { type: 'image/gif', make: () => images.hugeGif(65_535, 65_535), ocr: true },
  'WebP of 16,384 by 16,384': { type: 'image/webp', make: () => images.hugeWebp(16_384, 16_384), ocr: true },
  'TIFF of 60,000 by 60,000': { type: 'image/tiff', make: () => images.hugeTiff(60_000, 60_000), ocr: true },
  'JPEG of 65,500 by 65,500': { type: 'image/jpeg', make: () => images.hugeJpeg(65_500, 65_500), ocr: true },
  'JSON of 50 MB of brackets': {
    type: 'application/json',
    make: (scale) => text('['.repeat(scale * 50 * MEGABYTE)),
  },
  'JSON nested 500,000 deep': {
    type: 'application/json',
    make: (scale) => text('['.repeat(scale * 500_000) + ']'.repeat(scale * 500_000)),
  },
  'JSON of 10 million small lists': {
    type: 'application/json',
    make: (scale) => text(`[${'[],'.repeat(scale * 10_000_000)}0]`),
  },
  'CSV of 10 million empty columns': {
    type: 'text/csv',
    make: (scale) => text(','.repeat(scale * 10_000_000)),
  },
  'CSV of 5 million empty cells': {
    type: 'text/csv',
    make: (scale) => text(`${','.repeat(499)}\n`.repeat(scale * 10_000)),
  },
  'XML of a billion laughs': { type: 'application/xml', make: () => text(billionLaughs()) },
  'XML nested 500,000 deep': {
    type: 'application/xml',
    make: (scale) => text('<a>'.repeat(scale * 500_000) + '</a>'.repeat(scale * 500_000)),
  },
  'page of one text of 50 MB': {
    type: 'text/html',
    make: (scale) => text(`<p>${'word '.repeat(scale * 10 * MEGABYTE)}`),
  },
  'page of 45 MB of control characters': {
    type: 'text/html',
    make: (scale) => text(`<pre>${'\x01'.repeat(scale * 45 * MEGABYTE)}`),
  },
  'page of 2 million elements': {
    type: 'text/html',
    make: (scale) => text('<b>x'.repeat(scale * 2_000_000)),
  },
  'page of 600,000 elements in 1.8 MB': {
    type: 'text/html',
    make: (scale) => text('<i>'.repeat(scale * 600_000)),
  },
} as const satisfies Readonly<Record<string, ExplodingDocument>>

function notebookOf(cells: readonly string[]): string {
  return `{"nbformat":4,"cells":[${cells.join(',')}]}`
}

function billionLaughs(): string {
  const entities = Array.from(
    { length: 10 },
    (_, index) => `<!ENTITY e${index + 1} "${`&e${index};`.repeat(10)}">`,
  )
  return `<?xml version="1.0"?><!DOCTYPE a [<!ENTITY e0 "ha">${entities.join('')}]><a>&e10;</a>`
}
