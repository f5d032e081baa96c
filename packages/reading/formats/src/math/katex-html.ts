import { ELEMENT, type Element, findFirst, isElement, TEXT, textContent } from '@gleaner/markup'
import type { MathNode } from './math-node.ts'
import { wholeDelimiter } from './tall-delimiters.ts'

/** Reads what KaTeX's HTML shows, for pages that carry neither MathML nor source beside it. */
export function fromKatexHtml(element: Element): MathNode {
  return node('math', rowOf(element.children.filter(isElement)))
}

/** Boxes that hold nothing to read: struts, spaces, lines and the delimiters that are not drawn. */
const BLANK =
  /^(?:k?strut|pstrut|mspace|vlist-s|nulldelimiter|arraycolsep|vertical-separator|fix|frac-line|overline-line|underline-line|hide-tail)$/

/** Alphabets by the class of their letters; what stands upright in LaTeX's own words is a name. */
const VARIANTS: Readonly<Record<string, string>> = {
  mathbf: 'bold',
  boldsymbol: 'bold-italic',
  mathbb: 'double-struck',
  mathcal: 'script',
  mathscr: 'script',
  mathfrak: 'fraktur',
  mathrm: 'normal',
  mathsf: 'sans-serif',
  mathtt: 'monospace',
}

/** Elements side by side; scripts take what stands before them as their base. */
function rowOf(elements: readonly Element[]): MathNode[] {
  const row: MathNode[] = []
  for (const element of elements) {
    const names = namesOf(element)
    if (names.some((name) => BLANK.test(name))) continue
    if (names.includes('msupsub')) row.push(scripts(row.pop() ?? node('mrow', []), element))
    else
      row.push(
        ...(partOf(element, names) ??
          (hasElements(element) ? rowOf(element.children.filter(isElement)) : leaf(element, names))),
      )
  }
  return negated(row)
}

/** An element that is more than its parts in a row; undefined for all others. */
function partOf(element: Element, names: readonly string[]): MathNode[] | undefined {
  const levels = levelsOf(element)
  if (names.includes('minner') && levels.length === 0 && hasElements(element))
    return [node('mrow', rowOf(element.children.filter(isElement)))]
  if (names.includes('text')) return [node('mtext', [], plain(textContent(element)))]
  if (names.includes('mfrac')) return [fraction(element, levels)]
  if (names.includes('sqrt')) return [root(element)]
  if (names.includes('mtable')) return [table(element)]
  if (names.includes('delimsizing') && levels.length > 0) return [node('mo', [], tallDelimiter(element))]
  if (names.includes('op-limits') || names.includes('munder') || names.includes('mover'))
    return [limits(levels)]
  if (names.includes('x-arrow')) return [node('mover', [node('mo', [], '→'), asOne(levels[0] ?? [])])]
  const mark = levels.find(isAccent)
  const base = levels.find((level) => level !== mark)
  if (names.includes('overline') && base) return [node('mover', [asOne(base), node('mo', [], '¯')])]
  if (names.includes('underline') && base) return [node('munder', [asOne(base), node('mo', [], '_')])]
  if (names.includes('accent') && mark && base)
    return [node('mover', [asOne(base), node('mo', [], accentOf(mark))])]
  if (levels.length > 0 && findFirst(element, hasClass('fbox')))
    return [node('menclose', [asOne(levels.flat())])]
  return undefined
}

function leaf(element: Element, names: readonly string[]): MathNode[] {
  const text = plain(textContent(element))
  if (text === '') return []
  const variant = names.map((name) => VARIANTS[name]).find(Boolean)
  if (/^[\d.,]+$/.test(text) && names.includes('mord')) return [node('mn', [], text)]
  if (variant || /^\p{L}+$/u.test(text))
    return [{ ...node('mi', [], text), attrs: variant ? { mathvariant: variant } : {} }]
  return [node('mo', [], text)]
}

/** A script alone is below where KaTeX makes room for depth. */
function scripts(base: MathNode, element: Element): MathNode {
  const levels = levelsOf(element)
  const [first, second] = levels.map(asOne)
  if (!first) return base
  if (second) return node('msubsup', [base, second, first])
  return node(reachesBelow(element) ? 'msub' : 'msup', [base, first])
}

function reachesBelow(element: Element): boolean {
  return element.children.some((child) => child.type === ELEMENT && namesOf(child).includes('vlist-t2'))
}

/** KaTeX draws binomials and their like as fractions without a line. */
function fraction(element: Element, levels: readonly Element[][]): MathNode {
  const [over, under] = levels.map(asOne)
  const attrs: Record<string, string> = findFirst(element, hasClass('frac-line'))
    ? {}
    : { linethickness: '0' }
  return {
    ...node(
      'mfrac',
      [over, under].filter((part) => part !== undefined),
    ),
    attrs,
  }
}

function root(element: Element): MathNode {
  const degree = element.children.filter(isElement).find((child) => namesOf(child).includes('root'))
  const drawn = element.children.filter(isElement).find((child) => child !== degree)
  const inner = asOne(drawn ? (levelsOf({ ...element, children: [drawn] }).at(-1) ?? []) : [])
  return degree ? node('mroot', [inner, asOne(levelsOf(degree)[0] ?? [])]) : node('msqrt', [inner])
}

