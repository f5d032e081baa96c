/** Cells of the table that aligns two texts; a longer page is aligned with the start of its truth only. */
const MAX_CELLS = 400_000_000

/** Aligns a page's words with those of its truth in order, and gives 1 for each word of either that has its place in the other. */
export function alignWords(page: Int32Array, truth: Int32Array): { page: Uint8Array; truth: Uint8Array } {
  const width = truth.length
  const matched = { page: new Uint8Array(page.length), truth: new Uint8Array(width) }
  const height = Math.min(page.length, Math.floor(MAX_CELLS / Math.max(1, width)))
  const steps = new Uint8Array(height * width)
  let above = new Int32Array(width + 1)
  let row = new Int32Array(width + 1)
  for (let i = 0; i < height; i++) {
    for (let j = 0; j < width; j++) {
      let best = above[j + 1]!
      let step = UP
      if (row[j]! > best) {
        best = row[j]!
        step = LEFT
      }
      if (page[i] === truth[j] && above[j]! + 1 > best) {
        best = above[j]! + 1
        step = BOTH
      }
      row[j + 1] = best
      steps[i * width + j] = step
    }
    const spare = above
    above = row
    row = spare
  }
  for (let i = height - 1, j = width - 1; i >= 0 && j >= 0; ) {
    const step = steps[i * width + j]
    if (step === BOTH) {
      matched.page[i] = 1
      matched.truth[j] = 1
    }
    if (step !== LEFT) i--
    if (step !== UP) j--
  }
  return matched
}

const UP = 0
const LEFT = 1
const BOTH = 2
