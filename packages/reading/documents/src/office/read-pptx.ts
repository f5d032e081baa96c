import {
  type ChildNode,
  ELEMENT,
  type Element,
  findAll,
  findFirst,
  type ParentNode,
  parseFragment,
  textContent,
} from '@gleaner/markup'
import { element, page } from '../build-page.ts'
import { type DocumentResult, unreadable } from '../document-result.ts'
import { openZip, type Zip } from '../zip.ts'
import { childNamed, childrenNamed, relationsIn } from './office-xml.ts'
import { ommlToMathml } from './omml-to-mathml.ts'
import { readCore } from './read-core.ts'

const MAX_SLIDES = 1000
/** Groups of shapes deeper than this are left out. */
const MAX_DEPTH = 50

type Relations = ReturnType<typeof relationsIn>

/** A PowerPoint presentation: each slide's title as a heading, then its text, lists and tables. Speaker notes are left out. */
export async function readPptx(bytes: Uint8Array): Promise<DocumentResult> {
  const zip = await openZip(bytes)
  if (!zip?.has('ppt/presentation.xml'))
    return unreadable('The document is not a PowerPoint file (.pptx), or is damaged.')
  if (!(await zip.isBounded()))
    return unreadable('The PowerPoint file decompresses to more than can be read, or is damaged.')
  const names = await slideNames(zip)
  const content: ChildNode[] = []
  for (const name of names.slice(0, MAX_SLIDES)) content.push(...(await readSlide(zip, name)))
  const { facts, modified } = await readCore(zip)
  return {
    ok: true,
    kind: 'other',
    document: page(facts.title, content),
    ...facts,
    metadata: {
      slides: names.length,
      ...(modified && { modified_at: modified }),
      ...(names.length > MAX_SLIDES && { truncated: true }),
    },
    ocrUsed: false,
  }
}

function parse(xml: string | undefined): ParentNode {
  return parseFragment(xml ?? '', { xhtml: true })
}

/** In the order of the presentation; in that of their numbers, where it does not tell. */
async function slideNames(zip: Zip): Promise<string[]> {
  const relations = relationsIn(parse(await zip.text('ppt/_rels/presentation.xml.rels')))
  const listed = findAll(parse(await zip.text('ppt/presentation.xml')), ({ tag }) => tag === 'p:sldid')
    .map(({ attrs }) => resolve('ppt/', relations.get(attrs['r:id'] ?? '')?.target ?? ''))
    .filter((name) => zip.has(name))
  if (listed.length > 0) return listed
  const number = (name: string) => Number(/\d+/.exec(name)?.[0] ?? 0)
  return zip
    .names()
    .filter((name) => /^ppt\/slides\/slide\d+\.xml$/.test(name))
    .sort((a, b) => number(a) - number(b))
}

/** The part that says what a part's ids name. */
function relationsOf(name: string): string {
  const file = name.lastIndexOf('/') + 1
  return `${name.slice(0, file)}_rels/${name.slice(file)}.rels`
}

function resolve(folder: string, target: string): string {
  return target.startsWith('/') ? target.slice(1) : folder + target
}

async function readSlide(zip: Zip, name: string): Promise<ChildNode[]> {
  const relations = relationsIn(parse(await zip.text(relationsOf(name))))
  const tree = findFirst(parse(await zip.text(name)), 'p:sptree')
  if (!tree) return []
  const titles: ChildNode[] = []
  const rest: ChildNode[] = []
  for (const shape of shapesIn(tree, 0)) {
    const kind = placeholderOf(shape)
    const isTitle = kind === 'title' || kind === 'ctrTitle'
    if (kind !== undefined && FURNITURE.has(kind)) continue
    if (isTitle) titles.push(...titleOf(shape))
    else rest.push(...contentOf(shape, kind, relations))
  }
  return [...titles, ...rest]
}

/** Placeholders of the layout: date, footer, header and number of the slide. */
const FURNITURE: ReadonlySet<string> = new Set(['dt', 'ftr', 'hdr', 'sldNum'])

/** Shapes and tables in their order, out of groups; of alternatives the first. */
function shapesIn(tree: Element, depth: number): Element[] {
  if (depth > MAX_DEPTH) return []
  return tree.children.flatMap((child) => {
    if (child.type !== ELEMENT) return []
    if (child.tag === 'p:sp' || child.tag === 'p:graphicframe') return [child]
    if (child.tag === 'p:grpsp' || child.tag === 'mc:choice') return shapesIn(child, depth + 1)
    if (child.tag === 'mc:alternatecontent') {
      const choice = childNamed(child, 'mc:choice') ?? childNamed(child, 'mc:fallback')
      return choice ? shapesIn(choice, depth + 1) : []
    }
    return []
  })
}

