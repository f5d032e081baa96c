/** What may be written: text from anywhere, which is never obeyed by a terminal, and text with a style of ours. */
export type Text = string | Span | readonly Text[]

export interface Span {
  style: Style
  of: Text
}

/** SGR codes of ECMA-48. */
const CODES = {
  bold: 1,
  dim: 2,
  italic: 3,
  underline: 4,
  strike: 9,
  red: 31,
  green: 32,
  yellow: 33,
  blue: 34,
  magenta: 35,
  cyan: 36,
} as const

export type Style = keyof typeof CODES

export function styled(style: Style, of: Text): Span {
  return { style, of }
}

/** A run of characters in one style. */
export interface Run {
  text: string
  styles: readonly Style[]
}

export function runsOf(text: Text, styles: readonly Style[] = []): Run[] {
  if (typeof text === 'string') return text === '' ? [] : [{ text, styles }]
  if (isList(text)) return text.flatMap((part) => runsOf(part, styles))
  return runsOf(text.of, [...styles, text.style])
}

/** The same with as few runs as there are changes of style. */
export function joined(runs: readonly Run[]): Run[] {
  const fewer: Run[] = []
  for (const run of runs) {
    const last = fewer.at(-1)
    if (last?.styles.join() === run.styles.join()) last.text += run.text
    else fewer.push({ ...run })
  }
  return fewer
}

/** The text alone. */
export function plain(text: Text): string {
  return runsOf(text)
    .map((run) => run.text)
    .join('')
}

/** `text` stands for itself between the codes of its styles. */
export function withCodes(text: string, styles: readonly Style[]): string {
  if (styles.length === 0) return text
  return `\x1b[${styles.map((style) => CODES[style]).join(';')}m${text}\x1b[0m`
}

function isList(text: Span | readonly Text[]): text is readonly Text[] {
  return Array.isArray(text)
}
