import {
  type ChildNode,
  createElement,
  ELEMENT,
  type Element,
  type Folds,
  findFolds,
  isHidden,
  type ParentNode,
  TEXT,
  textContent,
} from '@gleaner/markup'
import { createAddressResolver, type ResolveAddress } from './address.ts'
import type { Block, Inline } from './block.ts'
import { inlineText } from './inline-text.ts'
import { isDrawnAsText, isFormula, mayBeFormula, readFormula } from './math/read-math.ts'
import { mayHoldFormulas, readUndrawn, splitFormulas } from './math/undrawn.ts'
import { readCallout } from './read/callout.ts'
import { isCodeBox, readCode } from './read/code.ts'
import { findBesideCode } from './read/code-frame.ts'
import { isDiff } from './read/diff.ts'
import { indexElements } from './read/element-index.ts'
import { BLOCK_TAGS, MARKS, SKIPPED_TAGS } from './read/element-kinds.ts'
import { addFormula, ELEMENTS } from './read/elements.ts'
import { type Footnotes, findFootnotes } from './read/footnotes.ts'
import { evened, InlineBuilder } from './read/inline-builder.ts'
import { isEditMark } from './read/page-controls.ts'
import type { Flow, Reader } from './read/reader.ts'

/**
 * Reads a page (or its main content) into blocks. `base` is the address that relative links resolve against; without
 * one they stay relative. The tree is not changed; time grows linearly with it.
 */
export function readBlocks(root: ParentNode, base?: string): Block[] {
  const reader = new PageReader(root, createAddressResolver(base))
  return reader.blocksOf(root.type === ELEMENT ? [asWhole(root)] : root.children)
}

/** Rows that were chosen as the content of a page, as the table that they are. */
function asWhole(root: Element): Element {
  if (!TABLE_PARTS.has(root.tag)) return root
  return { ...createElement('table'), children: [root] }
}

const TABLE_PARTS: ReadonlySet<string> = new Set(['tbody', 'thead', 'tfoot', 'tr'])

/** Containers nested deeper than this are read as plain boxes: no real page needs more, and each level prefixes every line. */
const MAX_NESTING = 16
const CONTAINERS = new Set(['ul', 'ol', 'menu', 'dir', 'dl', 'table', 'blockquote', 'figure', 'details'])

const UNFOLDED: Folds = { labels: new Set(), tabs: new Set(), panels: new Set() }

class PageReader implements Reader {
  readonly resolve: ResolveAddress
  readonly footnotes: Footnotes
  readonly holdsBlocks: ReadonlySet<Element>
  readonly codeLabels: ReadonlyMap<Element, string>
  readonly besideCode: ReadonlySet<ChildNode>
  /** Containers open around what is read now. */
  nesting = 0
  private readonly root: ParentNode
  private found: Folds | undefined

  constructor(root: ParentNode, resolve: ResolveAddress) {
    this.root = root
    this.resolve = resolve
    const facts = indexElements(root)
    this.footnotes = findFootnotes(root, facts)
    this.holdsBlocks = facts.holdsBlocks
    const { beside, labels } = findBesideCode(facts.preformatted)
    this.besideCode = beside
    this.codeLabels = labels
  }

  get folds(): Folds {
    // Content that was chosen from a page has been unfolded.
    this.found ??= this.root.type === ELEMENT ? UNFOLDED : findFolds(this.root)
    return this.found
  }

  blocksOf(children: readonly ChildNode[]): Block[] {
    const [only] = children
    if (children.length === 1 && only!.type === TEXT && !mayHoldFormulas(only!.value))
      return paragraphOf(only!.value)
    const flow = new PageFlow(this)
    flow.visit(children)
    flow.flush()
    return flow.blocks
  }

  blocksWithin(children: readonly ChildNode[]): Block[] {
    this.nesting++
    const blocks = this.blocksOf(children)
    this.nesting--
    return blocks
  }

  inlineOf(children: readonly ChildNode[]): Inline[] {
    const blocks = this.blocksOf(children)
    if (blocks.length === 1 && blocks[0]!.type === 'paragraph') return blocks[0]!.content
    return blocks.flatMap((block, index) => {
      const content: Inline[] =
        block.type === 'paragraph' || block.type === 'heading'
          ? block.content
          : [{ type: 'text', value: inlineText(block) }]
      return index === 0 ? content : [{ type: 'text', value: ' ' }, ...content]
    })
  }
}

