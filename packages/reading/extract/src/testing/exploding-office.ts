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

export function docxFormulas(count: number): Uint8Array {
  return docxOf(`<w:p>${'<m:oMath><m:r><m:t>x</m:t></m:r></m:oMath>'.repeat(count)}</w:p>`)
}

export function docxNestedFormula(depth: number): Uint8Array {
  const [open, close] = ['<m:rad><m:e>', '</m:e></m:rad>'].map((tags) => tags!.repeat(depth))
  return docxOf(`<w:p><m:oMath>${open}<m:r><m:t>x</m:t></m:r>${close}</m:oMath></w:p>`)
}

/** The header of a compound file of 512-byte sectors whose directory begins at the first. [MS-CFB] 2.2 */
function compoundFile(sectors: number, allocation: (entry: number) => number): Uint8Array {
  const file = Buffer.alloc(512 * 3, 0xff)
  file.fill(0, 0, 76)
  file.write('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1', 0, 'latin1')
  file.writeUInt16LE(0x3e, 24)
  file.writeUInt16LE(3, 26)
  file.writeUInt16LE(0xfffe, 28)
  file.writeUInt16LE(9, 30)
  file.writeUInt16LE(6, 32)
  file.writeUInt32LE(sectors, 44)
  file.writeUInt32LE(1, 48)
  file.writeUInt32LE(4096, 56)
  file.writeUInt32LE(0xfffffffe, 60)
  file.writeUInt32LE(0, 68)
  file.writeUInt32LE(sectors, 72)
  file.writeUInt32LE(0, 76)
  for (let entry = 0; entry < 128; entry++) file.writeUInt32LE(allocation(entry), 512 + entry * 4)
  file.fill(0, 1024)
  file.write('__properties_version1.0', 1024, 'utf16le')
  file.writeUInt16LE(48, 1024 + 64)
  return new Uint8Array(file)
}

/** Each sector is followed by itself. */
export function circularMsg(): Uint8Array {
  return compoundFile(1, (entry) => entry)
}

export function boastingMsg(): Uint8Array {
  return compoundFile(0xfffffff0, (entry) => (entry + 1) % 128)
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
