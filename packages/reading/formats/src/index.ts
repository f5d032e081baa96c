/**
 * The output formats of a page's tree: its blocks, and what is rendered from them.
 *
 * `readBlocks(root, base)` reads a tree to blocks (headings, paragraphs, lists, tables, code, notes ...; `block.ts` is
 * the type, `read/` reads one kind each, `math/` formulas). Blocks become Markdown (`markdown/`, CommonMark with tables),
 * plain text, sections and chunks for retrieval. HTML, links and images are made of the tree itself.
 */

export { createAddressResolver } from './address.ts'
export type { Block } from './block.ts'
export { renderContent } from './content.ts'
export { renderHtml } from './html.ts'
export { collectImages, imagesIn, type PageImage } from './images.ts'
export { plainText } from './inline-text.ts'
export { collectLinks, linksIn, type PageLink } from './links.ts'
export { type Markdown, renderMarkdown, type Span } from './markdown/render-markdown.ts'
export { placeStreamedContent } from './place-streamed.ts'
export { renderRag } from './rag/render-rag.ts'
export { readBlocks } from './read-blocks.ts'
export { filterSections } from './section-filter.ts'
export { renderSectionTree } from './section-tree.ts'
export { collectTables, type PageTable } from './tables.ts'
export { renderText } from './text.ts'
