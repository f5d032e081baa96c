import type { Section, SectionBlock, SectionTree } from './section-tree.ts'

export interface SectionFilter {
  /** Sections with fewer blocks than this, their subsections' counted, are left out. */
  min_content_blocks?: number | undefined
  /** Leave out sections that hold headings and images only. */
  content_only?: boolean | undefined
  /** Kinds of blocks to leave out everywhere. */
  exclude_content_types?: readonly string[] | undefined
}

/** A section tree with only what the filter lets through. Ids and paths stay what they are in the whole tree. */
export function filterSections(tree: SectionTree, filter: SectionFilter): SectionTree {
  const excluded = new Set(filter.exclude_content_types ?? [])
  const least = filter.min_content_blocks ?? 0
  return { ...tree, sections: tree.sections.flatMap((section) => keep(section)) }

  function keep(section: Section): Section[] {
    const kept = {
      ...section,
      blocks: allowed(section.blocks, excluded),
      sections: section.sections.flatMap((inner) => keep(inner)),
    }
    if (countBlocks(kept) < least) return []
    return filter.content_only && !holdsText(kept) ? [] : [kept]
  }
}

function allowed(blocks: readonly SectionBlock[], excluded: ReadonlySet<string>): SectionBlock[] {
  return blocks
    .filter(({ type }) => !excluded.has(type))
    .map((block) =>
      block.type === 'details' ? { ...block, blocks: allowed(block.blocks, excluded) } : block,
    )
}

function countBlocks(section: Section): number {
  return section.blocks.length + section.sections.reduce((sum, inner) => sum + countBlocks(inner), 0)
}

function holdsText(section: Section): boolean {
  return section.blocks.some(({ type }) => type !== 'image') || section.sections.some(holdsText)
}
