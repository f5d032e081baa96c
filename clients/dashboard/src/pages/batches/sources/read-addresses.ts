import { withScheme } from '../../../api/with-scheme.ts'

/** An address that was pasted, and the line that it stands in, from 1. */
export interface Pasted {
  url: string
  line: number
}

/** The addresses of a text: lines, or words with commas between. */
export function readAddresses(text: string): Pasted[] {
  return text.split('\n').flatMap((content, index) =>
    content
      .split(/[\s,;]+/)
      .filter(Boolean)
      .map((word) => ({ url: withScheme(word), line: index + 1 })),
  )
}
