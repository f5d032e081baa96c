import {
  createAttrs,
  ELEMENT,
  type Element,
  findFirst,
  type ParentNode,
  parseFragment,
  walk,
} from '@gleaner/markup'
import { page } from '../build-page.ts'
import { type DocumentResult, unreadable } from '../document-result.ts'
import { openZip } from '../zip.ts'
import { childrenNamed } from './office-xml.ts'
import { readProperty } from './read-property.ts'

/** OpenDocument's elements and what they are on a page. Those not named become `<span>`. */
const TAGS: Record<string, string> = {
  'text:p': 'p',
  'text:list': 'ul',
  'text:list-item': 'li',
  'text:list-header': 'li',
  'table:table': 'table',
  'table:table-row': 'tr',
  'table:table-header-rows': 'thead',
  'table:table-cell': 'td',
  'table:covered-table-cell': 'td',
  'text:a': 'a',
  'text:line-break': 'br',
  'draw:page': 'section',
  'text:note': 'small',
}
/** Change history, comments and drawings' own data. */
const DROPPED = new Set([
  'text:tracked-changes',
  'office:annotation',
  'text:sequence-decls',
  'office:forms',
  'svg:desc',
  'svg:title',
  'presentation:notes',
])

/** A text or presentation of the OpenDocument family: headings, lists, tables and links as on a page. */
export async function readOpenDocument(bytes: Uint8Array): Promise<DocumentResult> {
  const zip = await openZip(bytes)
  const xml = await zip?.text('content.xml')
  if (!zip || xml === undefined) return unreadable('The document is not an OpenDocument file, or is damaged.')
  const fragment = parseFragment(xml, { xhtml: true })
  const body = findFirst(fragment, 'office:body')
  if (!body) return unreadable('The OpenDocument file has no content.')
  toHtml(body)
  const meta = parseFragment((await zip.text('meta.xml')) ?? '', { xhtml: true })
  const title = readProperty(meta, 'dc:title')
  const author = readProperty(meta, 'meta:initial-creator') ?? readProperty(meta, 'dc:creator')
  const created = readProperty(meta, 'meta:creation-date')
  const modified = readProperty(meta, 'dc:date')
  return {
    ok: true,
    kind: 'other',
    document: page(title, body.children),
    ...(title && { title }),
    ...(author && { author }),
    ...(created && { publishedAt: created }),
    metadata: { ...(modified && { modified_at: modified }) },
    ocrUsed: false,
  }
}

function toHtml(root: ParentNode): void {
  walk(root, (node) => {
    if (node.type !== ELEMENT) return
    const { tag, attrs } = node
    node.children = node.children.filter((child) => child.type !== ELEMENT || !DROPPED.has(child.tag))
    const kept = createAttrs()
    if (tag === 'draw:frame' && attrs['presentation:class'] === 'title') setHeading(node)
    if (attrs['xlink:href']) kept.href = attrs['xlink:href']
    if (attrs['table:number-columns-spanned']) kept.colspan = attrs['table:number-columns-spanned']
    if (attrs['table:number-rows-spanned']) kept.rowspan = attrs['table:number-rows-spanned']
    node.tag =
      tag === 'text:h' ? `h${headingLevel(attrs['text:outline-level'])}` : (TAGS[tag] ?? spaceOf(node))
    node.attrs = kept
  })
}

/** The title of a slide: the paragraphs of its frame as a heading. */
function setHeading(frame: Element): void {
  for (const box of childrenNamed(frame, 'draw:text-box')) {
    for (const paragraph of childrenNamed(box, 'text:p')) {
      paragraph.tag = 'text:h'
      paragraph.attrs['text:outline-level'] = '2'
    }
  }
}

function headingLevel(outline: string | undefined): number {
  const level = Number.parseInt(outline ?? '', 10)
  return level >= 1 && level <= 6 ? level : 1
}

/** Runs of spaces and tabs are elements; a space each is enough for text. */
function spaceOf(node: Element): string {
  if (node.tag === 'text:s' || node.tag === 'text:tab')
    node.children = [{ type: 3, value: ' ', parent: node }]
  return 'span'
}
