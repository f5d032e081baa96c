import { decodeBody } from '@gleaner/markup'
import { element, page } from '../build-page.ts'
import type { DocumentOptions, DocumentResult } from '../document-result.ts'
import { readText } from '../read-text.ts'
import { parseXml } from './parse-xml.ts'
import { readFeed } from './read-feed.ts'

/** A feed (RSS, RDF, Atom) as the list of its entries; other XML as data and as a code block. */
export async function readXml(
  bytes: Uint8Array,
  type: string,
  options: DocumentOptions,
): Promise<DocumentResult> {
  const { text } = decodeBody(bytes, type)
  const feed = await readFeed(text, options.url)
  if (feed) return { ...feed, source: text }
  const data = await parseXml(text)
  if (data === undefined) return readText(bytes, 'text/plain')
  return {
    ok: true,
    kind: 'other',
    document: page(undefined, [element('pre', {}, element('code', { class: 'language-xml' }, text))]),
    metadata: {},
    data,
    source: text,
    ocrUsed: false,
  }
}
