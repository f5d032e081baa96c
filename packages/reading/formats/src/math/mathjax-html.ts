import { ELEMENT, type Element, findFirst, TEXT, textContent } from '@gleaner/markup'
import type { MathNode } from './math-node.ts'

/** Parts of MathJax's layout without meaning of their own. */
const LAYOUT_ONLY = new Set(['nstrut', 'dstrut', 'line', 'surd', 'spacer', 'tstrut', 'mspace', 'strut'])
/** Boxes that stand for their only content. */
const BOXES = new Set([
  'num',
  'den',
  'dbox',
  'dtable',
  'row',
  'frac',
  'box',
  'base',
  'over',
  'under',
  'script',
  'sqrt',
  'table',
  'itable',
  'math',
  'texatom',
  'container',
  'root',
])

/** Reads what MathJax's CommonHTML output (`mjx-*` elements) shows, for pages that carry no MathML beside it. */
export function fromMathJaxHtml(element: Element): MathNode {
  const name = element.tag.replace(/^mjx-/, '')
  // Beside a sum within a line, its limits stand like a subscript and a superscript.
  const isBeside = element.attrs.limits === 'false'
  if (name === 'munderover' && !isBeside) return underOver(element)
  const children = element.children
    .filter((child) => child.type === ELEMENT)
    .filter((child) => !LAYOUT_ONLY.has(child.tag.replace(/^mjx-/, '')))
    .filter(({ tag }) => tag !== 'mjx-c' && !tag.startsWith('mjx-stretchy') && tag !== 'mjx-assistive-mml')
    .map(fromMathJaxHtml)
    .filter((child) => child.children.length > 0 || child.text !== '' || !BOXES.has(child.name))
  if (BOXES.has(name) && children.length === 1) return children[0]!
  if (name === 'mfrac' && children.length === 1) return { ...children[0]!, name, attrs: rulingOf(element) }
  if (
    (name === 'msubsup' || name === 'munderover') &&
    children.length === 2 &&
    children[1]!.children.length === 2
  ) {
    const [base, scripts] = children as [MathNode, MathNode]
    return { name, text: '', attrs: {}, children: [base, scripts.children[1]!, scripts.children[0]!] }
  }
  if (name === 'mtable') return { name, text: '', attrs: alignmentOf(element), children: rowsIn(children) }
  if ((name === 'munder' || name === 'mover') && !isBeside) {
    const ordered = name === 'mover' ? children.toReversed() : children
    return { name, text: '', attrs: {}, children: ordered }
  }
  const shown = BOXES.has(name) && name !== 'texatom' ? 'mrow' : name
  return {
    name: shown,
    text: children.length === 0 ? glyphs(element) : '',
    attrs: variantOf(element),
    children,
  }
}

/** Binomials and their like are fractions without a line. */
function rulingOf(element: Element): Record<string, string> {
  return findFirst(element, 'mjx-frac')?.attrs.atop === 'true' ? { linethickness: '0' } : {}
}

/** Aligned equations begin at the right of their first column. */
function alignmentOf(element: Element): Record<string, string> {
  const style = findFirst(element, 'mjx-mtd')?.attrs.style ?? ''
  return /text-align:\s*right/.test(style) ? { columnalign: 'right left' } : {}
}

/** Script letters have the code points of upright ones, in a font of their own. */
function variantOf({ attrs }: Element): Record<string, string> {
  return /(?:^|\s)mjx-(?:cal|scr)(?:\s|$)/.test(attrs.class ?? '') ? { mathvariant: 'script' } : {}
}

/** The rows of a table, out of the boxes around them. */
function rowsIn(children: MathNode[]): MathNode[] {
  return children.length === 1 && children[0]!.name === 'mrow' ? rowsIn(children[0]!.children) : children
}

/** `<mjx-munderover>` shows the upper limit first and nests base and lower limit below it. */
function underOver(element: Element): MathNode {
  const [over, rest] = element.children.filter((child) => child.type === ELEMENT).map(fromMathJaxHtml)
  if (!over || rest?.name !== 'munder')
    return { name: 'mrow', text: '', attrs: {}, children: [over, rest].filter((node) => node !== undefined) }
  return { name: 'munderover', text: '', attrs: {}, children: [...rest.children, over] }
}

/** The characters of a leaf: as text, or as code points in the class names of its glyphs (`mjx-c1D467`). */
function glyphs(element: Element): string {
  let text = ''
  for (const child of element.children) {
    if (child.type === TEXT) text += child.value
    if (child.type !== ELEMENT) continue
    const written = textContent(child)
    const code = /(?:^|\s)mjx-c([0-9A-F]{2,5})(?:\s|$)/.exec(child.attrs.class ?? '')?.[1]
    if (written !== '') text += written
    else if (code && Number.parseInt(code, 16) <= 0x10ffff)
      text += String.fromCodePoint(Number.parseInt(code, 16))
  }
  return text.trim()
}