/** KaTeX draws columns, each from top to bottom. */
function table(element: Element): MathNode {
  const columns = element.children
    .filter(isElement)
    .filter((child) => namesOf(child).some((name) => name.startsWith('col-align')))
    .map((column) => levelsOf(column).map(asOne))
  const height = columns.reduce((most, { length }) => Math.max(most, length), 0)
  const rows = Array.from({ length: height }, (_, y) =>
    node(
      'mtr',
      columns.map((column) => node('mtd', column[y] ? [column[y]] : [])),
    ),
  )
  const isAligned = element.children.some(
    (child) => child.type === ELEMENT && namesOf(child).includes('col-align-r'),
  )
  return { ...node('mtable', rows), attrs: isAligned ? { columnalign: 'right left' } : {} }
}

/** A sign or a name with something above it, below it, or both; braces are drawn as pictures. */
function limits(levels: readonly Element[][]): MathNode {
  const brace = levels.findIndex((level) => level.some((part) => findFirst(part, hasClass('stretchy'))))
  if (brace >= 0 && levels.length === 2) {
    const [over, under] = levels as [Element[], Element[]]
    const isInner = !levels[brace]!.some((part) => findFirst(part, hasClass('mord')))
    if (isInner)
      return brace === 0
        ? node('mover', [asOne(under), node('mo', [], '⏞')])
        : node('munder', [asOne(over), node('mo', [], '⏟')])
    return brace === 0
      ? node('munder', [asOne(over), asOne(under)])
      : node('mover', [asOne(under), asOne(over)])
  }
  const at = levels.findIndex((level) => level.some((part) => findFirst(part, hasClass('mop'))))
  const [over, base, under] = [levels[at - 1], levels[at], levels[at + 1]]
  if (!base) return node('mrow', levels.map(asOne))
  if (over && under) return node('munderover', [asOne(base), asOne(under), asOne(over)])
  if (over) return node('mover', [asOne(base), asOne(over)])
  return under ? node('munder', [asOne(base), asOne(under)]) : asOne(base)
}

function isAccent(level: readonly Element[]): boolean {
  return level.some(
    (part) =>
      namesOf(part).includes('accent-body') ||
      part.tag === 'svg' ||
      (!findFirst(part, hasClass('mord')) && findFirst(part, 'svg') !== undefined),
  )
}

/** Widths of the pictures of wide tildes; those of wide hats are others. */
const WIDE_TILDE = /^0 0 (?:600|1033|2339|2340) /

function accentOf(level: readonly Element[]): string {
  const drawing = level.map((part) => findFirst(part, 'svg')).find(Boolean)
  if (!drawing) return plain(level.map(textContent).join(''))
  const box = drawing.attrs.viewBox ?? drawing.attrs.viewbox ?? ''
  return box.startsWith('0 0 400000') ? '→' : WIDE_TILDE.test(box) ? '~' : '^'
}

/** Tall delimiters are put together of pieces, or drawn: they differ by width, in thousandths of an em. */
const TALL: Readonly<Record<string, string>> = {
  '875': '()',
  '667': '[]',
  '889': '{}',
  '333': '||',
  '556': '‖‖',
}
function tallDelimiter(element: Element): string {
  const text = plain(textContent(element))
  if (text !== '') return wholeDelimiter(text)
  const drawing = findFirst(element, 'svg')
  const width = /^0 0 (\d+)/.exec(drawing?.attrs.viewBox ?? drawing?.attrs.viewbox ?? '')?.[1] ?? ''
  const isClosing = element.parent?.type === ELEMENT && namesOf(element.parent).includes('mclose')
  return (TALL[width] ?? '||')[isClosing ? 1 : 0]!
}

/** What a list of levels shows, from top to bottom; levels of nothing but lines are left out. */
function levelsOf(element: Element): Element[][] {
  const list = element.children.filter(isElement).find((child) => namesOf(child).includes('vlist-t'))
  const vlist = list && findFirst(list, hasClass('vlist'))
  if (!vlist) return []
  return vlist.children
    .filter(isElement)
    .map((level) => ({ top: topOf(level), parts: shownIn(level) }))
    .filter(({ parts }) => parts.length > 0)
    .sort((a, b) => a.top - b.top)
    .map(({ parts }) => parts)
}

function shownIn(level: Element): Element[] {
  return level.children.filter(isElement).filter((part) => !namesOf(part).some((name) => BLANK.test(name)))
}

function topOf({ attrs }: Element): number {
  return Number(/(?:^|;)\s*top:\s*(-?[\d.]+)em/.exec(attrs.style ?? '')?.[1] ?? 0)
}

function asOne(elements: readonly Element[]): MathNode {
  const row = rowOf(elements)
  return row.length === 1 ? row[0]! : node('mrow', row)
}

/** A stroke that is drawn over the sign behind it. */
const STROKE = '\ue020'

function negated(row: MathNode[]): MathNode[] {
  return row.flatMap((part, index) => {
    if (part.text === STROKE && index + 1 < row.length) return []
    const isStruck = row[index - 1]?.text === STROKE
    return [isStruck ? { ...part, text: part.text === '=' ? '≠' : `${part.text}\u0338` } : part]
  })
}

/** Whether there is more than text in it; names are set with their last letter apart. */
function hasElements(element: Element): boolean {
  return (
    element.children.some(isElement) &&
    !element.children.some((child) => child.type === TEXT && /\p{L}/u.test(child.value))
  )
}

function hasClass(name: string): (element: Element) => boolean {
  return (element) => namesOf(element).includes(name)
}

/** Classes without the prefix that newer releases give to some. */
function namesOf({ attrs }: Element): string[] {
  return (attrs.class ?? '').split(/\s+/).map((name) => name.replace(/^katex-/, ''))
}

function plain(text: string): string {
  return text.replace(/\u200b/g, '')
}

function node(name: string, children: MathNode[], text = ''): MathNode {
  return { name, text, attrs: {}, children }
}
