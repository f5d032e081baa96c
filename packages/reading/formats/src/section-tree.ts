import { collapse } from '@gleaner/markup'
import type { Block, Inline } from './block.ts'
import { inlineText, plainText } from './inline-text.ts'
import { renderLines } from './text.ts'

export type SectionBlock =
  | { type: 'paragraph'; text: string }
  | { type: 'list'; ordered: boolean; items: string[] }
  | { type: 'table'; caption: string; header: string[]; rows: string[][] }
  | { type: 'image'; src: string; alt: string }
  | { type: 'code'; language: string; text: string }
  | { type: 'blockquote'; text: string }
  | { type: 'dl'; items: { term: string; definitions: string[] }[] }
  | { type: 'details'; summary: string; blocks: SectionBlock[] }

export interface Section {
  /** From the headings on the way to it, so that it stays while the page keeps its headings. */
  id: string
  heading: string
  /** Level of the heading, 1 to 6; 0 for what stands before the first heading. */
  level: number
  /** Headings from the outermost section down to this one. */
  path: string[]
  blocks: SectionBlock[]
  sections: Section[]
}

export interface SectionTree {
  title: string
  sections: Section[]
}

/** The format `json_v2`: the page as a tree of its headings. The same blocks give the same bytes, always. */
export function renderSectionTree(blocks: readonly Block[], title: string | undefined): SectionTree {
  const roots: Section[] = []
  const open: Section[] = []
  const ids = new Map<string, number>()
  for (const block of blocks) {
    if (block.type === 'heading')
      startSection(block.level, collapse(plainText(block.content)), roots, open, ids)
    else {
      const made = toSectionBlocks(block)
      if (made.length === 0) continue
      if (open.length === 0) startSection(0, '', roots, open, ids)
      const { blocks } = open.at(-1)!
      for (const part of made) blocks.push(part)
    }
  }
  const firstHeading = roots.find(({ heading }) => heading !== '')?.heading
  return { title: title || firstHeading || '', sections: roots }
}

function startSection(
  level: number,
  heading: string,
  roots: Section[],
  open: Section[],
  ids: Map<string, number>,
): void {
  while (open.length > 0 && open.at(-1)!.level >= level) open.pop()
  // What stands before the first heading is a section of its own, not the parent of all others.
  if (open.at(-1)?.level === 0) open.pop()
  const parent = open.at(-1)
  const path = [...(parent?.path ?? []), ...(heading === '' ? [] : [heading])]
  const section: Section = {
    id: freeId(parent?.id, heading, ids),
    heading,
    level,
    path,
    blocks: [],
    sections: [],
  }
  ;(parent?.sections ?? roots).push(section)
  open.push(section)
}

/** `parent/slug`; a repeated one is numbered in document order. */
function freeId(parent: string | undefined, heading: string, ids: Map<string, number>): string {
  const slug = heading === '' ? 'intro' : slugOf(heading)
  const id = parent === undefined ? slug : `${parent}/${slug}`
  const count = (ids.get(id) ?? 0) + 1
  ids.set(id, count)
  return count === 1 ? id : `${id}-${count}`
}

function slugOf(heading: string): string {
  const slug = heading
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')
  return [...slug].slice(0, 60).join('') || 'section'
}

function toSectionBlocks(block: Block): SectionBlock[] {
  switch (block.type) {
    case 'heading':
    case 'paragraph':
      return fromInline(block.content)
    case 'code':
      return [{ type: 'code', language: block.language, text: block.text }]
    case 'math':
      return [{ type: 'paragraph', text: `$$${block.tex}$$` }]
    case 'rule':
      return []
    case 'list':
      return [
        { type: 'list', ordered: block.ordered, items: block.items.map(({ blocks }) => renderLines(blocks)) },
      ]
    case 'table':
      return [
        {
          type: 'table',
          caption: collapse(plainText(block.caption)),
          header: rowText(block.header).some((text) => text !== '') ? rowText(block.header) : [],
          rows: block.rows.map(rowText),
        },
      ]
    case 'quote':
      return [{ type: 'blockquote', text: renderLines(block.blocks) }]
    case 'callout':
      return [{ type: 'blockquote', text: `${block.title}: ${renderLines(block.blocks)}` }]
    case 'definitions':
      return [
        {
          type: 'dl',
          items: block.items.map(({ terms, definitions }) => ({
            term: terms.map((term) => collapse(plainText(term))).join(', '),
            definitions: definitions.map(renderLines),
          })),
        },
      ]
    case 'details':
      return [
        {
          type: 'details',
          summary: collapse(plainText(block.summary)),
          blocks: block.blocks.flatMap(toSectionBlocks),
        },
      ]
    case 'note':
      return [{ type: 'paragraph', text: `[${block.label}] ${renderLines(block.blocks)}` }]
  }
}

/** A paragraph, and the images in it as blocks of their own behind it. */
function fromInline(content: readonly Inline[]): SectionBlock[] {
  const text = plainText(content).trim()
  return [...(text === '' ? [] : [{ type: 'paragraph' as const, text }]), ...imagesOf(content)]
}

function imagesOf(content: readonly Inline[]): SectionBlock[] {
  return content.flatMap((inline): SectionBlock[] => {
    if (inline.type === 'image') return [{ type: 'image', src: inline.src, alt: inline.alt }]
    return inline.type === 'link' || inline.type === 'marked' ? imagesOf(inline.children) : []
  })
}

function rowText(row: readonly Block[][]): string[] {
  return row.map((cell) => cell.map(inlineText).join(' '))
}
