const segmenter = new Intl.Segmenter()
const WIDE =
  /\p{Emoji_Presentation}|[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97c\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{20000}-\u{3fffd}]/u
const NOTHING = /^[\p{Mn}\p{Me}\p{Cf}]+$/u
const ASCII = /^[\x20-\x7e]*$/

/** Columns that a terminal takes for a line. */
export function widthOf(line: string): number {
  if (ASCII.test(line)) return line.length
  let width = 0
  for (const { segment } of segmenter.segment(line))
    width += NOTHING.test(segment) ? 0 : WIDE.test(segment) ? 2 : 1
  return width
}

/** The beginning of a line that fits, with `…` where it was longer. */
export function cut(line: string, columns: number): string {
  if (widthOf(line) <= columns) return line
  let [kept, width] = ['', 0]
  for (const { segment } of segmenter.segment(line)) {
    width += widthOf(segment)
    if (width > columns - 1) break
    kept += segment
  }
  return `${kept}…`
}