/** What running text alone is read into: most cells, items and headings hold nothing else. */
function paragraphOf(text: string): Block[] {
  const even = evened(text)
  const value = (even.startsWith(' ') ? even.slice(1) : even).trimEnd()
  return value === '' ? [] : [{ type: 'paragraph', content: [{ type: 'text', value }] }]
}

class PageFlow implements Flow {
  readonly blocks: Block[] = []
  readonly inline = new InlineBuilder()
  /** Notes that stand in the middle of the running paragraph; they follow it. */
  private readonly notesWithin: Block[] = []
  siblings: readonly ChildNode[] = []
  index = 0
  private readonly reader: PageReader

  constructor(reader: PageReader) {
    this.reader = reader
  }

  flush(): void {
    if (this.inline.isEmpty()) return
    const content = this.inline.take()
    if (content.length > 0) this.blocks.push({ type: 'paragraph', content })
    for (const note of this.notesWithin.splice(0)) this.blocks.push(note)
  }

  push(block: Block): void {
    this.flush()
    this.blocks.push(block)
  }

  visit(children: readonly ChildNode[]): void {
    for (let index = 0; index < children.length; index++) {
      const child = children[index]!
      if (child.type === TEXT) this.text(child.value)
      if (child.type !== ELEMENT) continue
      this.siblings = children
      this.index = index
      this.element(child)
    }
  }

  private text(value: string): void {
    if (!mayHoldFormulas(value)) {
      this.inline.text(value)
      return
    }
    for (const part of splitFormulas(value)) {
      if (typeof part === 'string') this.inline.text(part)
      else addFormula(this, part)
    }
  }

  private element(element: Element): void {
    const { tag } = element
    if (mayBeFormula(element) && this.formula(element)) return
    if (this.isLeftOut(element) || this.note(element) || this.isFolded(element)) return
    const read = ELEMENTS.get(tag)
    if (read && !(CONTAINERS.has(tag) && this.reader.nesting >= MAX_NESTING)) {
      read(element, this, this.reader)
      return
    }
    const mark = MARKS.get(tag)
    if (mark && !this.reader.holdsBlocks.has(element)) {
      this.inline.openMark(mark)
      this.visit(element.children)
      this.inline.close()
      return
    }
    if (BLOCK_TAGS.has(tag)) this.box(element)
    else this.visit(element.children)
  }

  private isLeftOut(element: Element): boolean {
    return SKIPPED_TAGS.has(element.tag) || this.reader.besideCode.has(element) || isEditMark(element)
  }

  /** Hidden, and not to be unfolded. */
  private isFolded(element: Element): boolean {
    return isHidden(element) && !this.reader.folds.panels.has(element)
  }

  private box(element: Element): void {
    this.flush()
    const special = element.attrs.class === undefined && !isDiff(element) ? undefined : this.special(element)
    if (special) this.push(special)
    else this.visit(element.children)
    this.flush()
  }

  private special(element: Element): Block | undefined {
    if (isCodeBox(element) || isDiff(element)) return readCode(element)
    return this.reader.nesting < MAX_NESTING ? readCallout(element, this.reader) : undefined
  }

  private formula(element: Element): boolean {
    const undrawn = readUndrawn(element)
    if (undrawn) addFormula(this, undrawn)
    if (undrawn || !isFormula(element)) return undrawn !== undefined
    const formula = readFormula(element, this.siblings.slice(this.index + 1, this.index + 5))
    if (formula) addFormula(this, formula)
    else if (isDrawnAsText(element)) this.visit(element.children)
    return true
  }

  /** Footnotes: references and definitions become inlines and blocks of their own, backlinks are left out. */
  private note(element: Element): boolean {
    const { references, definitions, leftOut } = this.reader.footnotes
    if (references.size + definitions.size + leftOut.size === 0) return false
    const label = references.get(element)
    if (label !== undefined) {
      this.inline.add({ type: 'note-reference', label })
      if (/\s$/.test(textContent(element))) this.inline.text(' ')
    }
    for (const { label, children } of definitions.get(element) ?? []) {
      const note: Block = { type: 'note', label, blocks: this.reader.blocksWithin(children) }
      if (BLOCK_TAGS.has(element.tag)) this.push(note)
      else this.notesWithin.push(note)
    }
    return label !== undefined || definitions.has(element) || leftOut.has(element)
  }
}
