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
  return png(width, height, drawn(board, ink, 4, [30, 34, 48]))
}

/** A captcha picture: slightly shaken letters on paper with a few dots. */
export function captchaPicture(text: string): Buffer {
  const unit = 8
  const ink = [...text].flatMap((letter, index) =>
    placed(strokesOf(letter), unit, 24 + index * 8 * unit, 18 + ((letter.charCodeAt(0) * 7 + index * 5) % 9)),
  )
  const paper: Picture = (x, y) => ((x * 31 + y * 17 + x * y) % 97 === 0 ? [190, 200, 215] : [250, 250, 246])
  return png(48 + text.length * 8 * unit - 16, 92, drawn(paper, ink, 4.5, [40, 50, 90]))
}

function placed(strokes: Stroke[], unit: number, left: number, top: number): Stroke[] {
  return strokes.map(([x1, y1, x2, y2]) => [
    left + x1 * unit,
    top + y1 * unit,
    left + x2 * unit,
    top + y2 * unit,
  ])
}

/** Draws strokes of a round pen over a picture, with soft edges. Each pixel only meets strokes near it. */
function drawn(background: Picture, ink: Stroke[], radius: number, color: Color): Picture {
  return (x, y) => {
    const near = ink.reduce((least, stroke) => Math.min(least, distance(x, y, stroke, least)), radius + 1)
    const cover = Math.max(0, Math.min(1, radius + 0.5 - near))
    const under = background(x, y)
    return under.map((part, index) => Math.round(part * (1 - cover) + color[index]! * cover))
  }
}

function distance(x: number, y: number, [x1, y1, x2, y2]: Stroke, enough: number): number {
  const isFar =
    x < Math.min(x1, x2) - enough || x > Math.max(x1, x2) + enough || y < Math.min(y1, y2) - enough
  if (isFar || y > Math.max(y1, y2) + enough) return enough
  const [dx, dy] = [x2 - x1, y2 - y1]
  const along = Math.max(0, Math.min(1, ((x - x1) * dx + (y - y1) * dy) / (dx * dx + dy * dy || 1)))
  return Math.hypot(x - x1 - along * dx, y - y1 - along * dy)
}
