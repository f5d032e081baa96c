import { ELEMENT, type Element, findFirst, TEXT, textContent } from '@gleaner/markup'
import type { MathNode } from './math-node.ts'
import { wholeDelimiter } from './tall-delimiters.ts'

/** Reads what MathJax's SVG output shows: its groups name the MathML that they draw. */
export function fromMathJaxSvg(group: Element): MathNode {
  const name = (group.attrs['data-mml-node'] ?? 'mrow').replace('TeXAtom', 'mrow')
  const parts = partsOf(group)
  if (parts.length === 0)
    return { name, text: wholeDelimiter(glyphs(group)), attrs: variantOf(group), children: [] }
  const children = inOrder(name, parts).map(fromMathJaxSvg)
  return { name, text: '', attrs: name === 'mfrac' ? rulingOf(group) : {}, children }
}

/** Binomials and their like are fractions without a line. */
function rulingOf(group: Element): Record<string, string> {
  return group.children.some((child) => child.type === ELEMENT && child.tag === 'rect')
    ? {}
    : { linethickness: '0' }
}

/** Script letters have the code points of upright ones, in a font of their own. */
function variantOf(group: Element): Record<string, string> {
  const drawn = findFirst(group, 'use')
  const glyph = drawn?.attrs['xlink:href'] ?? drawn?.attrs.href ?? ''
  return /-TEX-(?:C|SC)-/.test(glyph) ? { mathvariant: 'script' } : {}
}

/** The groups that draw a node's children, out of the groups that only move them. */
function partsOf(group: Element): Element[] {
  return group.children.flatMap((child): Element[] => {
    if (child.type !== ELEMENT || child.tag !== 'g' || child.attrs['data-c'] !== undefined) return []
    return child.attrs['data-mml-node'] === undefined && holdsNodes(child) ? partsOf(child) : [child]
  })
}

function holdsNodes(group: Element): boolean {
  return group.children.some((child) => child.type === ELEMENT && child.tag === 'g')
}

/** MathML's order: MathJax draws what stands above before what stands below, and signs of roots last. */
function inOrder(name: string, parts: Element[]): Element[] {
  if (name === 'msqrt' || name === 'mroot') {
    const drawn = parts.filter((part) => glyphs(part) !== '√' || part.attrs['data-mml-node'] !== 'mo')
    return name === 'mroot' && drawn.length === 2 && height(drawn[0]!) > height(drawn[1]!)
      ? drawn.toReversed()
      : drawn
  }
  if ((name !== 'msubsup' && name !== 'munderover') || parts.length !== 3) return parts
  const [base, ...scripts] = parts
  return [base!, ...scripts.sort((a, b) => height(a) - height(b))]
}

/** How far up a group is moved. */
function height({ attrs }: Element): number {
  return Number(/translate\([-\d.]+[, ]+(-?[\d.]+)/.exec(attrs.transform ?? '')?.[1] ?? 0)
}

/** The characters that a leaf draws, by code point or as text. */
function glyphs(group: Element): string {
  let text = ''
  for (const child of group.children) {
    if (child.type === TEXT || child.type !== ELEMENT) continue
    const code = Number.parseInt(child.attrs['data-c'] ?? '', 16)
    if (code >= 0 && code <= 0x10ffff) text += String.fromCodePoint(code)
    else if (child.tag === 'text') text += textContent(child)
    else if (child.tag === 'g' || child.tag === 'svg') text += glyphs(child)
  }
  return text
}
