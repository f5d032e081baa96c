import { ELEMENT, type Element, TEXT } from '@gleaner/markup'

/** MathML in its plainest form, whichever renderer it comes from. */
export interface MathNode {
  name: string
  text: string
  attrs: Record<string, string>
  children: MathNode[]
}

/** Reads a `<math>` element. */
export function fromMathml(element: Element): MathNode {
  const children = element.children
    .filter((child) => child.type === ELEMENT)
    .filter(({ tag }) => tag !== 'script' && tag !== 'style')
    .map(fromMathml)
  const text = children.length === 0 ? ownText(element).trim() : ''
  return { name: element.tag.toLowerCase(), text, attrs: element.attrs, children }
}

function ownText(element: Element): string {
  return element.children.map((child) => (child.type === TEXT ? child.value : '')).join('')
}
