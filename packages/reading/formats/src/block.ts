/**
 * The blocks of a page: the model between its tree and every format rendered from it. Addresses are absolute, white
 * space is collapsed (except in code), and invisible content is left out.
 */
export type Inline = Text | Marked | CodeSpan | Link | Image | InlineMath | NoteReference | Break

export interface Text {
  type: 'text'
  value: string
}

export type Mark = 'strong' | 'em' | 'del' | 'sub' | 'sup' | 'kbd' | 'mark'

export interface Marked {
  type: 'marked'
  mark: Mark
  children: Inline[]
}

export interface CodeSpan {
  type: 'code-span'
  value: string
}

export interface Link {
  type: 'link'
  href: string
  title: string
  children: Inline[]
}

export interface Image {
  type: 'image'
  src: string
  alt: string
  title: string
}

export interface InlineMath {
  type: 'inline-math'
  tex: string
}

export interface NoteReference {
  type: 'note-reference'
  label: string
}

export interface Break {
  type: 'break'
}

export type Block =
  | Heading
  | Paragraph
  | List
  | Table
  | Code
  | Quote
  | Callout
  | MathBlock
  | Rule
  | Definitions
  | Details
  | Note

export interface Heading {
  type: 'heading'
  level: number
  content: Inline[]
}

export interface Paragraph {
  type: 'paragraph'
  content: Inline[]
}

export interface List {
  type: 'list'
  ordered: boolean
  start: number
  /** CommonMark's loose list: at least one item holds paragraphs of its own. */
  loose: boolean
  items: ListItem[]
}

export interface ListItem {
  /** State of the check box the item begins with, if it does. */
  checked?: boolean
  blocks: Block[]
}

export type Alignment = 'left' | 'center' | 'right' | undefined
export type Cell = Block[]

export interface Table {
  type: 'table'
  caption: Inline[]
  align: Alignment[]
  /** As many cells as the widest row; all of them empty when the table has no header. */
  header: Cell[]
  rows: Cell[][]
}

export interface Code {
  type: 'code'
  language: string
  text: string
}

export interface Quote {
  type: 'quote'
  blocks: Block[]
}

export interface Callout {
  type: 'callout'
  /** In lower case. */
  kind: string
  /** Empty when it would only repeat the kind. */
  title: string
  blocks: Block[]
}

export interface MathBlock {
  type: 'math'
  tex: string
}

export interface Rule {
  type: 'rule'
}

export interface Definitions {
  type: 'definitions'
  items: { terms: Inline[][]; definitions: Block[][] }[]
}

export interface Details {
  type: 'details'
  summary: Inline[]
  blocks: Block[]
}

/** The text of a footnote that `NoteReference`s of the same label point to. */
export interface Note {
  type: 'note'
  label: string
  blocks: Block[]
}
