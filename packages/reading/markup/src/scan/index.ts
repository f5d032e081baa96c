/** Reading a page without a tree: tags, text and scripts in one pass. */
export { decodeHTML as decodeReferences, decodeHTMLAttribute as decodeAttributeReferences } from 'entities'
export { readAttributes } from './attributes.ts'
export { BLOCKS, UNSHOWN } from './element-kinds.ts'
export { type MarkupVisitor, RAW_TEXT, scanMarkup } from './scan-markup.ts'
export { createSeeker, lowerAscii } from './seeker.ts'
