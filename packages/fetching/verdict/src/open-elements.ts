import { UNSHOWN } from '@gleaner/markup/scan'
import { isDeclaredRoot, nameOf } from './awaited-parts.ts'
import { type HiddenElements, isFrame } from './hidden-elements.ts'
import { attribute } from './markup.ts'

/** Elements that are followed at a time; what is nested deeper is read without them. */
const MAX_DEPTH = 256

interface OpenElement {
  tag: string
  /** `#id`, or the name of a custom element. */
  name: string | undefined
  /** How much had been seen of the page before it. */
  seen: number
  /** How many pictures came before it. */
  images: number
  isUnshown: boolean
  isHidden: boolean
  isFrame: boolean
  isArticle: boolean
  isCustom: boolean
}

/** The elements that are open at a place of the page, and what they mean for what stands there. */
export class OpenElements {
  private readonly stack: OpenElement[] = []
  private readonly hidden: HiddenElements
  /** Takes the name of an element that showed no text, and the number of pictures before it. */
  private readonly takeEmpty: (name: string, images: number) => void
  /** How many of the open elements are of these kinds. */
  private unshown = 0
  private hiding = 0
  private framing = 0
  private articles = 0
  private custom = 0

  constructor(hidden: HiddenElements, takeEmpty: (name: string, images: number) => void) {
    this.hidden = hidden
    this.takeEmpty = takeEmpty
  }

  /** What stands here is not text of the page: script, style, template. */
  get isUnshown(): boolean {
    return this.unshown > 0
  }

  get isHidden(): boolean {
    return this.hiding > 0
  }

  /** In a header, navigation or footer. */
  get isFramed(): boolean {
    return this.framing > 0
  }

  get isInCustomElement(): boolean {
    return this.custom > 0
  }

  /** Neither hidden nor framed: what the page is about. */
  get isOwn(): boolean {
    return !this.isUnshown && !this.isHidden && !this.isFramed
  }

  /** `seen` grows with each thing that a reader sees, `images` with each picture. */
  enter(tag: string, attributes: string, seen: number, images: number): void {
    if (this.stack.length >= MAX_DEPTH) return
    // A declarative shadow root is shown.
    const isUnshown = UNSHOWN.has(tag) && !isDeclaredRoot(tag, attributes)
    const id = attributes.includes('id') ? attribute(attributes, 'id') : undefined
    const element: OpenElement = {
      tag,
      name: nameOf(tag, id, attributes),
      seen,
      images,
      isUnshown,
      isHidden: this.hidden.hides(tag, id, attributes),
      isArticle: tag === 'article',
      isCustom: tag.includes('-'),
      // An article's header is a part of it.
      isFrame: this.articles === 0 && isFrame(tag, attributes),
    }
    this.count(element, 1)
    this.stack.push(element)
  }

  /** Leaves the element and all that was left open in it. */
  leaveTo(tag: string, seen: number): void {
    let at = this.stack.length - 1
    while (at >= 0 && this.stack[at]!.tag !== tag) at--
    if (at >= 0) while (this.stack.length > at) this.leave(this.stack.pop()!, seen)
  }

  leaveAll(seen: number): void {
    while (this.stack.length > 0) this.leave(this.stack.pop()!, seen)
  }

  private leave(element: OpenElement, seen: number): void {
    this.count(element, -1)
    const isBlank = element.seen === seen && !element.isHidden && !element.isUnshown
    if (isBlank && element.name !== undefined && !this.isHidden && !this.isFramed)
      this.takeEmpty(element.name, element.images)
  }

  private count({ isUnshown, isHidden, isFrame: frames, isArticle, isCustom }: OpenElement, by: 1 | -1) {
    if (isUnshown) this.unshown += by
    if (isHidden) this.hiding += by
    if (frames) this.framing += by
    if (isArticle) this.articles += by
    if (isCustom) this.custom += by
  }
}
