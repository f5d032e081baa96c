/** An address that was pasted, and the line that it stands in, from 1. */
export interface Pasted {
  url: string
  line: number
}

/** An address as people type it: without a scheme it is https. */
export const withScheme = (typed: string): string =>
  /^[a-z][a-z0-9+.-]*:/i.test(typed) ? typed : `https://${typed}`

/** The addresses of a text: lines, or words with commas between. */
export function readAddresses(text: string): Pasted[] {
  return text.split('\n').flatMap((content, index) =>
    content
      .split(/[\s,;]+/)
      .filter(Boolean)
      .map((word) => ({ url: withScheme(word), line: index + 1 })),
  )
}
