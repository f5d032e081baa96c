import {
  type ChildNode,
  ELEMENT,
  findAll,
  findFirst,
  pageParts,
  parseFragment,
  parseHtml,
  walk,
} from '@gleaner/markup'
import { page } from '../build-page.ts'
import { type DocumentResult, unreadable } from '../document-result.ts'
import { openZip } from '../zip.ts'
import { readProperty } from './read-property.ts'

const MAX_CHAPTERS = 500

/** An e-book: its chapters one after the other. Addresses of its own files (pictures, links) are removed. */
export async function readEpub(bytes: Uint8Array): Promise<DocumentResult> {
  const zip = await openZip(bytes)
  const container = await zip?.text('META-INF/container.xml')
  const root =
    container && findFirst(parseFragment(container, { xhtml: true }), 'rootfile')?.attrs['full-path']
  const packageXml = root ? await zip!.text(root) : undefined
  if (!zip || !root || packageXml === undefined)
    return unreadable('The document is not an EPUB file, or is damaged.')
  const book = parseFragment(packageXml, { xhtml: true })
  const folder = root.includes('/') ? root.slice(0, root.lastIndexOf('/') + 1) : ''
  const files = new Map(findAll(book, isTag('item')).map(({ attrs }) => [attrs.id, attrs.href]))
  const chapters = findAll(book, isTag('itemref')).slice(0, MAX_CHAPTERS)
  const content: ChildNode[][] = []
  for (const { attrs } of chapters) {
    const href = files.get(attrs.idref)
    const xhtml = href === undefined ? undefined : await zip.text(folder + decodeURI(href.split('#', 1)[0]!))
    if (xhtml !== undefined) content.push(chapterContent(xhtml))
  }
  const title = readProperty(book, 'dc:title')
  const author = readProperty(book, 'dc:creator')
  const published = readProperty(book, 'dc:date')
  const language = readProperty(book, 'dc:language')
  return {
    ok: true,
    kind: 'other',
    document: page(title, content.flat()),
    ...(title && { title }),
    ...(author && { author }),
    ...(published && { publishedAt: published }),
    metadata: { chapters: chapters.length, ...(language && { language }) },
    ocrUsed: false,
  }
}

function chapterContent(xhtml: string): ChildNode[] {
  const { body } = pageParts(parseHtml(xhtml, { xhtml: true }))
  if (!body) return []
  walk(body, (node) => {
    if (node.type !== ELEMENT) return undefined
    const { href, src } = node.attrs
    if (href !== undefined && !/^https?:/i.test(href)) delete node.attrs.href
    if (src !== undefined && !/^https?:/i.test(src)) delete node.attrs.src
    return undefined
  })
  return body.children
}

/** With or without the prefix of the package's namespace. */
function isTag(name: string): (element: { tag: string }) => boolean {
  return ({ tag }) => tag === name || tag === `opf:${name}`
}
