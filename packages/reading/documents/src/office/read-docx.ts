import { parseFragment } from '@gleaner/markup'
import { page } from '../build-page.ts'
import { type DocumentResult, unreadable } from '../document-result.ts'
import { openZip } from '../zip.ts'
import { readCore } from './read-core.ts'
import { takeFormulas } from './word-formulas.ts'

/** Word's built-in styles that are no headings by name but read as such. */
const STYLES = [
  "p[style-name='Title'] => h1:fresh",
  "p[style-name='Subtitle'] => p:fresh",
  "p[style-name='Quote'] => blockquote > p:fresh",
  "p[style-name='Intense Quote'] => blockquote > p:fresh",
  "p[style-name='Code'] => pre:separator('\n')",
]

/** A Word document: headings, lists, tables, formulas, links and footnotes as on a page. Pictures in it are left out. */
export async function readDocx(bytes: Uint8Array): Promise<DocumentResult> {
  const zip = await openZip(bytes)
  if (!zip?.has('word/document.xml'))
    return unreadable('The document is not a Word file (.docx), or is damaged.')
  if (!(await zip.isBounded()))
    return unreadable('The Word file decompresses to more than can be read, or is damaged.')
  const formulas = await takeFormulas(zip, bytes)
  const { default: mammoth } = await import('mammoth')
  const { value } = await mammoth.convertToHtml(
    { buffer: Buffer.from(formulas.bytes) },
    { styleMap: STYLES, convertImage: mammoth.images.imgElement(async () => ({ src: '' })) },
  )
  const content = formulas.restore(parseFragment(value).children)
  const { facts, modified } = await readCore(zip)
  return {
    ok: true,
    kind: 'other',
    document: page(facts.title, content),
    ...facts,
    metadata: { ...(modified && { modified_at: modified }) },
    ocrUsed: false,
  }
}
