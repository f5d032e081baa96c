import { deflateSync } from 'node:zlib'

/** A PDF of one page whose content is `size` bytes of operators behind so many layers of Flate. */
export function foldedPdf(layers: number, size: number): Uint8Array {
  const operators = Buffer.alloc(size, 'BT /F1 12 Tf (x) Tj ET ')
  let content: Buffer = operators
  for (let layer = 0; layer < layers; layer++) content = deflateSync(content, { level: 9 })
  return pdf([page(5, ''), stream(`/Filter [${' /FlateDecode'.repeat(layers)}]`, content)])
}

/** Forms that each draw the next one ten times: 10^depth drawings. ISO 32000-1, 8.10. */
export function nestedFormsPdf(depth: number): Uint8Array {
  const first = 5
  const forms = Array.from({ length: depth }, (_, index) =>
    stream(
      `/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources << /Font << /F1 3 0 R >> /XObject << /X ${first + index + 2} 0 R >> >>`,
      Buffer.from('/X Do '.repeat(10)),
    ),
  )
  const last = stream(
    '/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources << /Font << /F1 3 0 R >> >>',
    Buffer.from('BT /F1 12 Tf (boom) Tj ET'),
  )
  return pdf([
    page(first, `/XObject << /X ${first + 1} 0 R >>`),
    stream('', Buffer.from('/X Do')),
    ...forms,
    last,
  ])
}

/** A page tree that says it has so many pages, all the same one. */
export function manyPagesPdf(count: number): Uint8Array {
  const kids = '4 0 R '.repeat(count)
  return pdf([page(5, ''), stream('', Buffer.from('BT /F1 12 Tf (one page of many) Tj ET'))], kids, count)
}

/** A page that is one image of black pixels, 1 bit each. */
export function hugeImagePdf(width: number, height: number): Uint8Array {
  const row = Buffer.alloc(Math.ceil(width / 8))
  const rows = deflateSync(Buffer.alloc(row.length * height), { level: 9 })
  const image = `/Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace /DeviceGray /BitsPerComponent 1 /Filter /FlateDecode`
  return pdf([
    page(5, '/XObject << /X 6 0 R >>'),
    stream('', Buffer.from('q 600 0 0 700 0 0 cm /X Do Q')),
    stream(image, rows),
  ])
}

function page(content: number, resources: string): Buffer {
  return Buffer.from(
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << /Font << /F1 3 0 R >> ${resources} >> /Contents ${content} 0 R >>`,
  )
}

function stream(entries: string, content: Buffer): Buffer {
  return Buffer.concat([
    Buffer.from(`<< ${entries} /Length ${content.length} >>\nstream\n`),
    content,
    Buffer.from('\nendstream'),
  ])
}

/** Objects from number 4 on, behind a catalog (1), the page tree (2) and a font (3). */
function pdf(objects: Buffer[], kids = '4 0 R', count = 1): Uint8Array {
  const all = [
    Buffer.from('<< /Type /Catalog /Pages 2 0 R >>'),
    Buffer.from(`<< /Type /Pages /Kids [${kids}] /Count ${count} >>`),
    Buffer.from('<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>'),
    ...objects,
  ]
  const parts = [Buffer.from('%PDF-1.4\n')]
  const offsets: number[] = []
  let at = parts[0]!.length
  for (const [index, body] of all.entries()) {
    const part = Buffer.concat([Buffer.from(`${index + 1} 0 obj\n`), body, Buffer.from('\nendobj\n')])
    offsets.push(at)
    parts.push(part)
    at += part.length
  }
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  const size = all.length + 1
  parts.push(
    Buffer.from(
      `xref\n0 ${size}\n0000000000 65535 f \n${table}trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${at}\n%%EOF\n`,
    ),
  )
  return new Uint8Array(Buffer.concat(parts))
}
