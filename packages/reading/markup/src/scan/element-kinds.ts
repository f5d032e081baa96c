import { BLOCK_TAGS } from '../dom/text.ts'

/** Elements whose text is not shown: what is kept for later, and drawings. A template with `shadowrootmode` is shown. */
export const UNSHOWN: ReadonlySet<string> = new Set(['template', 'svg', 'math', 'object', 'datalist'])

/** Controls begin a line for who reads the page, and stand within one for who reads what it asks for. */
const CONTROLS: ReadonlySet<string> = new Set(['button', 'optgroup', 'option', 'textarea'])

/** Elements that begin and end a line. */
export const BLOCKS: ReadonlySet<string> = BLOCK_TAGS.difference(CONTROLS)
