import { type ChildNode, ELEMENT, type Element, textContent } from '@gleaner/markup'
import { element } from '../build-page.ts'
import { childNamed, childrenNamed, propertyOf } from './office-xml.ts'

/** Deeper parts of a formula are given as their characters. */
const MAX_DEPTH = 100

/** A formula of Office (`m:oMath`, `m:oMathPara`) as MathML. Names are in lower case, as the parser gives them. ECMA-376, part 1, 22.1. */
export function ommlToMathml(formula: Element): Element {
  const isBlock = formula.tag === 'm:omathpara'
  return element('math', isBlock ? { display: 'block' } : {}, row(formula, 0))
}

type Convert = (node: Element, depth: number) => Element

/** How each element is written; those not named here give their children in a row. */
const CONVERTERS: Record<string, Convert> = {
  'm:r': run,
  'm:f': fraction,
  'm:ssup': (node, depth) => made('msup', node, depth, 'm:e', 'm:sup'),
  'm:ssub': (node, depth) => made('msub', node, depth, 'm:e', 'm:sub'),
  'm:ssubsup': (node, depth) => made('msubsup', node, depth, 'm:e', 'm:sub', 'm:sup'),
  'm:spre': (node, depth) =>
    element('mrow', {}, [
      element('msubsup', {}, [element('mrow'), part(node, 'm:sub', depth), part(node, 'm:sup', depth)]),
      part(node, 'm:e', depth),
    ]),
  'm:rad': (node, depth) =>
    isEmpty(childNamed(node, 'm:deg'))
      ? made('msqrt', node, depth, 'm:e')
      : made('mroot', node, depth, 'm:e', 'm:deg'),
  'm:nary': nary,
  'm:d': delimiters,
  'm:limlow': (node, depth) => made('munder', node, depth, 'm:e', 'm:lim'),
  'm:limupp': (node, depth) => made('mover', node, depth, 'm:e', 'm:lim'),
  'm:acc': (node, depth) => marked('mover', node, 'm:accpr', '^', depth),
  'm:bar': (node, depth) => {
    const isBelow = propertyOf(node, 'm:barpr', 'm:pos') !== 'top'
    return element(isBelow ? 'munder' : 'mover', {}, [part(node, 'm:e', depth), symbol(isBelow ? '_' : '¯')])
  },
  'm:groupchr': (node, depth) =>
    marked(
      propertyOf(node, 'm:groupchrpr', 'm:pos') === 'top' ? 'mover' : 'munder',
      node,
      'm:groupchrpr',
      '⏟',
      depth,
    ),
  'm:borderbox': (node, depth) => made('menclose', node, depth, 'm:e'),
  'm:m': (node, depth) =>
    element(
      'mtable',
      {},
      childrenNamed(node, 'm:mr').map((line) => tableRow(childrenNamed(line, 'm:e'), depth)),
    ),
  'm:eqarr': (node, depth) =>
    element(
      'mtable',
      {},
      childrenNamed(node, 'm:e').map((line) => tableRow([line], depth)),
    ),
}

/** Properties, which say how a part looks. */
const isContent = (node: ChildNode): node is Element => node.type === ELEMENT && !node.tag.endsWith('pr')

function convert(node: Element, depth: number): Element {
  if (depth > MAX_DEPTH) return element('mtext', {}, textContent(node))
  return (CONVERTERS[node.tag] ?? row)(node, depth + 1)
}

function row(node: Element, depth: number): Element {
  return element(
    'mrow',
    {},
    node.children.filter(isContent).map((child) => convert(child, depth)),
  )
}

function part(node: Element, name: string, depth: number): Element {
  const found = childNamed(node, name)
  return found ? convert(found, depth) : element('mrow')
}

function made(tag: string, node: Element, depth: number, ...parts: string[]): Element {
  return element(
    tag,
    {},
    parts.map((name) => part(node, name, depth)),
  )
}

function symbol(text: string): Element {
  return element('mo', {}, text)
}

