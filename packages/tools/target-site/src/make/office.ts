import { zip } from './zip.ts'

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const DOCUMENT = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const TYPES = 'application/vnd.openxmlformats-officedocument'

/** A Word document: a heading, paragraphs and one table. */
export function docx(title: string, paragraphs: string[], rows: string[][]): Buffer {
  const paragraph = (text: string, style = '') => `<w:p>${style}<w:r><w:t>${text}</w:t></w:r></w:p>`
  const heading = paragraph(title, '<w:pPr><w:pStyle w:val="Heading1"/></w:pPr>')
  const cells = (row: string[]) => row.map((cell) => `<w:tc>${paragraph(cell)}</w:tc>`).join('')
  const table = `<w:tbl>${rows.map((row) => `<w:tr>${cells(row)}</w:tr>`).join('')}</w:tbl>`
  const body = [heading, ...paragraphs.map((text) => paragraph(text)), table].join('')
  const main = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main'
  return zip({
    ...envelope('word/document.xml', 'wordprocessingml.document', title),
    'word/document.xml': `${XML}<w:document xmlns:w="${main}"><w:body>${body}</w:body></w:document>`,
  })
}

/** An Excel workbook with one sheet; numbers stay numbers. */
export function xlsx(title: string, rows: (string | number)[][]): Buffer {
  const cell = (value: string | number) =>
    typeof value === 'number' ? `<c><v>${value}</v></c>` : `<c t="inlineStr"><is><t>${value}</t></is></c>`
  const data = rows.map((row) => `<row>${row.map(cell).join('')}</row>`).join('')
  const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
  return zip({
    ...envelope('xl/workbook.xml', 'spreadsheetml.sheet', title, {
      'xl/worksheets/sheet1.xml': `${TYPES}.spreadsheetml.worksheet+xml`,
    }),
    'xl/workbook.xml': `${XML}<workbook xmlns="${main}" xmlns:r="${DOCUMENT}"><sheets><sheet name="${title}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relations([['rId1', `${DOCUMENT}/worksheet`, 'worksheets/sheet1.xml']]),
    'xl/worksheets/sheet1.xml': `${XML}<worksheet xmlns="${main}"><sheetData>${data}</sheetData></worksheet>`,
  })
}

/** The files that every office document carries: content types, relations and its properties. */
function envelope(main: string, kind: string, title: string, others: Record<string, string> = {}) {
  const core = `${PACKAGE}/relationships/metadata/core-properties`
  const overrides = Object.entries({
    [main]: `${TYPES}.${kind}.main+xml`,
    'docProps/core.xml': 'application/vnd.openxmlformats-package.core-properties+xml',
    ...others,
  }).map(([path, type]) => `<Override PartName="/${path}" ContentType="${type}"/>`)
  const defaults = `<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>`
  const properties = `<dc:title>${title}</dc:title><dc:creator>Harbour office</dc:creator>`
  return {
    '[Content_Types].xml': `${XML}<Types xmlns="${PACKAGE}/content-types">${defaults}${overrides.join('')}</Types>`,
    '_rels/.rels': relations([
      ['rId1', `${DOCUMENT}/officeDocument`, main],
      ['rId2', core, 'docProps/core.xml'],
    ]),
    'docProps/core.xml': `${XML}<cp:coreProperties xmlns:cp="${PACKAGE}/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/">${properties}</cp:coreProperties>`,
  }
}

function relations(list: [id: string, type: string, target: string][]): string {
  const items = list.map(
    ([id, type, target]) => `<Relationship Id="${id}" Type="${type}" Target="${target}"/>`,
  )
  return `${XML}<Relationships xmlns="${PACKAGE}/relationships">${items.join('')}</Relationships>`
}
