import { html, type Token, type TreeAdapter, type TreeAdapterTypeMap } from 'parse5'
import {
  type ChildNode,
  COMMENT,
  type Comment,
  createAttrs,
  createComment,
  createDocument,
  createElement,
  createText,
  type Document,
  ELEMENT,
  type Element,
  type Namespace,
  type Node,
  type ParentNode,
  TEXT,
  type Text,
} from './node.ts'

export type LightTree = TreeAdapterTypeMap<
  Node,
  ParentNode,
  ChildNode,
  Document,
  ParentNode,
  Element,
  Comment,
  Text,
  Element,
  never
>

/** Thrown out of the parser when a page has more nodes than it was given; the tree made so far stands. */
export const NODE_LIMIT_REACHED = Symbol('node limit reached')

const { NS } = html
const FROM_URI: Partial<Record<html.NS, Namespace>> = { [NS.SVG]: 'svg', [NS.MATHML]: 'math' }
const TO_URI: Record<Namespace, html.NS> = { html: NS.HTML, svg: NS.SVG, math: NS.MATHML }

/**
 * Builds light nodes for parse5. A template's content is kept as the template's own children; the doctype is
 * remembered for quirks handling only.
 */
export function createTreeAdapter(maxNodes: number): TreeAdapter<LightTree> {
  let nodes = 0
  let mode = html.DOCUMENT_MODE.NO_QUIRKS

  const count = () => {
    if (++nodes > maxNodes) throw NODE_LIMIT_REACHED
  }
  const appendChild = (parent: ParentNode, node: ChildNode) => {
    parent.children.push(node)
    node.parent = parent
  }
  const insertAt = (parent: ParentNode, node: ChildNode, index: number) => {
    parent.children.splice(index, 0, node)
    node.parent = parent
  }

  return {
    createDocument,
    createDocumentFragment: createDocument,
    createElement(tag, uri, list) {
      count()
      return createElement(tag, toAttrs(list), FROM_URI[uri] ?? 'html')
    },
    createCommentNode(value) {
      count()
      return createComment(value)
    },
    createTextNode(value) {
      count()
      return createText(value)
    },

    appendChild,
    insertBefore: (parent, node, reference) => insertAt(parent, node, indexIn(parent, reference)),
    detachNode(node) {
      if (!node.parent) return
      node.parent.children.splice(indexIn(node.parent, node), 1)
      node.parent = null
    },
    insertText(parent, text) {
      const last = parent.children.at(-1)
      if (last?.type === TEXT) {
        last.value += text
        return
      }
      count()
      appendChild(parent, createText(text))
    },
    insertTextBefore(parent, text, reference) {
      const index = indexIn(parent, reference)
      const previous = parent.children[index - 1]
      if (previous?.type === TEXT) {
        previous.value += text
        return
      }
      count()
      insertAt(parent, createText(text), index)
    },
    adoptAttributes(recipient, list) {
      for (const { name, value, prefix } of list) {
        recipient.attrs[prefix ? `${prefix}:${name}` : name] ??= value
      }
    },

    setTemplateContent() {},
    getTemplateContent: (template) => template,
    setDocumentType() {},
    setDocumentMode(_document, value) {
      mode = value
    },
    getDocumentMode: () => mode,

    getFirstChild: (node) => node.children[0] ?? null,
    getChildNodes: (node) => node.children,
    getParentNode: (node) => node.parent,
    getAttrList: (element) => Object.entries(element.attrs).map(([name, value]) => ({ name, value })),
    getTagName: (element) => element.tag,
    getNamespaceURI: (element) => TO_URI[element.ns],
    getTextNodeContent: (node) => node.value,
    getCommentNodeContent: (node) => node.value,
    getDocumentTypeNodeName: () => '',
    getDocumentTypeNodePublicId: () => '',
    getDocumentTypeNodeSystemId: () => '',
    isTextNode: (node): node is Text => node.type === TEXT,
    isCommentNode: (node): node is Comment => node.type === COMMENT,
    isDocumentTypeNode: (_node): _node is never => false,
    isElementNode: (node): node is Element => node.type === ELEMENT,
    getNodeSourceCodeLocation: () => null,
    setNodeSourceCodeLocation() {},
    updateNodeSourceCodeLocation() {},
  }
}

function toAttrs(list: Token.Attribute[]): Record<string, string> {
  const attrs = createAttrs()
  for (const { name, value, prefix } of list) attrs[prefix ? `${prefix}:${name}` : name] = value
  return attrs
}

/** What the parser moves is nearly always the last child, so that is looked at before searching. */
function indexIn(parent: ParentNode, node: ChildNode): number {
  const last = parent.children.length - 1
  return parent.children[last] === node ? last : parent.children.indexOf(node)
}
