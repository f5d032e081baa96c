import { styled, type Text } from './styled.ts'

/**
 * What a piece of inline Markdown looks like, and what becomes of it; of those that fit at a place the first one. Each is bounded, and reads
 * a text in one way only, so that hostile text costs no more time than other text.
 */
const PIECES: { form: RegExp; show: (match: RegExpExecArray) => Text }[] = [
  { form: /\\([!-/:-@[-`{-~])/y, show: ([, char]) => char! },
  { form: /(`+)(?!`)(.{1,2000}?)(?<!`)\1(?!`)/sy, show: ([, , code]) => styled('yellow', code!.trim()) },
  {
    form: /!\[([^\]]{0,1000})\]\((?:<[^>]{0,2000}>|[^)\s]{0,2000})(?: +"[^"]{0,500}")?\)/y,
    show: ([, alt]) => styled('dim', `[image${alt ? `: ${alt}` : ''}]`),
  },
  {
    form: /\[((?:[^[\]\\]|\\.|\[[^[\]]{0,500}\]){0,1000})\]\((<[^>]{0,2000}>|(?:[^()\s]|\([^()\s]{0,500}\)){0,2000})(?: +"[^"]{0,500}")?\)/y,
    show: ([, text, address]) => link(text!, address!.replace(/^<|>$/g, '')),
  },
  { form: /<((?:https?|mailto):[^\s>]{1,2000})>/y, show: ([, address]) => styled('underline', address!) },
  { form: /\*\*(?=\S)(.{1,1000}?)(?<=\S)\*\*/sy, show: ([, text]) => styled('bold', renderInline(text!)) },
  {
    form: /(?<!\w)__(?=\S)(.{1,1000}?)(?<=\S)__(?!\w)/sy,
    show: ([, text]) => styled('bold', renderInline(text!)),
  },
  { form: /~~(?=\S)(.{1,1000}?)(?<=\S)~~/sy, show: ([, text]) => styled('strike', renderInline(text!)) },
  {
    form: /\*(?=[^\s*])(.{1,1000}?)(?<=[^\s*])\*(?!\*)/sy,
    show: ([, text]) => styled('italic', renderInline(text!)),
  },
  {
    form: /(?<!\w)_(?=[^\s_])(.{1,1000}?)(?<=[^\s_])_(?!\w)/sy,
    show: ([, text]) => styled('italic', renderInline(text!)),
  },
]
const BEGINNINGS = /[\\`![<*_~]/g

/** A longer paragraph stays as it is written. */
const MOST_CHARS = 50_000

/** Emphasis, code, links and images of one paragraph. */
export function renderInline(markdown: string): Text {
  if (markdown.length > MOST_CHARS) return markdown
  const shown: Text[] = []
  let [from, at] = [0, nextBeginning(markdown, 0)]
  while (at !== -1) {
    const piece = pieceAt(markdown, at)
    if (piece) {
      shown.push(markdown.slice(from, at), piece.shown)
      from = at + piece.length
    }
    at = nextBeginning(markdown, piece ? from : at + 1)
  }
  return [...shown, markdown.slice(from)]
}

function nextBeginning(text: string, from: number): number {
  BEGINNINGS.lastIndex = from
  return BEGINNINGS.exec(text)?.index ?? -1
}

function pieceAt(text: string, at: number): { shown: Text; length: number } | undefined {
  for (const { form, show } of PIECES) {
    form.lastIndex = at
    const match = form.exec(text)
    if (match) return { shown: show(match), length: match[0].length }
  }
  return undefined
}

/** The address stands behind the text: who reads sees where a link leads. */
function link(text: string, address: string): Text {
  const shown = styled('underline', renderInline(text))
  return text === address || address === '' ? shown : [shown, styled('dim', ` (${address})`)]
}
