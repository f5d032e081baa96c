import type { MathNode } from './math-node.ts'
import {
  COMBINING_ACCENTS,
  FUNCTIONS,
  INVISIBLE_OPERATORS,
  OVER_ACCENTS,
  symbolToLatex,
  UNDER_ACCENTS,
} from './symbols.ts'

/** LaTeX of a formula given as MathML. */
export function toLatex(node: MathNode): string {
  return convert(node).replace(/ {2,}/g, ' ').trim()
}

type Convert = (node: MathNode) => string

/** How each MathML element is written; those not named here give their children in a row. */
const CONVERTERS: Record<string, Convert> = {
  mi: identifier,
  mn: (node) => characters(node.text),
  mo: operator,
  mtext: text,
  ms: text,
  mspace: () => ' ',
  mphantom: () => '',
  annotation: () => '',
  'annotation-xml': () => '',
  semantics: (node) => convertChild(node, 0),
  maction: (node) => convertChild(node, 0),
  mfrac: (node) => `${fraction(node)}${group(node, 0)}${group(node, 1)}`,
  msqrt: (node) => `\\sqrt{${row(node)}}`,
  mroot: (node) => `\\sqrt[${convertChild(node, 1)}]${group(node, 0)}`,
  msub: (node) => `${base(node)}_${group(node, 1)}`,
  msup: superscript,
  msubsup: (node) => `${base(node)}_${group(node, 1)}${raised(within(node, 2))}`,
  munder: (node) => accented(node, UNDER_ACCENTS, '\\underset', '_'),
  mover: (node) => accented(node, OVER_ACCENTS, '\\overset', '^'),
  munderover: (node) => `${base(node)}_${group(node, 1)}^${group(node, 2)}`,
  mmultiscripts: (node) => `${base(node)}_${group(node, 1)}^${group(node, 2)}`,
  mfenced: fenced,
  mtable: table,
  menclose: (node) => `\\boxed{${row(node)}}`,
}

function convert(node: MathNode): string {
  return (CONVERTERS[node.name] ?? row)(node)
}

function row(node: MathNode): string {
  if (node.children.length === 0) return characters(node.text)
  const bracketed = node.name === 'mrow' ? stretched(node.children) : undefined
  return bracketed ?? inRow(node.children)
}

function inRow(children: readonly MathNode[]): string {
  const pieces: string[] = []
  for (let at = 0; at < children.length; at++) {
    const found = bracketedAt(children, at)
    pieces.push(found?.latex ?? convert(children[at]!))
    at += (found?.length ?? 1) - 1
  }
  return joined(pieces)
}

/** What LaTeX writes by a name of its own together with its brackets: binomials, matrices, cases. */
function bracketedAt(
  children: readonly MathNode[],
  at: number,
): { latex: string; length: number } | undefined {
  const open = children[at]!
  const inner = children[at + 1] && bare(children[at + 1]!)
  if (!inner || (inner.name !== 'mtable' && inner.name !== 'mfrac')) return undefined
  const opening = bare(open).text
  const close = children[at + 2] && bare(children[at + 2]!)
  const brackets = opening + (close?.name === 'mo' ? close.text : '')
  if (inner.name === 'mfrac')
    return brackets === '()' && isUnruled(inner)
      ? { latex: `\\binom${group(inner, 0)}${group(inner, 1)}`, length: 3 }
      : undefined
  const environment = MATRICES.get(brackets)
  if (environment) return { latex: inEnvironment(environment, linesOf(inner)), length: 3 }
  const isOpen = close === undefined || (close.name === 'mo' && close.text === '')
  return opening === '{' && isOpen ? { latex: inEnvironment('cases', linesOf(inner)), length: 2 } : undefined
}

const MATRICES: ReadonlyMap<string, string> = new Map([
  ['()', 'pmatrix'],
  ['[]', 'bmatrix'],
  ['{}', 'Bmatrix'],
  ['||', 'vmatrix'],
  ['‖‖', 'Vmatrix'],
])

/** The only thing in a row, if there is one. */
function bare(node: MathNode): MathNode {
  return node.name === 'mrow' && node.children.length === 1 ? bare(node.children[0]!) : node
}

