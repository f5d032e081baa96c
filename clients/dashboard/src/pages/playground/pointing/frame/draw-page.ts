import type { OutlineNode } from '../messages.ts'
import { attributeOf, nodesOf, tagOf, textOf } from './safe-dom.ts'

/** Elements of a page that are drawn, at most. */
const MOST_NODES = 20_000
const MOST_DEPTH = 200
const OUTLINE_CHARS = 60

/** Drawn as they are, with none of their attributes but these. All others are drawn as a plain box. */
const DRAWN = new Set(
  (
    'address article aside b blockquote br caption cite code col colgroup dd del details dfn div dl dt em figcaption figure footer h1 h2 h3 h4 h5 h6 ' +
    'header hr i ins kbd li main mark nav ol p pre q s samp section small span strong sub summary sup table tbody td tfoot th thead time tr u ul var wbr'
  ).split(' '),
)
const KEPT = ['colspan', 'rowspan', 'dir', 'lang']
const INLINE = new Set(
  'a abbr button label font input select output data meter progress picture bdi bdo ruby rt'.split(' '),
)

/** Not drawn at all. */
const LEFT_OUT = new Set(
  'script style link meta base noscript template head title option source track param area map'.split(' '),
)

/** Drawn as a word about what is there. */
const PLACEHOLDERS: Readonly<Record<string, string>> = {
  img: '▣',
  svg: '◇',
  math: '∑',
  video: '▶',
  audio: '♪',
  canvas: '▦',
  iframe: '▢',
  frame: '▢',
  object: '▢',
  embed: '▢',
}

export interface DrawnPage {
  outline: OutlineNode[]
  /** Elements of the page by their numbers. */
  sources: Element[]
  numberOf: Map<Element, number>
  /** What is drawn of each. */
  drawn: Map<number, HTMLElement>
  isCut: boolean
}

/** Draws a copy of a page's body into `target`: boxes and texts alone, made one by one. */
export function drawPage(body: Element, target: HTMLElement): DrawnPage {
  const page: DrawnPage = { outline: [], sources: [], numberOf: new Map(), drawn: new Map(), isCut: false }
  const draw = (source: Element, level: number): HTMLElement | undefined => {
    const tag = tagOf(source)
    if (LEFT_OUT.has(tag)) return undefined
    if (page.sources.length >= MOST_NODES || level > MOST_DEPTH) {
      page.isCut = true
      return undefined
    }
    const number = page.sources.push(source) - 1
    page.numberOf.set(source, number)
    const entry: OutlineNode = { node: number, level, tag, text: textOf(source, OUTLINE_CHARS), within: 0 }
    const place = page.outline.push(entry)
    const sign = PLACEHOLDERS[tag]
    const box = document.createElement(sign || INLINE.has(tag) ? 'span' : DRAWN.has(tag) ? tag : 'div')
    page.drawn.set(number, box)
    box.dataset.node = String(number)
    if (sign) {
      entry.text = attributeOf(source, 'alt') ?? attributeOf(source, 'title') ?? ''
      box.className = 'placeholder'
      box.append(`${sign} ${entry.text}`)
      return box
    }
    if (INLINE.has(tag)) box.className = `of-${tag}`
    for (const name of KEPT) {
      const value = attributeOf(source, name)
      if (value !== null) box.setAttribute(name, value)
    }
    if (tag === 'details') box.setAttribute('open', '')
    if (tag === 'input' || tag === 'textarea')
      box.append(attributeOf(source, 'value') ?? attributeOf(source, 'placeholder') ?? '')
    for (const child of nodesOf(source)) {
      if (child instanceof Text) box.append(child.data)
      else if (child instanceof Element) {
        const inner = draw(child, level + 1)
        if (inner) box.append(inner)
      }
    }
    entry.within = page.outline.length - place
    return box
  }
  const drawn = draw(body, 0)
  target.replaceChildren(...(drawn ? [drawn] : []))
  return page
}
