import { makeZip } from '@gleaner/documents/testing/make-zip'

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const WORD = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main'
const PARTS = 'http://schemas.openxmlformats.org/package/2006/content-types'
const LINKS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE_LINKS = 'http://schemas.openxmlformats.org/package/2006/relationships'

/** A Word file whose one part decompresses to `size` bytes of `text`. */
export function docxOf(body: string): Uint8Array {
  return makeZip({
    '[Content_Types].xml': `<Types xmlns="${PARTS}"><Default Extension="xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>`,
    '_rels/.rels': `<Relationships xmlns="${PACKAGE_LINKS}"><Relationship Id="r1" Type="${LINKS}/officeDocument" Target="word/document.xml"/></Relationships>`,
    'word/document.xml': `<w:document xmlns:w="${WORD}"><w:body>${body}</w:body></w:document>`,
  })
}

export function docxParagraphs(count: number): Uint8Array {
  return docxOf('<w:p><w:r><w:t>x</w:t></w:r></w:p>'.repeat(count))
}

/** Tables in cells of tables. */
export function docxNested(depth: number): Uint8Array {
  const paragraph = '<w:p><w:r><w:t>x</w:t></w:r></w:p>'
  return docxOf('<w:tbl><w:tr><w:tc>'.repeat(depth) + paragraph + '</w:tc></w:tr></w:tbl>'.repeat(depth))
}

/** A workbook of one sheet with its shared strings. */
export function xlsxOf(sheet: string, strings: string[] = [], dimension = 'A1'): Uint8Array {
  return makeZip({
    '[Content_Types].xml': `<Types xmlns="${PARTS}"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/><Override PartName="/xl/sharedStrings.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sharedStrings+xml"/></Types>`,
    '_rels/.rels': `<Relationships xmlns="${PACKAGE_LINKS}"><Relationship Id="r1" Type="${LINKS}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `<workbook xmlns="${MAIN}" xmlns:r="${LINKS}"><sheets><sheet name="S" sheetId="1" r:id="r1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${PACKAGE_LINKS}"><Relationship Id="r1" Type="${LINKS}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="r2" Type="${LINKS}/sharedStrings" Target="sharedStrings.xml"/></Relationships>`,
    'xl/worksheets/sheet1.xml': `<worksheet xmlns="${MAIN}"><dimension ref="${dimension}"/><sheetData>${sheet}</sheetData></worksheet>`,
    'xl/sharedStrings.xml': `<sst xmlns="${MAIN}">${strings.map((text) => `<si><t>${text}</t></si>`).join('')}</sst>`,
  })
}

/** Two cells, as far apart as a sheet allows. */
export function xlsxCorners(): Uint8Array {
  const cell = (at: string) => `<c r="${at}" t="inlineStr"><is><t>x</t></is></c>`
  const rows = ['A1', 'XFD1048576'].map((at) => `<row r="${at.replace(/\D/g, '')}">${cell(at)}</row>`)
  return xlsxOf(rows.join(''), [], 'A1:XFD1048576')
}

/** One long text that many cells show. */
export function xlsxShared(length: number, cells: number): Uint8Array {
  const rows = Array.from(
    { length: cells },
    (_, row) => `<row r="${row + 1}"><c r="A${row + 1}" t="s"><v>0</v></c></row>`,
  )
  return xlsxOf(rows.join(''), ['x'.repeat(length)], `A1:A${cells}`)
}

/** Cells that all show the first of the shared strings. */
export function xlsxCells(rows: number, columns: number): Uint8Array {
  return xlsxOf(`<row>${'<c t="s"><v>0</v></c>'.repeat(columns)}</row>`.repeat(rows), ['x'])
}
