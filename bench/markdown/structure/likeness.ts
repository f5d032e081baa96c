/** Characters of a text that are compared; the edit distance takes the square of them. */
const MOST = 3000

/** 1 less the edit distance of two texts over the length of the longer. */
export function likeness(one: string, other: string): number {
  if (one === other) return 1
  const [a, b] = [one.slice(0, MOST), other.slice(0, MOST)]
  return 1 - distance(a, b) / Math.max(a.length, b.length)
}

function distance(a: string, b: string): number {
  let start = 0
  while (start < a.length && start < b.length && a[start] === b[start]) start++
  let [aEnd, bEnd] = [a.length, b.length]
  while (aEnd > start && bEnd > start && a[aEnd - 1] === b[bEnd - 1]) {
    aEnd--
    bEnd--
  }
  const width = bEnd - start
  const row = Uint16Array.from({ length: width + 1 }, (_, index) => index)
  for (let y = start; y < aEnd; y++) {
    let diagonal = row[0]!
    row[0] = y - start + 1
    for (let x = 1; x <= width; x++) {
      const above = row[x]!
      const change = diagonal + (a.charCodeAt(y) === b.charCodeAt(start + x - 1) ? 0 : 1)
      row[x] = Math.min(above + 1, row[x - 1]! + 1, change)
      diagonal = above
    }
  }
  return row[width]!
}
