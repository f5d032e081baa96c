/**
 * The light document that every format reads: plain objects, no getters, no DOM emulation. One tree per page,
 * built once by `parse.ts`; readers that change it work on a clone.
 */
export const ELEMENT = 1
export const TEXT = 3
export const COMMENT = 8
export const DOCUMENT = 9

export type Namespace = 'html' | 'svg' | 'math'

export interface Element {
  readonly type: typeof ELEMENT
  /** Local name; lower case for HTML elements. */
  tag: string
  ns: Namespace
  /** Attribute name to value, without prototype: `attrs.constructor` is a page's attribute or undefined. */
  attrs: Record<string, string>
  parent: ParentNode | null
  children: ChildNode[]
}

export interface Text {
  readonly type: typeof TEXT
  value: string
  parent: ParentNode | null
}

export interface Comment {
  readonly type: typeof COMMENT
  value: string
  parent: ParentNode | null
}

export interface Document {
  readonly type: typeof DOCUMENT
  parent: null
  children: ChildNode[]
  /** The page had more nodes than `MAX_NODES`; the rest of it was left out. */
  truncated: boolean
}

export type ParentNode = Element | Document
export type ChildNode = Element | Text | Comment
export type Node = ParentNode | ChildNode

/** Deepest element of a tree made by `parse.ts`; what a page nests deeper is flattened. Blink's limit. */
export const MAX_DEPTH = 512

/** An object that inherits nothing; cheaper to make and read than `Object.create(null)`. */
const Bare = function Bare() {} as unknown as new () => Record<string, string>
Bare.prototype = Object.create(null)

export function createAttrs(): Record<string, string> {
  return new Bare()
}

export function createElement(
  tag: string,
  attrs: Record<string, string> = createAttrs(),
  ns: Namespace = 'html',
  children: ChildNode[] = [],
): Element {
  return { type: ELEMENT, tag, ns, attrs, parent: null, children }
}

export function createText(value: string): Text {
  return { type: TEXT, value, parent: null }
}

export function createComment(value: string): Comment {
  return { type: COMMENT, value, parent: null }
}

export function createDocument(): Document {
  return { type: DOCUMENT, parent: null, children: [], truncated: false }
}
