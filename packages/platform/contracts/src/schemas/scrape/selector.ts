import parse from 'css-tree/selector-parser'
import { z } from 'zod'
import { takeSelectorChars } from '../../check-budget.ts'
import { LIMITS } from '../../limits.ts'

/** A CSS selector as browsers read it: what none would take is refused before one starts. */
export const Selector = z
  .string()
  .min(1)
  // Aborts: whatever looks at a selector takes time by its length.
  .max(1000, { abort: true })
  .superRefine((text, ctx) => {
    const fault = selectorFault(text)
    if (fault) ctx.addIssue(fault)
  })

/** A pause that was written as a text: `3000`, `3000 ms`, `3s`. */
function millisecondsIn(text: string): number | undefined {
  const [, amount, unit = ''] = /^\s*(\d+)\s*(ms|s)?\s*$/i.exec(text) ?? []
  return amount === undefined ? undefined : Number(amount) * (unit.toLowerCase() === 's' ? 1_000 : 1)
}

/** What is wrong with a selector, for whoever wrote it; undefined when it is one. */
function selectorFault(text: string): string | undefined {
  const ms = millisecondsIn(text)
  if (ms !== undefined)
    return `is a number of milliseconds, not a CSS selector; send the number ${ms} without quotes`
  if (/^\s*(?:\(?\/|xpath=)/i.test(text)) return 'is an XPath; write a CSS selector such as "#results .item"'
  if (!takeSelectorChars(text.length))
    return `is one too many: the selectors of a request have at most ${LIMITS.selectorChars.toLocaleString('en')} characters together`
  if (depthOf(text) > LIMITS.selectorDepth)
    return `nests deeper than ${LIMITS.selectorDepth} levels, which no page needs; write it without so many ":is(" or ":not("`
  const parsed = tryParse(text)
  if (typeof parsed === 'string') return `is not a CSS selector: ${parsed}`
  const extension = parsed.find(({ type, name }) => type === 'PseudoClassSelector' && NOT_CSS.has(name ?? ''))
  if (extension) return `is not a CSS selector: ":${extension.name}" is not known to browsers`
  return undefined
}

/** How deep its parentheses nest, in one pass: compiling takes time by the square of it. */
function depthOf(text: string): number {
  let [depth, deepest, quote] = [0, 0, '']
  for (let at = 0; at < text.length; at++) {
    const sign = text[at]!
    if (sign === '\\') at++
    else if (quote) quote = sign === quote ? '' : quote
    else if (sign === '"' || sign === "'") quote = sign
    else if (sign === '(') deepest = Math.max(deepest, ++depth)
    else if (sign === ')') depth--
  }
  return deepest
}

/** Pseudo-classes of jQuery, Sizzle and test tools. */
const NOT_CSS = new Set(
  'contains icontains eq gt lt first last even odd visible hidden text text-is text-matches has-text input button selected'.split(
    ' ',
  ),
)

/** As far as it is looked at here; `children` is the library's linked list. */
interface Node {
  type: string
  name?: string
  children?: { first: Node | null; last: Node | null; forEach(visit: (child: Node) => void): void } | null
}

/** The nodes of a selector, or why it is none. */
function tryParse(text: string): Node[] | string {
  try {
    const found: Node[] = []
    collect(parse(text, { context: 'selectorList' }) as Node, found, false)
    return found
  } catch (error) {
    return (error as Error).message
  }
}

/** Throws for what the parser lets pass and browsers do not. `isRelative`: it may begin with a combinator, as in `:has(> img)`. */
function collect(node: Node, found: Node[], isRelative: boolean): void {
  found.push(node)
  const { type, name, children } = node
  if (type === 'Percentage') throw new Error('a percentage selects nothing')
  if (!children) return
  const isCombinator = (child: Node | null) => child?.type === 'Combinator'
  if (type === 'Selector' && (isCombinator(children.last) || (!isRelative && isCombinator(children.first))))
    throw new Error('something is missing beside a combinator')
  const inHas = type === 'PseudoClassSelector' ? name === 'has' : isRelative
  children.forEach((child) => {
    collect(child, found, inHas)
  })
}
