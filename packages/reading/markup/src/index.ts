/**
 * From the bytes of a web page to its tree.
 *
 * `sniffing/` finds a body's type by its first bytes, `charset/` decodes bytes to text in the encoding that they are
 * in, `dom/` parses text to a tree of plain objects (bounded in nodes, attributes and depth) and has what reads and changes
 * such a tree: queries, text, addresses, serializing.
 *
 *   decodeBody(bytes, contentType).text -> parseHtml(text) -> findAll(document, 'a')
 */

export { decodeBody } from './charset/decode-body.ts'
export { calloutKind } from './dom/callout.ts'
export { placeDeclaredRoots } from './dom/declared-roots.ts'
export { append, clone, prune } from './dom/edit.ts'
export { flattenDepth } from './dom/flatten-depth.ts'
export { type Folds, findFolds } from './dom/folds.ts'
export { isHiddenByClass, shownName } from './dom/hidden-by-class.ts'
export {
  type ChildNode,
  COMMENT,
  createAttrs,
  createDocument,
  createElement,
  createText,
  type Document,
  ELEMENT,
  type Element,
  type Node,
  type ParentNode,
  TEXT,
  type Text,
} from './dom/node.ts'
export { parseFragment, parseHtml } from './dom/parse.ts'
export { isPermalink } from './dom/permalink.ts'
export {
  childElements,
  closest,
  contains,
  elementsAround,
  findAll,
  findFirst,
  isElement,
  isHidden,
  pageParts,
  walk,
} from './dom/query.ts'
export { serialize } from './dom/serialize.ts'
export {
  BLOCK_TAGS,
  collapse,
  HEADINGS,
  INVISIBLE_TAGS,
  type TextBudget,
  textContent,
  textContentWithin,
  visibleText,
  visibleTextWithin,
} from './dom/text.ts'
export { documentBase, resolveUrl } from './dom/url.ts'