/** What the layout keeps the shape's place for: `title`, `body` …; undefined for a shape of the slide's own. */
function placeholderOf(shape: Element): string | undefined {
  const properties = childNamed(shape, 'p:nvsppr')
  const placeholder = properties && findFirst(properties, 'p:ph')
  return placeholder && (placeholder.attrs.type ?? 'body')
}

function titleOf(shape: Element): Element[] {
  const text = paragraphsIn(shape)
    .map((paragraph) => textContent(paragraph).replace(/\s+/g, ' ').trim())
    .filter((line) => line !== '')
    .join(' ')
  return text === '' ? [] : [element('h2', {}, text)]
}

function paragraphsIn(shape: ParentNode): Element[] {
  const body = childNamed(shape, 'p:txbody') ?? childNamed(shape, 'a:txbody')
  return body ? childrenNamed(body, 'a:p') : []
}

function contentOf(shape: Element, kind: string | undefined, relations: Relations): ChildNode[] {
  if (shape.tag === 'p:graphicframe') {
    const table = findFirst(shape, 'a:tbl')
    return table ? [tableOf(table, relations)] : []
  }
  return blocksOf(paragraphsIn(shape), kind === 'body', relations)
}

interface OpenList {
  level: number
  list: Element
}

/** Paragraphs, and nested lists of those with bullets: all of a body are that say nothing else. */
function blocksOf(paragraphs: readonly Element[], isBody: boolean, relations: Relations): ChildNode[] {
  const blocks: ChildNode[] = []
  let open: OpenList[] = []
  for (const paragraph of paragraphs) {
    const content = inlineOf(paragraph, relations)
    if (content.every((node) => textContent(node).trim() === '')) continue
    const tag = listTag(paragraph, isBody && paragraphs.length > 1)
    if (!tag) {
      open = []
      blocks.push(element('p', {}, content))
      continue
    }
    const level = levelOf(paragraph)
    while (open.length > 0 && open.at(-1)!.level > level) open.pop()
    if (open.length === 0 || open.at(-1)!.level < level) {
      const list = element(tag)
      const above = open.at(-1)?.list.children.at(-1)
      if (above?.type === ELEMENT) add(above, list)
      else blocks.push(list)
      open.push({ level, list })
    }
    add(open.at(-1)!.list, element('li', {}, content))
  }
  return blocks
}

function add(parent: Element, child: Element): void {
  child.parent = parent
  parent.children.push(child)
}

function levelOf(paragraph: Element): number {
  return Math.min(8, Number(childNamed(paragraph, 'a:ppr')?.attrs.lvl) || 0)
}

function listTag(paragraph: Element, isUsual: boolean): 'ul' | 'ol' | undefined {
  const properties = childNamed(paragraph, 'a:ppr')
  if (properties && childNamed(properties, 'a:buautonum')) return 'ol'
  if (properties && childNamed(properties, 'a:buchar')) return 'ul'
  return isUsual && !(properties && childNamed(properties, 'a:bunone')) ? 'ul' : undefined
}

function inlineOf(paragraph: Element, relations: Relations): ChildNode[] {
  return paragraph.children.flatMap((child): ChildNode[] => {
    if (child.type !== ELEMENT) return []
    if (child.tag === 'a:br') return [element('br')]
    if (child.tag === 'a:r' || child.tag === 'a:fld') return runOf(child, relations)
    const formula = findFirst(child, 'm:omathpara') ?? findFirst(child, 'm:omath')
    return formula ? [ommlToMathml(formula)] : []
  })
}

function runOf(run: Element, relations: Relations): ChildNode[] {
  const text = childNamed(run, 'a:t')
  const properties = childNamed(run, 'a:rpr')
  let content: ChildNode = element('span', {}, text ? textContent(text) : '')
  if (properties?.attrs.b === '1') content = element('b', {}, content)
  if (properties?.attrs.i === '1') content = element('i', {}, content)
  const link = properties && childNamed(properties, 'a:hlinkclick')
  const address = link && relations.get(link.attrs['r:id'] ?? '')
  return [address?.isExternal ? element('a', { href: address.target }, content) : content]
}

/** Cells that another one covers are left out. */
function tableOf(table: Element, relations: Relations): Element {
  const isHeaded = childNamed(table, 'a:tblpr')?.attrs.firstrow === '1'
  const rows = childrenNamed(table, 'a:tr').map((row, index) => {
    const cells = childrenNamed(row, 'a:tc').filter(
      ({ attrs }) => attrs.hmerge !== '1' && attrs.vmerge !== '1',
    )
    return element(
      'tr',
      {},
      cells.map((cell) => {
        const spans = {
          ...(cell.attrs.gridspan && { colspan: cell.attrs.gridspan }),
          ...(cell.attrs.rowspan && { rowspan: cell.attrs.rowspan }),
        }
        const tag = isHeaded && index === 0 ? 'th' : 'td'
        return element(tag, spans, blocksOf(paragraphsIn(cell), false, relations))
      }),
    )
  })
  return element('table', {}, rows)
}
