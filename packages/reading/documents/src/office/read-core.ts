import { parseFragment } from '@gleaner/markup'
import type { Zip } from '../zip.ts'
import { readProperty } from './read-property.ts'

/** What an Office Open XML file says of itself; absent is what it does not say. */
export async function readCore(zip: Zip) {
  const core = parseFragment((await zip.text('docProps/core.xml')) ?? '', { xhtml: true })
  const title = readProperty(core, 'dc:title')
  const author = readProperty(core, 'dc:creator')
  const created = readProperty(core, 'dcterms:created')
  return {
    modified: readProperty(core, 'dcterms:modified'),
    facts: { ...(title && { title }), ...(author && { author }), ...(created && { publishedAt: created }) },
  }
}
