import {
  collapse,
  ELEMENT,
  type Element,
  findAll,
  findFirst,
  HEADINGS,
  isElement,
  isPermalink,
  TEXT,
} from '@gleaner/markup'
import type { Block, Inline } from '../block.ts'
import { plainText } from '../inline-text.ts'
import type { Formula } from '../math/formula.ts'
import { readFormulaImage } from '../math/formula-image.ts'
import { asCallout, readCallout } from './callout.ts'
import { codeText, isCodeTable, readCode } from './code.ts'
import { readDefinitions } from './definitions.ts'
import { readFrame, readLitePlayer, readMedia } from './embed.ts'
import { readFigure } from './figure.ts'
import { readImage } from './image.ts'
import { isSelfLink, linkBlocks } from './link.ts'
import { readList } from './list.ts'
import { isEditLink, partedLines } from './page-controls.ts'
import type { Flow, ReadElement, Reader } from './reader.ts'
import { readTable } from './table.ts'

/** How each element is read that is more than a box around its content. */
export const ELEMENTS: ReadonlyMap<string, ReadElement> = new Map<string, ReadElement>([
  ...[1, 2, 3, 4, 5, 6].map((level): [string, ReadElement] => [`h${level}`, heading(level)]),
  ['br', lineBreak],
  ['hr', (_, flow) => flow.push({ type: 'rule' })],
  ['ul', (element, flow, reader) => pushAll(flow, readList(element, reader))],
  ['ol', (element, flow, reader) => pushAll(flow, readList(element, reader))],
  ['menu', (element, flow, reader) => pushAll(flow, readList(element, reader))],
  ['dir', (element, flow, reader) => pushAll(flow, readList(element, reader))],
  ['dl', (element, flow, reader) => pushAll(flow, readDefinitions(element, reader))],
  ['table', table],
  ['pre', pre],
  ['code', code],
  ['tt', code],
  ['blockquote', quote],
  ['figure', figure],
  ['img', image],
  ['a', link],
  ['details', details],
  ['iframe', (element, flow, reader) => embedded(element, flow, readFrame(element, reader.resolve))],
  ['video', (element, flow, reader) => embedded(element, flow, readMedia(element, reader.resolve))],
  ['audio', (element, flow, reader) => embedded(element, flow, readMedia(element, reader.resolve))],
  ['embed', (element, flow, reader) => embedded(element, flow, readFrame(element, reader.resolve))],
  ['object', object],
  ['frame', frame],
  ['lite-youtube', (element, flow) => embedded(element, flow, readLitePlayer(element))],
  ['lite-vimeo', (element, flow) => embedded(element, flow, readLitePlayer(element))],
  ['q', quotation],
  ['ruby', ruby],
  ['label', label],
  ['button', button],
  ['noscript', noscript],
])

function heading(level: number): ReadElement {
  return (element, flow, reader) => {
    const content = withoutPilcrow(reader.inlineOf(partedLines(element.children)))
    if (content.length > 0) flow.push({ type: 'heading', level, content })
  }
}

/** A mark for copying the heading's address that is no link until a script makes it one. */
function withoutPilcrow(content: Inline[]): Inline[] {
  const last = content.at(-1)
  if (last?.type !== 'text' || !last.value.endsWith('¶')) return content
  last.value = last.value.slice(0, -1).trimEnd()
  return last.value === '' ? content.slice(0, -1) : content
}

/** Old pages separate paragraphs by two breaks in a row. */
function lineBreak(_: Element, flow: Flow): void {
  if (flow.inline.depth === 0 && flow.inline.endsWithBreak()) flow.flush()
  else if (!flow.inline.isEmpty()) flow.inline.add({ type: 'break' })
}

function table(element: Element, flow: Flow, reader: Reader): void {
  if (isCodeTable(element)) flow.push(readCode(element))
  else pushAll(flow, calloutOf(element, reader) ?? readTable(element, reader))
}

