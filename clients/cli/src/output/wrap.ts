import { type Run, runsOf, styled, type Text } from './styled.ts'
import { widthOf } from './width.ts'

/** A paragraph in lines of at most so many columns, broken at spaces; a longer word has a line to itself. */
export function wrap(text: Text, columns: number): Text[] {
  const lines: Run[][] = [[]]
  let width = 0
  for (const word of wordsOf(runsOf(text))) {
    const needed = word.reduce((sum, run) => sum + widthOf(run.text), 0)
    if (width > 0 && width + needed > columns) {
      if (lines.at(-1)!.at(-1)?.text === ' ') lines.at(-1)!.pop()
      lines.push([])
      width = 0
    }
    if (width === 0 && word.every(({ text }) => text === ' ')) continue
    lines.at(-1)!.push(...word)
    width += needed
  }
  return lines.map((runs) => runs.map(asText))
}

/** Words and spaces; a word may have several styles. */
function wordsOf(runs: readonly Run[]): Run[][] {
  const words: Run[][] = []
  let isInWord = false
  for (const { text, styles } of runs)
    for (const piece of text.split(/(\s+)/)) {
      if (piece === '') continue
      const isSpace = /^\s/.test(piece)
      if (!isSpace && isInWord) words.at(-1)!.push({ text: piece, styles })
      else words.push([{ text: isSpace ? ' ' : piece, styles }])
      isInWord = !isSpace
    }
  return words
}

function asText({ text, styles }: Run): Text {
  return styles.reduceRight<Text>((inner, style) => styled(style, inner), text)
}