/** Brackets around all of a row, which grow with what is in them, as `\\left(` and `\\right)` say. */
function stretched(children: readonly MathNode[]): string | undefined {
  const [first, last] = [children[0]!, children.at(-1)!]
  if (bracketedAt(children, 0)?.length === children.length) return undefined
  if (children.length < 3 || first.name !== 'mo' || last.name !== 'mo') return undefined
  if (first.attrs.stretchy === 'false' || BRACKETS.get(first.text) !== last.text) return undefined
  if (!closesAtEnd(children, first.text, last.text)) return undefined
  return `\\left${characters(first.text)}${inRow(children.slice(1, -1)).trim()}\\right${characters(last.text)}`
}

/** Whether the first bracket is that which the last one closes, as in `(a + b)` and not in `(a)(b)`. */
function closesAtEnd(children: readonly MathNode[], open: string, close: string): boolean {
  let depth = 0
  for (const [at, { name, text }] of children.entries()) {
    if (name !== 'mo' || (text !== open && text !== close)) continue
    if (open === close) depth = depth === 0 ? 1 : 0
    else depth += text === open ? 1 : -1
    if (depth === 0) return at === children.length - 1
  }
  return false
}

const BRACKETS: ReadonlyMap<string, string> = new Map([
  ['(', ')'],
  ['[', ']'],
  ['{', '}'],
  ['|', '|'],
  ['⟨', '⟩'],
])

/** Pieces in a row; a letter after a command needs a space. Tests the last piece alone, to stay linear. */
function joined(pieces: readonly string[]): string {
  let latex = ''
  let last = ''
  for (const piece of pieces) {
    const needsSpace = /\\[a-zA-Z]+$/.test(last) && /^[a-zA-Z]/.test(piece)
    latex += needsSpace ? ` ${piece}` : piece
    if (piece !== '') last = piece
  }
  return latex
}

/** Binomial coefficients are fractions without a line. */
function fraction(node: MathNode): string {
  return isUnruled(node) ? '\\genfrac{}{}{0pt}{}' : '\\frac'
}

function isUnruled({ attrs }: MathNode): boolean {
  return Number.parseFloat(attrs.linethickness ?? '1') === 0
}

function convertChild(node: MathNode, index: number): string {
  const child = node.children[index]
  return child ? toLatex(child) : ''
}

function group(node: MathNode, index: number): string {
  return `{${within(node, index)}}`
}

/** What stands between braces: they group, so that brackets around all of it need not grow. */
function within(node: MathNode, index: number): string {
  const child = node.children[index]
  if (child?.name !== 'mrow' || child.children.length === 0) return convertChild(node, index)
  return inRow(child.children).replace(/ {2,}/g, ' ').trim()
}

/** A base of more than one symbol is put in braces. */
function base(node: MathNode): string {
  const latex = convertChild(node, 0)
  const simple = latex.length <= 1 || /^\\[a-zA-Z]+(?:\{[^{}]*\})?$/.test(latex) || /^[\w]+$/.test(latex)
  return simple ? latex : `{${latex}}`
}

function superscript(node: MathNode): string {
  const exponent = within(node, 1)
  return `${base(node)}${raised(exponent)}`
}

/** Primes are raised by themselves. */
function raised(exponent: string): string {
  return /^'+$/.test(exponent) ? exponent : `^{${exponent}}`
}

function identifier(node: MathNode): string {
  const name = node.text.replace(INVISIBLE_OPERATORS, '')
  if (FUNCTIONS.has(name)) return `\\${name} `
  const latex = characters(name)
  const letters = [...name].length
  if (node.attrs.mathvariant === 'bold' && letters > 0) return `\\mathbf{${latex}}`
  if (node.attrs.mathvariant === 'double-struck') return `\\mathbb{${latex}}`
  if (node.attrs.mathvariant === 'script') return `\\mathcal{${latex}}`
  if (node.attrs.mathvariant === 'fraktur') return `\\mathfrak{${latex}}`
  if (node.attrs.mathvariant === 'normal' && letters > 1) return `\\mathrm{${latex}}`
  return latex
}

/** Operators with a space on each side. */
const SPACED = /^(?:[=<>+\-−±∓×÷·⋅∘∗*/≤≥≠≈≡∼≃≅∝∈∉∋⊂⊃⊆⊇∪∩∨∧→←↔⇒⇐⇔↦⟶⟹⟺⟼≪≫⩽⩾:,]|:=)$/u

