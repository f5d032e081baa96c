/** A text on a page: left and baseline in points from the bottom left, font size. */
export interface PlacedText {
  x: number
  y: number
  size: number
  text: string
}

/** A PDF in Helvetica with texts at their places, as plain as the format allows. ASCII only. */
export function makePdf(
  pages: readonly (readonly PlacedText[])[],
  info: Record<string, string> = {},
): Uint8Array {
  const objects: string[] = []
  const add = (body: string) => objects.push(body)
  const firstPage = 5
  add('<< /Type /Catalog /Pages 2 0 R >>')
  const kids = pages.map((_, index) => `${firstPage + index * 2} 0 R`).join(' ')
  add(`<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`)
  add('<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>')
  add(
    `<< ${Object.entries(info)
      .map(([name, value]) => `/${name} (${value})`)
      .join(' ')} >>`,
  )
  pages.forEach((texts, index) => {
    const content = texts
      .map(
        ({ x, y, size, text }) => `BT /F1 ${size} Tf ${x} ${y} Td (${text.replace(/[\\()]/g, '\\$&')}) Tj ET`,
      )
      .join('\n')
    add(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << /Font << /F1 3 0 R >> >> /Contents ${firstPage + index * 2 + 1} 0 R >>`,
    )
    add(`<< /Length ${content.length} >>\nstream\n${content}\nendstream`)
  })
  let pdf = '%PDF-1.4\n'
  const offsets = objects.map((body, index) => {
    const offset = pdf.length
    pdf += `${index + 1} 0 obj\n${body}\nendobj\n`
    return offset
  })
  const start = pdf.length
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  pdf += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R /Info 4 0 R >>\nstartxref\n${start}\n%%EOF\n`
  return new TextEncoder().encode(pdf)
}

/** Lines of one size, one under the other, from `y` down. */
export function lines(x: number, y: number, size: number, ...texts: string[]): PlacedText[] {
  return texts.map((text, index) => ({ x, y: y - index * size * 1.2, size, text }))
}
