import { png } from './png.ts'
import { type Stroke, strokesOf } from './stroke-font.ts'

type Color = [number, number, number]
type Picture = (x: number, y: number) => number[]

/** A picture without words: a sunset over the sea. */
export function sunset(): Buffer {
  return png(320, 200, (x, y) => {
    const isSun = (x - 160) ** 2 + (y - 90) ** 2 < 1_600
    if (isSun && y < 120) return [255, 226, 140]
    return y < 120 ? [240 - y, 150 - y / 2, 90 + y / 2] : [20, 60 + ((x + y) % 7) * 4, 110]
  })
}

/** A board with lines of text, as a camera sees it: uneven light, a frame, a wall around it. */
export function noticeBoard(lines: string[]): Buffer {
  const [unit, margin] = [7, 60]
  const width = margin * 2 + Math.max(...lines.map((line) => line.length)) * 6 * unit
  const height = margin * 2 + lines.length * 10 * unit
  const board: Picture = (x, y) => {
    const isWall = Math.min(x, y, width - x, height - y) < 20
    const light = 1 - 0.25 * Math.hypot((x - width * 0.3) / width, (y - height * 0.2) / height)
    return (isWall ? [150, 120, 90] : [245, 240, 226]).map((part) => Math.round(part * light))
  }
  const ink = lines.flatMap((line, row) => placed(strokesOf(line), unit, margin, margin + row * 10 * unit))
  return drawn(width, height, board, { ink, radius: 4, color: [30, 34, 48] })
}

/** A captcha picture: slightly shaken letters on paper with a few dots. */
export function captchaPicture(text: string): Buffer {
  const unit = 8
  const ink = [...text].flatMap((letter, index) =>
    placed(strokesOf(letter), unit, 24 + index * 8 * unit, 18 + ((letter.charCodeAt(0) * 7 + index * 5) % 9)),
  )
  const paper: Picture = (x, y) => ((x * 31 + y * 17 + x * y) % 97 === 0 ? [190, 200, 215] : [250, 250, 246])
  return drawn(48 + text.length * 8 * unit - 16, 92, paper, { ink, radius: 4.5, color: [40, 50, 90] })
}

function placed(strokes: Stroke[], unit: number, left: number, top: number): Stroke[] {
  return strokes.map(([x1, y1, x2, y2]) => [
    left + x1 * unit,
    top + y1 * unit,
    left + x2 * unit,
    top + y2 * unit,
  ])
}

/** Draws strokes of a round pen over a picture, with soft edges. */
function drawn(width: number, height: number, background: Picture, pen: Pen): Buffer {
  const cover = coverage(width, height, pen)
  return png(width, height, (x, y) => {
    const share = cover[y * width + x]!
    const under = background(x, y)
    return share === 0 ? under : under.map((part, index) => part * (1 - share) + pen.color[index]! * share)
  })
}

interface Pen {
  ink: Stroke[]
  radius: number
  color: Color
}

/** How much of each pixel the pen covers, from 0 to 1; only pixels near a stroke are looked at. */
function coverage(width: number, height: number, { ink, radius }: Pen): Float32Array {
  const cover = new Float32Array(width * height)
  const { min, max } = Math
  const reach = Math.ceil(radius) + 1
  for (const stroke of ink) {
    const [x1, y1, x2, y2] = stroke
    for (let y = max(0, min(y1, y2) - reach); y <= min(height - 1, max(y1, y2) + reach); y++) {
      for (let x = max(0, min(x1, x2) - reach); x <= min(width - 1, max(x1, x2) + reach); x++) {
        const share = max(0, min(1, radius + 0.5 - distance(x, y, stroke)))
        cover[y * width + x] = max(cover[y * width + x]!, share)
      }
    }
  }
  return cover
}

function distance(x: number, y: number, [x1, y1, x2, y2]: Stroke): number {
  const [dx, dy] = [x2 - x1, y2 - y1]
  const along = Math.max(0, Math.min(1, ((x - x1) * dx + (y - y1) * dy) / (dx * dx + dy * dy || 1)))
  return Math.hypot(x - x1 - along * dx, y - y1 - along * dy)
}