function pre(element: Element, flow: Flow, reader: Reader): void {
  const code = readCode(element)
  code.language ||= reader.codeLabels.get(element) ?? ''
  // How GitHub and others write a formula on lines of its own.
  flow.push(code.language === 'math' ? { type: 'math', tex: code.text.trim() } : code)
}

/** Code keeps its lines where the page says so; else it is a span within the text. */
function code(element: Element, flow: Flow, reader: Reader): void {
  const { style = '', class: names = '' } = element.attrs
  if (reader.holdsBlocks.has(element)) {
    flow.visit(element.children)
    return
  }
  const keepsLines =
    /white-space\s*:\s*(?:break-spaces|pre)/.test(style) || /(?:^|\s)(?:code-?)?block(?:\s|$)/.test(names)
  if (keepsLines && flow.inline.depth === 0) {
    flow.push(readCode(element))
    return
  }
  const value = codeText(element)
  if (!/[^\n\r\t]/.test(value)) return
  const only = element.children.length === 1 ? element.children[0]! : undefined
  const href = only?.type === ELEMENT && only.tag === 'a' ? reader.resolve(only.attrs.href ?? '') : undefined
  const span: Inline = { type: 'code-span', value: value.replace(/[\n\r\t]+/g, ' ') }
  flow.inline.add(href ? { type: 'link', href, title: '', children: [span] } : span)
}

function quote(element: Element, flow: Flow, reader: Reader): void {
  const blocks = calloutOf(element, reader) ?? reader.blocksWithin(element.children)
  const isBare = element.children.every((child) => child.type !== ELEMENT)
  const callout = asCallout(blocks)
  if (callout) flow.push(callout)
  else if (blocks.length > 0 || isBare) flow.push({ type: 'quote', blocks })
}

function figure(element: Element, flow: Flow, reader: Reader): void {
  pushAll(flow, calloutOf(element, reader) ?? readFigure(element, reader))
}

function calloutOf(element: Element, reader: Reader): Block[] | undefined {
  const callout = readCallout(element, reader)
  return callout && [callout]
}

function image(element: Element, flow: Flow, reader: Reader): void {
  const formula = readFormulaImage(element)
  if (formula) addFormula(flow, formula)
  else add(flow, readImage(element, reader.resolve))
}

/** A formula on lines of its own is a block, except within something inline. */
export function addFormula(flow: Flow, { tex, display }: Formula): void {
  if (display && flow.inline.depth === 0) flow.push({ type: 'math', tex })
  else flow.inline.add({ type: 'inline-math', tex })
}

function link(element: Element, flow: Flow, reader: Reader): void {
  if (isPermalink(element) || isEditLink(element)) return
  const href = isSelfLink(element) ? undefined : addressOf(element, reader)
  if (href === undefined) {
    flow.visit(element.children)
    return
  }
  const title = collapse(element.attrs.title ?? '')
  if (reader.holdsBlocks.has(element)) {
    flow.flush()
    const blocks = reader.blocksOf(element.children)
    linkBlocks(blocks, href, title)
    pushAll(flow, blocks)
    return
  }
  const isKept = isBare(element)
  flow.inline.open((children) => {
    if (children.length === 0 && !isKept) return undefined
    return { type: 'link', href, title: title === plainText(children).trim() ? '' : title, children }
  })
  flow.visit(element.children)
  flow.inline.close()
}

/** Where a link leads. `#` and the like are there for scripts; they lead nowhere. */
function addressOf({ attrs }: Element, reader: Reader): string | undefined {
  const href = attrs.href?.trim()
  return href === undefined || /^#(?:!|0)?$/.test(href) ? undefined : reader.resolve(href)
}

/** Nothing but an address: an author wrote this empty link, as layout and scripts add other attributes. */
function isBare({ attrs, children }: Element): boolean {
  return Object.keys(attrs).length === 1 && children.length === 0
}

