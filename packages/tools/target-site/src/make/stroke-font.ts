/** A line from x1,y1 to x2,y2; letters are 4 wide and 6 high, y grows downwards. */
export type Stroke = [x1: number, y1: number, x2: number, y2: number]

// Each letter as lines through points of its 4 x 6 grid; `|` lifts the pen. Drawn for this project.
const LETTERS: Record<string, string> = {
  A: '06 20 46|14 34',
  B: '00 06 36 45 44 33 03|33 42 41 30 00',
  C: '41 30 10 01 05 16 36 45',
  D: '00 06 26 44 42 20 00',
  E: '40 00 06 46|03 33',
  F: '40 00 06|03 33',
  G: '41 30 10 01 05 16 36 45 43 23',
  H: '00 06|40 46|03 43',
  I: '10 30|20 26|16 36',
  J: '20 40 45 36 16 05',
  K: '00 06|40 03 46',
  L: '00 06 46',
  M: '06 00 23 40 46',
  N: '06 00 46 40',
  O: '10 30 41 45 36 16 05 01 10',
  P: '06 00 30 41 42 33 03',
  Q: '10 30 41 45 36 16 05 01 10|24 46',
  R: '06 00 30 41 42 33 03|23 46',
  S: '41 30 10 01 02 13 33 44 45 36 16 05',
  T: '00 40|20 26',
  U: '00 05 16 36 45 40',
  V: '00 26 40',
  W: '00 16 22 36 40',
  X: '00 46|40 06',
  Y: '00 23 40|23 26',
  Z: '00 40 06 46',
  0: '10 30 41 45 36 16 05 01 10',
  1: '11 20 26|16 36',
  2: '01 10 30 41 42 06 46',
  3: '00 40 22 33 44 45 36 16 05',
  4: '36 30 04 44',
  5: '40 00 03 33 44 45 36 06',
  6: '40 20 02 05 16 36 45 44 33 03',
  7: '00 40 16',
  8: '10 30 41 42 33 13 02 01 10|13 04 05 16 36 45 44 33',
  9: '43 13 02 01 10 30 41 44 26 06',
  ':': '22 23|25 26',
  '.': '25 26',
  '-': '13 33',
}

/** The strokes of one line of text of capitals, digits and `:.-`; each letter takes `advance` units. */
export function strokesOf(text: string, advance = 6): Stroke[] {
  return [...text].flatMap((letter, index) => strokesOfLetter(LETTERS[letter] ?? '', index * advance))
}

function strokesOfLetter(lines: string, left: number): Stroke[] {
  return lines.split('|').flatMap((line) => {
    const points = line
      .split(' ')
      .filter(Boolean)
      .map((point) => [left + Number(point[0]), Number(point[1])])
    return points.slice(1).map((to, index) => [...points[index]!, ...to] as Stroke)
  })
}
