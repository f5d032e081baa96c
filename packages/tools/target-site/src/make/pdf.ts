/** A PDF with one page per list of lines; the first line of a page is its heading. Latin text only. */
export function pdf(title: string, pages: string[][]): Buffer {
  const objects: string[] = []
  const add = (body: string) => objects.push(body)
  const pageIds = pages.map((_, index) => 5 + index * 2)
  add('<< /Type /Catalog /Pages 2 0 R /Lang (en) >>')
  add(`<< /Type /Pages /Count ${pages.length} /Kids [${pageIds.map((id) => `${id} 0 R`).join(' ')}] >>`)
  add('<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>')
  add(`<< /Title (${escaped(title)}) /Author (Harbour office) /CreationDate (D:20260101090000Z) >>`)
  for (const [index, lines] of pages.entries()) {
    const text = drawing(lines)
    const font = '/Resources << /Font << /F1 3 0 R >> >>'
    add(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] ${font} /Contents ${pageIds[index]! + 1} 0 R >>`,
    )
    add(`<< /Length ${text.length} >>\nstream\n${text}\nendstream`)
  }
  return assembled(objects)
}

function drawing(lines: string[]): string {
  const [heading = '', ...rest] = lines
  const body = rest.map((line) => `(${escaped(line)}) Tj T*`).join('\n')
  return `BT\n/F1 20 Tf 60 770 Td (${escaped(heading)}) Tj\n/F1 11 Tf 15 TL 0 -34 Td\n${body}\nET`
}

function assembled(objects: string[]): Buffer {
  let file = '%PDF-1.4\n%\xe2\xe3\xcf\xd3\n'
  const offsets = objects.map((body, index) => {
    const offset = file.length
    file += `${index + 1} 0 obj\n${body}\nendobj\n`
    return `${String(offset).padStart(10, '0')} 00000 n \n`
  })
  const size = objects.length + 1
  const table = `xref\n0 ${size}\n0000000000 65535 f \n${offsets.join('')}`
  const trailer = `trailer\n<< /Size ${size} /Root 1 0 R /Info 4 0 R >>\nstartxref\n${file.length}\n%%EOF\n`
  return Buffer.from(file + table + trailer, 'latin1')
}

function escaped(text: string): string {
  return text.replace(/[\\()]/g, '\\$&')
}
