import { type ChildNode, ELEMENT, type Element, findFirst, parseFragment, textContent } from '@gleaner/markup'
import { fromMathJaxHtml, fromMathml } from './math-node.ts'
import { toLatex } from './to-latex.ts'

export interface Formula {
  tex: string
  display: boolean
}

/** Classes of boxes in which renderers keep a formula together with its sources. */
const FORMULA_CLASS =
  /(?:^|\s)(?:katex|katex-display|katex--inline|katex--display|mwe-math-element|MathJax|MathJax_Display|MathJax_SVG|MathJax_SVG_Display|MathJax_CHTML|MathJax_Preview|mjx-chtml)(?:\s|$)/

/** Whether an element is a formula (or a rendering of one), so that `readFormula` reads it whole. */
export function isFormula(element: Element): boolean {
  const { tag, attrs } = element
  if (tag === 'math' || tag === 'mjx-container') return true
  if (tag === 'script') return attrs.type !== undefined && /^math\/(?:tex|mml)/.test(attrs.type)
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
  const tex = element.attrs['data-tex'] ?? element.attrs['data-latex'] ?? element.attrs['data-expr']
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
  return wikipediaImage(element)
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
  /katex-display|katex--display|MathJax_Display|MathJax_SVG_Display|math-display|mwe-math-fallback-image-display/

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

/** Wikipedia wraps every formula in `{\displaystyle ...}`. */
function tidy(tex: string): string {
  const trimmed = tex.trim()
  return /^\{\\(?:display|text)style ([\s\S]*)\}$/.exec(trimmed)?.[1]?.trim() ?? trimmed
}

/** Addresses of services that draw a formula given in the address, and where in it the LaTeX stands. */
const IMAGE_SERVICES = [
  /^https?:\/\/latex\.codecogs\.com\/[\w.]+\?(.+)$/,
  /^https?:\/\/chart\.(?:apis\.google|googleapis)\.com\/chart\?(?:.*&)?chl=([^&]+)/,
  /^https?:\/\/(?:[\w-]+\.)*wp\.com\/latex\.php\?(?:.*&)?latex=([^&]+)/,
  /^https?:\/\/[^?]*\/(?:formula|latex|tex|math)\/(?=[^/?]*%5C)([^/?]+)$/i,
]

/** The LaTeX in the address (or the alternative text) of an image that a formula service drew. */
export function readFormulaImage(img: Element): Formula | undefined {
  const src = img.attrs.src ?? ''
  if (
    /(?:^|\s)(?:latex|tex|mimetex)(?:\s|$)/.test(img.attrs.class ?? '') &&
    /\\|[\^_=]/.test(img.attrs.alt ?? '')
  ) {
    return { tex: img.attrs.alt!.trim(), display: false }
  }
  for (const service of IMAGE_SERVICES) {
    const encoded = service.exec(src)?.[1]
    const tex = encoded === undefined ? undefined : decode(encoded)
    if (tex) return { tex: tex.trim(), display: false }
  }
  return undefined
}

function decode(encoded: string): string | undefined {
  try {
    return decodeURIComponent(encoded)
  } catch {
    return undefined
  }
}