/** Letters, numbers and operators; text that is set as text. */
function run(node: Element): Element {
  const text = childrenNamed(node, 'm:t').map(textContent).join('')
  const isText = childNamed(node, 'm:rpr') && childNamed(childNamed(node, 'm:rpr')!, 'm:nor')
  if (isText) return element('mtext', {}, text)
  const variant = variantOf(propertyOf(node, 'm:rpr', 'm:scr'), propertyOf(node, 'm:rpr', 'm:sty'))
  const pieces = text.match(variant.mathvariant === 'normal' ? PIECES_OF_WORDS : PIECES) ?? []
  return element(
    'mrow',
    {},
    pieces.map((piece) => {
      if (/^\p{N}/u.test(piece)) return element('mn', {}, piece)
      return /^\p{L}/u.test(piece) ? element('mi', variant, piece) : symbol(piece)
    }),
  )
}

const PIECES = /\p{N}+(?:[.,]\p{N}+)?|\p{L}\p{M}*|[^\s&]/gu
const PIECES_OF_WORDS = /\p{N}+(?:[.,]\p{N}+)?|[\p{L}\p{M}]+|[^\s&]/gu

/** Alphabets and styles. ECMA-376, part 1, 22.9.2.15 and 22.9.2.18. */
function variantOf(script: string | undefined, style: string | undefined): Record<string, string> {
  const alphabets = ['double-struck', 'script', 'fraktur']
  if (script && alphabets.includes(script)) return { mathvariant: script }
  if (style === 'b') return { mathvariant: 'bold' }
  return style === 'p' ? { mathvariant: 'normal' } : {}
}

function fraction(node: Element, depth: number): Element {
  const kind = propertyOf(node, 'm:fpr', 'm:type')
  if (kind === 'lin' || kind === 'skw')
    return element('mrow', {}, [part(node, 'm:num', depth), symbol('/'), part(node, 'm:den', depth)])
  const parts = [part(node, 'm:num', depth), part(node, 'm:den', depth)]
  return element('mfrac', kind === 'noBar' ? { linethickness: '0' } : {}, parts)
}

/** A sum, product or integral with its limits. */
function nary(node: Element, depth: number): Element {
  const sign = symbol(propertyOf(node, 'm:narypr', 'm:chr') ?? '∫')
  const [below, above] = [childNamed(node, 'm:sub'), childNamed(node, 'm:sup')]
  const limits = [below, above].filter((limit) => !isEmpty(limit)).map((limit) => convert(limit!, depth))
  const isBoth = limits.length === 2
  const tag = isBoth ? 'msubsup' : isEmpty(below) ? 'msup' : 'msub'
  const bounded = limits.length === 0 ? sign : element(tag, {}, [sign, ...limits])
  return element('mrow', {}, [bounded, part(node, 'm:e', depth)])
}

/** Brackets around parts that a bar separates. An absent sign has its default, one of no characters is none. */
function delimiters(node: Element, depth: number): Element {
  const sign = (name: string, usual: string) => propertyOf(node, 'm:dpr', name) ?? usual
  const [open, between, close] = [sign('m:begchr', '('), sign('m:sepchr', '|'), sign('m:endchr', ')')]
  const parts = childrenNamed(node, 'm:e').flatMap((inner, index) => [
    ...(index > 0 && between !== '' ? [symbol(between)] : []),
    convert(inner, depth),
  ])
  return element('mrow', {}, [
    ...(open === '' ? [] : [symbol(open)]),
    ...parts,
    ...(close === '' ? [] : [symbol(close)]),
  ])
}

/** Combining characters as the signs that MathML has for them. */
const MARKS: Record<string, string> = {
  '\u0302': '^',
  '\u0303': '~',
  '\u0304': '¯',
  '\u0305': '¯',
  '\u0307': '˙',
  '\u0308': '¨',
  '\u030c': 'ˇ',
  '\u0306': '˘',
  '\u20d7': '→',
}

function marked(tag: string, node: Element, properties: string, usual: string, depth: number): Element {
  const mark = propertyOf(node, properties, 'm:chr') ?? usual
  return element(tag, {}, [part(node, 'm:e', depth), symbol(MARKS[mark] ?? mark)])
}

function tableRow(cells: readonly Element[], depth: number): Element {
  return element(
    'mtr',
    {},
    cells.map((cell) => element('mtd', {}, convert(cell, depth))),
  )
}

function isEmpty(node: Element | undefined): boolean {
  return !node || textContent(node).trim() === ''
}
