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
  /** Attribute name to value, without prototype. */
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
}

export type ParentNode = Element | Document
export type ChildNode = Element | Text | Comment
export type Node = ParentNode | ChildNode
