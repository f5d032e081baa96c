/**
 * Reads an inert document of a stranger. A form's inputs may bear any name (`children`, `getAttribute`), which then hides what the form has
 * of itself; so everything is asked of the prototypes.
 */
const getter = <T>(prototype: object, name: string) =>
  Object.getOwnPropertyDescriptor(prototype, name)!.get as (this: unknown) => T

const owner = getter<Document>(Node.prototype, 'ownerDocument')
const parent = getter<Element | null>(Node.prototype, 'parentElement')
const children = getter<HTMLCollection>(Element.prototype, 'children')
const childNodes = getter<NodeListOf<ChildNode>>(Node.prototype, 'childNodes')
const localName = getter<string>(Element.prototype, 'localName')
const text = getter<string>(Node.prototype, 'textContent')
const before = getter<Element | null>(Element.prototype, 'previousElementSibling')
const { getAttribute, getAttributeNames, matches, querySelectorAll } = Element.prototype
const queryDocument = Document.prototype.querySelectorAll

export const documentOf = (element: Element) => owner.call(element)
export const parentOf = (element: Element) => parent.call(element)
export const childrenOf = (element: Element): Element[] => [...children.call(element)]
export const nodesOf = (element: Element): ChildNode[] => [...childNodes.call(element)]
export const tagOf = (element: Element) => localName.call(element)
export const beforeOf = (element: Element) => before.call(element)
export const attributeOf = (element: Element, name: string) => getAttribute.call(element, name)
export const attributeNamesOf = (element: Element) => getAttributeNames.call(element)

/** Classes as words. */
export const classesOf = (element: Element): string[] =>
  (attributeOf(element, 'class') ?? '').split(/\s+/).filter(Boolean)

export const idOf = (element: Element): string => attributeOf(element, 'id') ?? ''

/** All that a selector finds; nothing where it is none. */
export function all(root: Document | Element, selector: string): Element[] {
  try {
    return [...(root instanceof Document ? queryDocument : querySelectorAll).call(root, selector)]
  } catch {
    return []
  }
}

export function isMatch(element: Element, selector: string): boolean {
  try {
    return matches.call(element, selector)
  } catch {
    return false
  }
}

const UNSEEN = new Set(['script', 'style', 'noscript', 'template'])

/** What an element says, with single spaces. */
export function textOf(element: Element, most = 2_000): string {
  const parts: string[] = []
  let left = most * 2
  const collect = (node: ChildNode) => {
    if (left <= 0) return
    if (node instanceof Text) {
      const said = text.call(node)
      parts.push(said)
      left -= said.length
    } else if (node instanceof Element && !UNSEEN.has(tagOf(node)))
      for (const child of nodesOf(node)) collect(child)
  }
  for (const child of nodesOf(element)) collect(child)
  return parts.join('').replace(/\s+/g, ' ').trim().slice(0, most)
}

export function ancestorsOf(element: Element, root?: Element): Element[] {
  const found: Element[] = []
  for (let each = parentOf(element); each && each !== root; each = parentOf(each)) found.push(each)
  return found
}

export function isWithin(element: Element, root: Element): boolean {
  for (let each: Element | null = element; each; each = parentOf(each)) if (each === root) return true
  return false
}
