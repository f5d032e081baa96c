import type { PointedField, PointedList, Template } from './template.ts'

/** What the playground says to the frame that shows a page. */
export type ToFrame =
  | { type: 'show'; html: string; base: string; theme: 'light' | 'dark' }
  /** `origins`: the elements that the page's fields were made of, by their places. */
  | { type: 'state'; template: Template; origins: (number | undefined)[] }
  | { type: 'point'; node: number }
  | { type: 'mark'; node: number | undefined }

/** What the frame says. Its strings are the page's own: they are shown as text. */
export type FromFrame =
  | { type: 'ready' }
  | { type: 'shown'; outline: OutlineNode[]; isCut: boolean }
  | { type: 'proposed'; node: number; proposal: Proposal }
  | { type: 'values'; values: Values }

/** An element in the tree beside the page. */
export interface OutlineNode {
  node: number
  level: number
  tag: string
  text: string
  /** How many of the nodes after it are within it. */
  within: number
}

/** What a click stands for. */
export type Proposal =
  | { kind: 'field'; field: PointedField; like?: AlikeProposal }
  | { kind: 'ofList'; field: PointedField }

/** It is like an element of a field that there is: the two are of a list. */
export interface AlikeProposal {
  /** Place of that field. */
  origin: number
  list: PointedList
  items: number
}

export interface Values {
  fields: FieldValue[]
  list?: { items: number; rows: string[][] }
}

export interface FieldValue {
  matches: number
  value: string
}