function operator(node: MathNode): string {
  const symbol = node.text.replace(INVISIBLE_OPERATORS, '')
  if (FUNCTIONS.has(symbol)) return `\\${symbol} `
  const latex = characters(symbol)
  if (symbol === ',') return ', '
  return SPACED.test(symbol) ? ` ${latex} ` : latex
}

function characters(text: string): string {
  return joined([...text.replace(INVISIBLE_OPERATORS, '')].map(symbolToLatex))
}

function text(node: MathNode): string {
  const plain = node.text.replace(/\s+/g, ' ')
  if (plain.trim() === '') return ' '
  if (/^[()[\],.;:]$/.test(plain)) return plain
  const command = TEXT_STYLES.find(([letters]) => letters.test(plain))?.[1] ?? '\\text'
  return `${command}{${plain.normalize('NFKC').replace(/([%#&$_{}])/g, '\\$1')}}`
}

/** Words that are written in letters of a mathematical alphabet. */
const TEXT_STYLES: readonly [letters: RegExp, command: string][] = [
  [/[\u{1d434}-\u{1d467}]/u, '\\textit'],
  [/[\u{1d400}-\u{1d433}]/u, '\\textbf'],
  [/[\u{1d670}-\u{1d6a3}]/u, '\\texttt'],
]

function accented(
  node: MathNode,
  accents: ReadonlyMap<string, string>,
  stack: string,
  script: string,
): string {
  const mark = node.children[1]?.text ?? ''
  const accent = accents.get(mark) ?? COMBINING_ACCENTS.get(mark)
  if (accent) return `${accent}${group(node, 0)}`
  const latex = convertChild(node, 0)
  const isLimit =
    /^\\(?:sum|prod|coprod|int|oint|lim|limsup|liminf|max|min|sup|inf|det|gcd|Pr|big\w+|argmax|argmin|underbrace|overbrace)\b/
  if (isLimit.test(latex)) return `${latex.trim()}${script}${group(node, 1)}`
  return `${stack}${group(node, 1)}{${latex}}`
}

function fenced(node: MathNode): string {
  const separators = [...(node.attrs.separators ?? ',')]
  const inner = node.children
    .map(
      (child, index) =>
        (index === 0 ? '' : `${separators[Math.min(index - 1, separators.length - 1)] ?? ''} `) +
        toLatex(child),
    )
    .join('')
  return `${characters(node.attrs.open ?? '(')}${inner}${characters(node.attrs.close ?? ')')}`
}

/** One row is a tagged equation; several are a matrix, cases or aligned equations. */
function table(node: MathNode): string {
  const rows = rowsOf(node)
  const lines = rows.map(tableRow)
  if (rows.length === 1 && rows[0]!.name === 'mlabeledtr') return lines[0]!.replaceAll(' & ', '')
  const isAligned =
    node.attrs.columnalign?.includes('right') ||
    node.attrs.displaystyle === 'true' ||
    lines.every((line) => /^[^&]*&\s*(?:=|[<>]|\\(?:leq?|geq?|approx|equiv|sim)\b)/.test(line))
  const environment = isAligned && lines.length > 0 ? 'aligned' : 'matrix'
  return inEnvironment(environment, lines)
}

function inEnvironment(name: string, lines: readonly string[]): string {
  return `\\begin{${name}}${lines.join(' \\\\ ')}\\end{${name}}`
}

function linesOf(node: MathNode): string[] {
  return rowsOf(node).map(tableRow)
}

function rowsOf(node: MathNode): MathNode[] {
  return node.children.filter(({ name }) => name === 'mtr' || name === 'mlabeledtr')
}

/** The label of a numbered row comes first in MathML and last, as a tag, in LaTeX. */
function tableRow(line: MathNode): string {
  const cells = line.children.map(toLatex)
  if (line.name !== 'mlabeledtr') return cells.join(' & ')
  const [label, ...rest] = cells
  return `${rest.join(' & ')}${label ? ` \\tag{${plainLabel(label)}}` : ''}`
}

function plainLabel(label: string): string {
  const bare = label.replace(/\\text\{([^{}]*)\}/g, '$1').trim()
  return bare.replace(/^\((.*)\)$/, '$1').trim()
}
