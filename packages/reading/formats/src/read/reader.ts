import type { ChildNode, Element, Folds } from '@gleaner/markup'
import type { ResolveAddress } from '../address.ts'
import type { Block, Inline } from '../block.ts'
import type { Footnotes } from './footnotes.ts'
import type { InlineBuilder } from './inline-builder.ts'

/** What the readers of single elements need: facts of the whole page, and a way to read an element's content. */
export interface Reader {
  readonly resolve: ResolveAddress
  readonly footnotes: Footnotes
  /** The language that is written beside a `<pre>`. */
  readonly codeLabels: ReadonlyMap<Element, string>
  /** Inline elements that hold blocks, against the rules of HTML or with them (`<a>`). */
  readonly holdsBlocks: ReadonlySet<Element>
  /** What of the page folds. Looked for when a control or something hidden is met. */
  readonly folds: Folds
  blocksOf(children: readonly ChildNode[]): Block[]
  /** Blocks within a block that marks each of their lines or indents them, such as a quote or a list item. */
  blocksWithin(children: readonly ChildNode[]): Block[]
  /** Everything inside as one run of text; blocks in it are joined by spaces. */
  inlineOf(children: readonly ChildNode[]): Inline[]
}

/** Blocks being collected: finished ones, and the paragraph that inline content is running into. */
export interface Flow {
  readonly blocks: Block[]
  readonly inline: InlineBuilder
  /** The siblings of the element that is read, and its place among them. */
  readonly siblings: readonly ChildNode[]
  readonly index: number
  /** Ends the running paragraph, if there is one. */
  flush(): void
  push(block: Block): void
  /** Reads nodes into this flow. */
  visit(children: readonly ChildNode[]): void
}

/** Reads one element into a flow. */
export type ReadElement = (element: Element, flow: Flow, reader: Reader) => void
