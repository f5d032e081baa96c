/** Openings, middles and ends of plain sentences about nothing in particular. */
const OPENINGS = [
  'The committee met on Tuesday and',
  'After three winters of repairs, the bridge',
  'Growers along the river say that the harvest',
  'A short walk from the station, the museum',
  'According to the annual report, the company',
  'Nobody expected that the old ferry',
  'In the second half of the year, prices',
  'The recipe that her grandmother wrote down',
  'Two engineers from the north of the country',
  'What began as a small experiment in a garage',
]
const MIDDLES = [
  'decided to postpone the vote until the figures had been checked again',
  'opened its doors to visitors for the first time since the flood',
  'turned out larger than anyone had planned for',
  'was moved to a quieter street with better light',
  'made headlines because of a single photograph',
  'has since been copied in eleven other towns',
  'needs a little more salt than the book suggests',
  'rose slowly at first and then all at once',
  'kept the neighbours awake for most of the summer',
  'is now taught in schools on both sides of the border',
]
const ENDS = [
  'and the reasons are still debated.',
  'which came as a surprise to most readers.',
  'although the details differ from place to place.',
  'and a second edition is planned for spring.',
  'while the other half remained exactly where it was.',
  'so the next meeting will take longer than usual.',
  'as the photographs on the following pages show.',
  'but that is a story for another chapter.',
]

/** So many words of plain prose, the same for the same seed, in paragraphs. */
export function prose(words: number, seed: string): string {
  let state = [...seed].reduce((sum, char) => (sum * 31 + char.charCodeAt(0)) >>> 0, 7)
  const pick = (list: readonly string[]) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return list[state % list.length]!
  }
  const paragraphs: string[] = []
  for (let count = 0; count < words; ) {
    const sentences = Array.from(
      { length: 4 },
      () => `${pick(OPENINGS)} ${pick(MIDDLES)}, ${pick(ENDS)}`,
    ).join(' ')
    paragraphs.push(`<p>${sentences}</p>`)
    count += sentences.split(' ').length
  }
  return paragraphs.join('\n')
}
