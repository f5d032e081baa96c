import { type ChildNode, ELEMENT, type Element, findFirst, parseFragment, textContent } from '@gleaner/markup'
import { type Formula, tidy } from './formula.ts'
import { fromKatexHtml } from './katex-html.ts'
import { fromMathml } from './math-node.ts'
import { fromMathJaxHtml } from './mathjax-html.ts'
import { fromMathJaxSvg } from './mathjax-svg.ts'
import { toLatex } from './to-latex.ts'

/** Classes of boxes in which renderers keep a formula together with its sources. */
const FORMULA_CLASS =
  /(?:^|\s)(?:katex|katex-display|katex--inline|katex--display|mwe-math-element|MathJax|MathJax_Display|MathJax_SVG|MathJax_SVG_Display|MathJax_CHTML|MathJax_Preview|mjx-chtml|mjpage|latex-rendered)(?:\s|$)/

/** A quick test, as every element of a page is asked. */
export function mayBeFormula({ tag, attrs }: Element): boolean {
  const { class: names } = attrs
  if (names !== undefined && MENTIONED.test(names)) return true
  return FORMULA_TAGS.has(tag) || attrs['data-tex'] !== undefined || attrs['data-latex'] !== undefined
}

const MENTIONED = /math|tex(?!t)|mjx|mjpage|formula|equation/i
const FORMULA_TAGS: ReadonlySet<string> = new Set([
  'math',
  'mjx-container',
  'script',
  'math-renderer',
  'eq',
  'tex-math',
])

/** Whether an element is a formula (or a rendering of one), so that `readFormula` reads it whole. */
export function isFormula(element: Element): boolean {
  const { tag, attrs } = element
  if (tag === 'math' || tag === 'mjx-container') return true
  if (tag === 'script') return attrs.type !== undefined && /^math\/(?:tex|mml)/.test(attrs.type)
  if (attrs['data-tex'] !== undefined || attrs['data-latex'] !== undefined) return tag !== 'img'
  return attrs.class !== undefined && FORMULA_CLASS.test(attrs.class)
}

/**
 * The LaTeX of a formula: as its author wrote it where the page keeps that (KaTeX and Wikipedia annotations, MathJax
 * scripts), else made from its MathML or MathJax glyphs. `next` are the few nodes behind it. Undefined for previews and renderings that repeat one.
 */
export function readFormula(element: Element, next: readonly ChildNode[] = []): Formula | undefined {
  const tex = sourceOf(element, next)
  if (tex === undefined || tex.trim() === '') return undefined
  return { tex: tidy(tex), display: isDisplay(element) }
}

function sourceOf(element: Element, next: readonly ChildNode[]): string | undefined {
  if (element.tag === 'script') return fromScript(element)
  const annotation = findFirst(element, isTexAnnotation)
  if (annotation) return textContent(annotation)
  const tex = SOURCE_ATTRIBUTES.map((name) => element.attrs[name]).find(Boolean) ?? fromEditor(element)
  if (tex) return tex
  const math = element.tag === 'math' ? element : findFirst(element, 'math')
  if (math) return math.attrs.alttext?.trim() || toLatex(fromMathml(math))
  // MathJax 2 keeps its source in a script beside the rendering, which is read there.
  if (next.some((beside) => beside.type === ELEMENT && beside.tag === 'script' && isFormula(beside)))
    return undefined
  const mathml =
    element.attrs['data-mathml'] ??
    findFirst(element, (inner) => inner.attrs['data-mathml'] !== undefined)?.attrs['data-mathml']
  if (mathml) return fromMarkup(mathml)
  const layout = element.tag === 'mjx-container' ? findFirst(element, 'mjx-math') : undefined
  if (layout) return toLatex(fromMathJaxHtml(layout))
  const drawing = findFirst(element, (inner) => inner.attrs['data-mml-node'] === 'math')
  if (drawing) return toLatex(fromMathJaxSvg(drawing))
  const katex = findFirst(element, isKatexHtml)
  if (katex) return toLatex(fromKatexHtml(katex))
  return wikipediaImage(element) ?? findFirst(element, isLabelled)?.attrs['aria-label']
}

function isKatexHtml({ attrs }: Element): boolean {
  return /(?:^|\s)katex-html(?:\s|$)/.test(attrs.class ?? '')
}

/** Where renderers keep what the author wrote. */
const SOURCE_ATTRIBUTES = ['data-tex', 'data-latex', 'data-expr']

/** Substack's editor keeps a block's fields as JSON. */
function fromEditor({ attrs }: Element): string | undefined {
  const fields = attrs['data-attrs']
  if (fields === undefined) return undefined
  try {
    const { persistentExpression } = JSON.parse(fields) as { persistentExpression?: unknown }
    return typeof persistentExpression === 'string' ? persistentExpression : undefined
  } catch {
    return undefined
  }
}

/** MathJax 2 on a server names the drawing by its source. */
function isLabelled({ attrs }: Element): boolean {
  return attrs['aria-label'] !== undefined && /(?:^|\s)mjx-math(?:\s|$)/.test(attrs.class ?? '')
}

/** Whether an element that no formula can be read from is drawn as text, which is then better than nothing. */
export function isDrawnAsText({ attrs }: Element): boolean {
  return /(?:^|\s)katex(?:\s|$)/.test(attrs.class ?? '')
}

function fromScript(script: Element): string | undefined {
  const source = withoutCdata(textContent(script))
  return script.attrs.type!.startsWith('math/mml') ? fromMarkup(source) : source
}

function withoutCdata(text: string): string {
  const source = text.replace(/^\s*(?:%\s*)?<!\[CDATA\[/, '')
  const whole = source.trimEnd()
  return whole.endsWith(']]>') ? whole.slice(0, -3).trimEnd().replace(/%$/, '') : source
}

function fromMarkup(mathml: string): string | undefined {
  const math = findFirst(parseFragment(mathml), 'math')
  return math && toLatex(fromMathml(math))
}

function isTexAnnotation(element: Element): boolean {
  return element.tag === 'annotation' && /tex|latex/i.test(element.attrs.encoding ?? '')
}

function wikipediaImage(element: Element): string | undefined {
  const image = findFirst(element, (inner) => /mwe-math-fallback-image/.test(inner.attrs.class ?? ''))
  return image?.attrs.alt
}

const DISPLAY_CLASS =
  /katex-display|katex--display|mjpage__block|latex-rendered|MathJax_Display|MathJax_SVG_Display|math-display|mwe-math-fallback-image-display/

function isDisplay(element: Element): boolean {
  const { tag, attrs } = element
  if (tag === 'script') return /mode=display/.test(attrs.type ?? '')
  if (attrs.display === 'block' || attrs.display === 'true' || DISPLAY_CLASS.test(attrs.class ?? ''))
    return true
  const parent = element.parent
  if (parent?.type === ELEMENT && DISPLAY_CLASS.test(parent.attrs.class ?? '')) return true
  const math = findFirst(element, 'math')
  return (
    math?.attrs.display === 'block' ||
    findFirst(element, (inner) => DISPLAY_CLASS.test(inner.attrs.class ?? '')) !== undefined
  )
}
