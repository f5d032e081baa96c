/** A text on a page: left and baseline in points from the bottom left, font size. */
export interface PlacedText {
  x: number
  y: number
  size: number
  text: string
  /** Quarter turns to the left, around its place. Default 0. */
  turn?: number
}

/** What every page of a PDF has. */
export interface PageFacts {
  /** Degrees to the right that a reader turns the page by. */
  rotate?: number
  /** Points. Default 612 by 792. */
  width?: number
  height?: number
}

/** The same text on a page of `width` by `height` that is turned to the left by quarters. */
export function turned(
  { x, y, ...text }: PlacedText,
  turns: number,
  width: number,
  height: number,
): PlacedText {
  const places = [
    { x, y },
    { x: height - y, y: x },
    { x: width - x, y: height - y },
    { x: y, y: width - x },
  ]
  return { ...text, ...places[turns]!, turn: turns }
}

/** The first column of the matrix that turns text by quarters to the left. */
const DIRECTIONS = [
  [1, 0],
  [0, 1],
  [-1, 0],
  [0, -1],
] as const

/** A PDF in Helvetica with texts at their places, as plain as the format allows. ASCII only. */
export function makePdf(
  pages: readonly (readonly PlacedText[])[],
  info: Record<string, string> = {},
  { rotate = 0, width = 612, height = 792 }: PageFacts = {},
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
      .map(({ x, y, size, text, turn = 0 }) => {
        const [a, b] = DIRECTIONS[turn]!
        return `BT /F1 ${size} Tf ${a} ${b} ${-b} ${a} ${x} ${y} Tm (${text.replace(/[\\()]/g, '\\$&')}) Tj ET`
      })
      .join('\n')
    add(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${width} ${height}] /Rotate ${rotate} /Resources << /Font << /F1 3 0 R >> >> /Contents ${firstPage + index * 2 + 1} 0 R >>`,
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
