import {
  type ChildNode,
  childElements,
  ELEMENT,
  type Element,
  findFirst,
  HEADINGS,
  TEXT,
  textContentWithin,
} from '@gleaner/markup'

/** What pages put beside their text for those who edit it: no reader's text. */

/** Addresses of editors: wikis ask for the action, sites kept in a repository lead to their source file. */
const EDITOR =
  /[?&](?:ve)?action=edit(?:&|$)|\/edit\/[^?#]*\.(?:md|mdx|markdown|rst|adoc|asciidoc|txt|html|ipynb|org)$|[?&]do=edit(?:&|$)/

/** A link to where the page, or a section of it, is edited, with no sentence around it. */
export function isEditLink({ attrs, parent }: Element): boolean {
  const { href } = attrs
  if (href === undefined || !EDITOR.test(href)) return false
  const beside = parent?.children.slice(0, MAX_NODES) ?? []
  return (parent?.type === ELEMENT && HEADINGS.has(parent.tag)) || !beside.some(hasWords)
}

function hasWords(node: ChildNode): boolean {
  return node.type === TEXT && /[\p{L}\p{N}]/u.test(node.value)
}

/** The brackets around such a link, as MediaWiki writes them: an element of nothing else. */
export function isEditMark(element: Element): boolean {
  if (element.tag !== 'span' && element.tag !== 'div') return false
  if (
    element.attrs.class === undefined ||
    element.children.length > MAX_NODES ||
    !/edit/i.test(element.attrs.class)
  )
    return false
  const link = findFirst(element, isEditLink)
  if (!link || !childElements(element).every((child) => child.tag === 'a' || child.tag === 'span'))
    return false
  const text = textContentWithin(element, { left: MAX_MARK })
  return text.length < MAX_MARK && /^\s*[[(|]/.test(text) && /[\])|]\s*$/.test(text)
}

/** Nodes of a link or mark of a few words. */
const MAX_NODES = 12
const MAX_MARK = 80

/**
 * Parts of a headline that a style sheet sets as lines of their own, without white space between them: a name and a
 * sentence. Gives the children with spaces there; letters that are set one by one stay together.
 */
export function partedLines(children: readonly ChildNode[]): readonly ChildNode[] {
  if (children.length < 2) return children
  const spans = children.filter((child) => child.type === ELEMENT)
  const hasOwnText = children.some((child) => child.type === TEXT && child.value.trim() !== '')
  if (hasOwnText || spans.length < 2 || spans.length > MAX_NODES || spans.some(({ tag }) => tag !== 'span'))
    return children
  const texts = spans.map((span) => textContentWithin(span, { left: MAX_LINE }).trim())
  if (!texts.some((text) => /\S\s+\S/.test(text)) || texts.some((text) => text.length < 2)) return children
  return spans.flatMap((span, index): ChildNode[] =>
    index > 0 ? [{ type: TEXT, value: ' ', parent: span.parent }, span] : [span],
  )
}

/** Characters of a headline's part that are looked at. */
const MAX_LINE = 300
