import {
  BLOCK_TAGS,
  collapse,
  type Document,
  ELEMENT,
  type Element,
  HEADINGS,
  INVISIBLE_TAGS,
  isHidden,
  pageParts,
  parseHtml,
  TEXT,
  textContent,
  walk,
} from '@gleaner/markup'
import { type AdvertFinder, createAdvertFinder } from './adverts.ts'
import { createGroups } from './groups.ts'
import { createPaths } from './paths.ts'
import { MOST_CHARS, MOST_UNITS, type Reading, type Unit } from './unit.ts'

/** What a reader of the page sees, in its order: lines, targets of links, images. Time grows linearly with the page. */
export function readPage(html: string): Reading {
  const document = parseHtml(html)
  const title = titleOf(document)
  const { units, truncated } = readWithin(pageParts(document).body ?? document)
  return { units: title ? [title, ...units] : units, truncated: truncated || document.truncated }
}

/** The same of one element. `section` names where it stands until a heading does. */
export function readWithin(root: Document | Element, section = ''): Reading {
  const reader = new UnitReader(root, section)
  const shown = root.type !== ELEMENT || reader.open(root)
  if (shown)
    walk(
      root,
      (node) => {
        if (reader.isFull()) return 'stop'
        if (node.type === TEXT) reader.text(node.value)
        if (node.type !== ELEMENT) return undefined
        return reader.open(node) ? undefined : 'skip'
      },
      (element) => reader.close(element),
    )
  if (shown && root.type === ELEMENT) reader.close(root)
  return reader.end()
}

function titleOf(document: Document): Unit | undefined {
  const title = pageParts(document).head?.children.find(
    (node) => node.type === ELEMENT && node.tag === 'title',
  )
  const text = title && collapse(textContent(title)).slice(0, MOST_CHARS)
  return text
    ? { kind: 'text', text, path: 'title', section: '', group: -1, item: -1, isAdvert: false }
    : undefined
}

/** Characters of a link's words, an alternative text, the name of a section. */
const MOST_LABEL = 300
/** Inputs that show their value on themselves. */
const BUTTONS: ReadonlySet<string> = new Set(['submit', 'button', 'reset'])

class UnitReader {
  private readonly units: Unit[] = []
  private section: string
  private line = ''
  /** Links that are open, and what follows the running line: links and images in it. */
  private readonly links: { element: Element; label: string }[] = []
  private behind: Unit[] = []
  /** Elements that are open and show breaks of their text. */
  private preformatted = 0
  private readonly blocks: Element[] = []
  private readonly pathOf = createPaths()
  private readonly groupOf = createGroups()
  private readonly adverts: AdvertFinder

  constructor(root: Document | Element, section: string) {
    this.adverts = createAdvertFinder(root)
    this.section = section
  }

  isFull(): boolean {
    return this.units.length + this.behind.length >= MOST_UNITS
  }

  text(value: string): void {
    if (this.preformatted > 0) this.lines(value)
    else this.line += value
    if (this.line.length > MOST_CHARS) this.break()
    for (const link of this.links) if (link.label.length <= MOST_LABEL) link.label += value
  }

  /** Of text whose breaks are shown. */
  private lines(value: string): void {
    const [first, ...others] = value.split('\n')
    this.line += first
    for (const line of others) {
      if (this.isFull()) return
      this.flush()
      this.line = line
    }
  }

  /** Ends pieces of a line that is too long for one unit. */
  private break(): void {
    const line = this.line
    for (let from = 0; from < line.length && !this.isFull(); from += MOST_CHARS) {
      this.line = line.slice(from, from + MOST_CHARS)
      if (from + MOST_CHARS < line.length) this.flush()
    }
  }

  /** False when nobody sees what is in the element. */
  open(element: Element): boolean {
    const { tag, attrs } = element
    if (INVISIBLE_TAGS.has(tag) || isHidden(element)) return false
    if (BLOCK_TAGS.has(tag)) {
      this.flush()
      this.blocks.push(element)
    }
    if (tag === 'pre') this.preformatted++
    this.adverts.enter(element)
    if (tag === 'a' && attrs.href) this.links.push({ element, label: '' })
    if (tag === 'img' && attrs.src) this.add('image', attrs.src, attrs.alt ?? '', element)
    if (tag === 'input' && BUTTONS.has(attrs.type ?? '')) this.text(` ${attrs.value ?? ''} `)
    return true
  }

  close(element: Element): void {
    const { tag } = element
    if (this.links.at(-1)?.element === element) this.closeLink()
    if (tag === 'pre') this.preformatted--
    if (BLOCK_TAGS.has(tag)) {
      const heading = HEADINGS.has(tag) ? collapse(this.line).slice(0, MOST_LABEL) : ''
      this.flush()
      this.section = heading || this.section
      this.blocks.pop()
    }
    this.adverts.leave(element)
  }

  end(): Reading {
    this.flush()
    return { units: this.adverts.judge(this.units), truncated: this.isFull() }
  }

  private closeLink(): void {
    const { element, label } = this.links.pop()!
    this.add('link', element.attrs.href!, label, element)
  }

  private add(kind: 'link' | 'image', address: string, label: string, element: Element): void {
    const text = address.trim().slice(0, MOST_CHARS)
    const words = collapse(label).slice(0, MOST_LABEL)
    if (text) this.behind.push({ ...this.place(element), kind, text, label: words })
  }

  /** Ends the running line. */
  private flush(): void {
    const text = collapse(this.line).slice(0, MOST_CHARS)
    this.line = ''
    if (text) this.units.push({ ...this.place(this.blocks.at(-1)), kind: 'text', text })
    if (this.behind.length > 0) {
      for (const unit of this.behind) this.units.push(unit)
      this.behind = []
    }
  }

  private place(
    element: Element | undefined,
  ): Pick<Unit, 'path' | 'section' | 'group' | 'item' | 'isAdvert'> {
    return {
      path: this.pathOf(element),
      section: this.section,
      ...this.groupOf(element),
      isAdvert: this.adverts.isWithin(),
    }
  }
}