function details(element: Element, flow: Flow, reader: Reader): void {
  const callout = calloutOf(element, reader)
  if (callout) {
    pushAll(flow, callout)
    return
  }
  const summary = element.children.find((child) => child.type === ELEMENT && child.tag === 'summary')
  const rest = element.children.filter((child) => child !== summary)
  const blocks = reader.blocksWithin(rest)
  const inside = summary?.type === ELEMENT ? summary.children : []
  // A heading that folds its section, as API pages have it, is a heading first.
  if (summary?.type === ELEMENT && findFirst(summary, HEADINGS)) {
    pushAll(flow, [...reader.blocksWithin(inside), ...blocks])
    return
  }
  const content = reader.inlineOf(inside)
  if (blocks.length > 0 || content.length > 0) flow.push({ type: 'details', summary: content, blocks })
}

/** Names of tabs and fields stand apart, though often without white space between them. */
function label(element: Element, flow: Flow): void {
  flow.inline.text(' ')
  flow.visit(element.children)
  flow.inline.text(' ')
}

function quotation(element: Element, flow: Flow): void {
  flow.inline.text('“')
  flow.visit(element.children)
  flow.inline.text('”')
}

/** Readings of ruby stand in brackets behind their text, as `<rp>` writes them for readers without ruby. */
function ruby(element: Element, flow: Flow): void {
  if (findFirst(element, 'rp')) {
    flow.visit(element.children)
    return
  }
  for (const child of element.children) {
    const isReading = child.type === ELEMENT && (child.tag === 'rt' || child.tag === 'rtc')
    if (isReading) flow.inline.text('(')
    flow.visit([child])
    if (isReading) flow.inline.text(')')
  }
}

/** Buttons are controls, except those that open what stands below them, or are cards. */
function button(element: Element, flow: Flow, reader: Reader): void {
  const { labels, tabs } = reader.folds
  if (!labels.has(element)) return
  if (tabs.has(element)) label(element, flow)
  else {
    flow.flush()
    flow.visit(element.children)
    flow.flush()
  }
}

/** `<noscript>` repeats lazy images with their real address; the rest ("enable JavaScript") is left out. */
function noscript(element: Element, flow: Flow, reader: Reader): void {
  const images = findAll(element, 'img')
  if (images.length === 0) return
  const before = flow.siblings.slice(Math.max(0, flow.index - 3), flow.index).findLast(isElement)
  const shown = before ? [before, ...findAll(before, 'img')].filter(({ tag }) => tag === 'img') : []
  if (shown.some((img) => readImage(img, reader.resolve) !== undefined)) return
  for (const img of images) add(flow, readImage(img, reader.resolve))
}

/** A player is a block by itself, where no text runs around it; a frame of nothing that is content is left out. */
function embedded(element: Element, flow: Flow, player: Inline | undefined): void {
  if (!player) return
  const siblings = flow.siblings.slice(Math.max(0, flow.index - 1), flow.index + 2)
  const isInText = siblings.some(
    (child) => child !== element && child.type === TEXT && child.value.trim() !== '',
  )
  if (isInText || flow.inline.depth > 0) flow.inline.add(player)
  else {
    flow.flush()
    flow.inline.add(player)
    flow.flush()
  }
}

/** What a page of frames shows stands in other pages. */
function frame({ attrs }: Element, flow: Flow, reader: Reader): void {
  const href = reader.resolve(attrs.src ?? '')
  if (!href) return
  flow.flush()
  const value = collapse(attrs.title ?? attrs.name ?? '') || href
  flow.inline.add({ type: 'link', href, title: '', children: [{ type: 'text', value }] })
  flow.flush()
}

/** Old pages play films in objects; what stands in one is for those that cannot show it. */
function object(element: Element, flow: Flow, reader: Reader): void {
  const player = readFrame(element, reader.resolve)
  if (player) embedded(element, flow, player)
  else flow.visit(element.children)
}

function add(flow: Flow, inline: Inline | undefined): void {
  if (inline) flow.inline.add(inline)
}

function pushAll(flow: Flow, blocks: Parameters<Flow['push']>[0][]): void {
  flow.flush()
  for (const block of blocks) flow.push(block)
}
