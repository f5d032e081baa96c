import { ELEMENT, type Element, TEXT } from '@gleaner/markup'
import { type Formula, tidy } from './formula.ts'

/**
 * Formulas that a script draws in the reader's browser. Until then they stand in the page as LaTeX: between delimiters
 * within the text, or as all the text of an element that is named for it.
 */

/** What opens a formula in running text, and what closes it. Single dollar signs are prices too often. */
const DELIMITERS: readonly { open: string; close: string; display: boolean }[] = [
  { open: '\\(', close: '\\)', display: false },
  { open: '\\[', close: '\\]', display: true },
  { open: '$$', close: '$$', display: true },
]
const ENVIRONMENT = /\\begin\{(equation|align|gather|multline|eqnarray|alignat|flalign)(\*?)\}/

/** Whether a text may hold formulas; most do not. */
export function mayHoldFormulas(text: string): boolean {
  return text.includes('\\') || text.includes('$$')
}

/** The text in parts: strings and the formulas between them. One string when it holds none. */
export function splitFormulas(text: string): (string | Formula)[] {
  const parts: (string | Formula)[] = []
  /** Where each closing sign stands next; beyond the text when there is no more of it. */
  const nexts = new Map<string, number>()
  let from = 0
  for (let at = nextOpening(text, 0); at < text.length; at = nextOpening(text, at)) {
    const found = formulaAt(text, at, nexts)
    if (!found) {
      at += 2
      continue
    }
    parts.push(text.slice(from, at), found.formula)
    from = at = found.end
  }
  parts.push(text.slice(from))
  return parts
}

function nextOpening(text: string, from: number): number {
  for (let at = from; at < text.length; at++) {
    const character = text[at]
    if (character === '\\' && /[([b]/.test(text[at + 1] ?? '')) return at
    if (character === '$' && text[at + 1] === '$') return at
  }
  return text.length
}

function formulaAt(
  text: string,
  at: number,
  nexts: Map<string, number>,
): { formula: Formula; end: number } | undefined {
  const { open, close, display } = delimiterAt(text, at) ?? {}
  if (open === undefined) return undefined
  const start = at + open.length
  const end = nextClose(text, close!, start, nexts)
  const isEnvironment = open.startsWith('\\begin')
  const tex =
    end < text.length
      ? tidy(isEnvironment ? text.slice(at, end + close!.length) : text.slice(start, end))
      : ''
  if (tex === '' || (open === '$$' && !/[\\^_=+{]/.test(tex))) return undefined
  return { formula: { tex, display: display! }, end: end + close!.length }
}

function delimiterAt(
  text: string,
  at: number,
): { open: string; close: string; display: boolean } | undefined {
  const known = DELIMITERS.find(({ open }) => text.startsWith(open, at))
  if (known) return known
  const [open, name, star] = ENVIRONMENT.exec(text.slice(at, at + MAX_ENVIRONMENT)) ?? []
  if (open === undefined || !text.startsWith(open, at)) return undefined
  return { open, close: `\\end{${name}${star}}`, display: true }
}

/** Characters of `\begin{multline*}` and its like. */
const MAX_ENVIRONMENT = 20

/** Every closing sign is searched for once, from opening to opening: the whole text is passed once for each kind. */
function nextClose(text: string, close: string, from: number, nexts: Map<string, number>): number {
  const known = nexts.get(close)
  if (known !== undefined && known >= from) return known
  const found = text.indexOf(close, from)
  const next = found < 0 ? text.length : found
  nexts.set(close, next)
  return next
}

/** The formula that a text consists of, without its delimiters; single dollar signs are enough here. */
export function delimited(text: string): Formula | undefined {
  for (const { open, close, display } of [...DELIMITERS, { open: '$', close: '$', display: false }]) {
    if (text.length <= open.length + close.length || !text.startsWith(open) || !text.endsWith(close)) continue
    const tex = text.slice(open.length, -close.length)
    return tex.includes(close) ? undefined : { tex: tidy(tex), display }
  }
  return undefined
}

const NAMED = /(?:^|[\s_-])(?:math|mathjax|tex|latex|katex|arithmatex|formula|equation)(?=$|[\s_-])/i
/** Names that are given to formulas alone, so that they need no delimiters: Pandoc, remark, GitHub, GladTeX. */
const SURE = /(?:^|\s)(?:math\s+(?:inline|display)|math-(?:inline|display)|language-math)(?=$|\s)/
const SURE_TAGS: ReadonlySet<string> = new Set(['math-renderer', 'eq', 'tex-math'])

/** The formula that is all the text of an element named for it. */
export function readUndrawn(element: Element): Formula | undefined {
  const { tag, attrs, children } = element
  const names = attrs.class ?? ''
  if (names === '' ? !SURE_TAGS.has(tag) : !NAMED.test(names)) return undefined
  const isSure = SURE_TAGS.has(tag) || SURE.test(names)
  let text = ''
  for (const child of children) {
    if (child.type === ELEMENT) return undefined
    if (child.type === TEXT) text += child.value
  }
  const found = delimited(text.trim())
  const isDisplay =
    tag === 'div' || tag === 'p' || /\bdisplay/.test(`${names} ${attrs.env ?? ''} ${attrs.display ?? ''}`)
  if (found) return { tex: found.tex, display: found.display || (isSure && isDisplay) }
  return isSure && text.trim() !== '' ? { tex: tidy(text), display: isDisplay } : undefined
}
