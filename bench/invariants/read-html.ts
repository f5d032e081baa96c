import { parse, type DefaultTreeAdapterTypes as Tree } from 'parse5'

/** What a page says, read by a parser and rules that share nothing with the reader under test. */
export interface PageFacts {
  words: string[]
  headings: string[]
  /** `<pre>` with text, outside of tables. */
  codeBlocks: number
  /** Tables of at least two rows and two columns, none inside another. */
  tables: number
  /** Absolute addresses of links with text, outside of code: a code block holds no links. */
  links: Set<string>
  /** Source of scripts and styles, long enough not to occur by chance. */
  code: string[]
}

const UNSEEN = new Set([
  'script',
  'style',
  'noscript',
  'template',
  'head',
  'svg',
  'math',
  'iframe',
  'object',
  'video',
  'audio',
  'canvas',
])
const CONTROLS = new Set(['button', 'select', 'option', 'textarea', 'input', 'datalist', 'dialog'])
const CODE = new Set(['pre', 'code', 'samp', 'kbd', 'tt'])
const HEADING = /^h[1-6]$/
/** Inline elements do not part words; all others do. */
const INLINE = new Set(
  'a abbr acronym b bdi bdo big cite code data del dfn em font i ins kbd mark q s samp small span strike strong sub sup time tt u var wbr'.split(
    ' ',
  ),
)

export function readHtml(html: string, url: string): PageFacts {
  const document = parse(html)
  const facts: PageFacts = { words: [], headings: [], codeBlocks: 0, tables: 0, links: new Set(), code: [] }
  let base = url
  const text: string[] = []
  const open: { node: Tree.Node; leave?: () => void; seen: boolean; inTable: boolean; inCode: boolean }[] = [
    { node: document, seen: true, inTable: false, inCode: false },
  ]
  for (let entry = open.pop(); entry; entry = open.pop()) {
    if (entry.leave) {
      entry.leave()
      continue
    }
    const { node, seen, inTable, inCode } = entry
    if (node.nodeName === '#text') {
      const { value } = node as Tree.TextNode
      if (seen) text.push(value)
      continue
    }
    if (!('childNodes' in node)) continue
    const element = 'tagName' in node ? (node as Tree.Element) : undefined
    const name = element?.tagName ?? ''
    if (name === 'base') base = resolve(attribute(element!, 'href') ?? '', url) ?? base
    if (name === 'script' || name === 'style') addCode(element!, facts)
    const isSeen = seen && !UNSEEN.has(name) && !CONTROLS.has(name) && !(element && isHidden(element))
    const from = text.length
    const leave = () => {
      const words = wordsOf(text.slice(from).join(''))
      if (!isSeen || words.length === 0) return
      if (HEADING.test(name)) facts.headings.push(words.join(' '))
      if (name === 'pre' && !inCode && !inTable) facts.codeBlocks++
      const href = name === 'a' && !inCode ? attribute(element!, 'href') : undefined
      const target = href === undefined ? undefined : resolve(href, base)
      if (target) facts.links.add(target)
    }
    if (name === 'table' && isSeen && !inTable && isGrid(element!)) facts.tables++
    if (!INLINE.has(name)) text.push(' ')
    open.push({ node, leave, seen: false, inTable, inCode })
    if (!INLINE.has(name))
      open.push({ node: { nodeName: '#text', value: ' ' } as Tree.TextNode, seen: true, inTable, inCode })
    const children = [...node.childNodes].reverse()
    for (const child of children)
      open.push({
        node: child,
        seen: isSeen || name === 'html' || name === '',
        inTable: inTable || name === 'table',
        inCode: inCode || CODE.has(name),
      })
  }
  facts.words = wordsOf(text.join(''))
  return facts
}

/** Runs of letters and digits, lower case: neither markup nor punctuation counts. */
export function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
}

function addCode(element: Tree.Element, facts: PageFacts): void {
  const source = element.childNodes
    .map((child) => ('value' in child ? child.value : ''))
    .join('')
    .trim()
  if (source.length >= 60 && attribute(element, 'type') !== 'application/ld+json')
    facts.code.push(source.slice(0, 60))
}

function isHidden(element: Tree.Element): boolean {
  if (attribute(element, 'hidden') !== undefined) return true
  return /display\s*:\s*none|visibility\s*:\s*hidden/i.test(attribute(element, 'style') ?? '')
}

function attribute(element: Tree.Element, name: string): string | undefined {
  return element.attrs.find((one) => one.name === name)?.value
}

function resolve(href: string, base: string): string | undefined {
  return URL.canParse(href, base) ? new URL(href, base).href : undefined
}

/** At least two rows of at least two filled cells, and no table inside. */
function isGrid(table: Tree.Element): boolean {
  let rows = 0
  const search = (node: Tree.ParentNode): boolean => {
    for (const child of node.childNodes) {
      if (!('tagName' in child)) continue
      if (child.tagName === 'table') return false
      if (child.tagName === 'tr') {
        const cells = child.childNodes.filter((cell) => cell.nodeName === 'td' || cell.nodeName === 'th')
        if (cells.length >= 2) rows++
      }
      if (!search(child)) return false
    }
    return true
  }
  return search(table) && rows >= 2
}
