/** A number that begins a step, with the word before it (`Step 2:`) or alone behind a sentence (`2. Stir`). */
const NUMBERS: readonly RegExp[] = [
  /(?:^|(?<=[\s.!?:)]))\p{L}{3,12}\s(\d{1,2})(?:[:.)]|(?=\s))/gu,
  /(?:^|(?<=[\s.!?:)]))(\d{1,2})[.)]\s?(?=\p{Lu})/gu,
]
const LONGEST = 20_000
const LEAST_STEPS = 2

/** The parts of a text that numbers from 1 on begin, without the numbers; nothing where it has no such numbers. */
export function splitNumbered(text: string): string[] {
  if (text.length > LONGEST) return []
  for (const pattern of NUMBERS) {
    const marks = inOrder([...text.matchAll(pattern)])
    if (marks.length < LEAST_STEPS) continue
    const starts = marks.map(({ index, 0: mark }) => index + mark.length)
    const ends = [...marks.slice(1).map(({ index }) => index), text.length]
    const before = text.slice(0, marks[0]!.index).trim()
    return [before, ...starts.map((start, at) => text.slice(start, ends[at]).trim())].filter(Boolean)
  }
  return []
}

/** The marks that count from 1 on. */
function inOrder(marks: readonly RegExpExecArray[]): RegExpExecArray[] {
  const ordered: RegExpExecArray[] = []
  for (const mark of marks) if (Number(mark[1]) === ordered.length + 1) ordered.push(mark)
  return ordered
}
