import { BLOCKS, type MarkupVisitor, readAttributes, scanMarkup, UNSHOWN } from '@gleaner/markup/scan'
import { plainText } from './plain-text.ts'

export type Attributes = Record<string, string>

/** A link or a button. `place` counts the controls of the page. */
export interface Control {
  tag: string
  attributes: Attributes
  label: string
  place: number
}

export interface Field {
  tag: string
  type: string
  attributes: Attributes
}

export interface Form {
  attributes: Attributes
  fields: Field[]
  /** Labels of its buttons. */
  submits: string[]
}

/** What a page is made of, as far as sign-ins show in it. */
export interface PageParts {
  title: string
  headings: string[]
  controls: Control[]
  /** The last one gathers the fields that are in no form. */
  forms: Form[]
  /** Elements whose names say that they are about the user, with their text. */
  named: { attributes: Attributes; text: string; place: number }[]
  metas: Attributes[]
  /** Attributes of `html` and `body`. */
  roots: Attributes[]
  /** Inline scripts, data among them. */
  scripts: string
  scriptCount: number
  /** Pieces of the visible text; a `\n` ends a block. */
  pieces: string[]
  /** Characters of text outside of forms, links, buttons and lists of choices. */
  ownText: number
}

/** Tags that are read; pages of this size seldom have half of them. */
const MAX_TAGS = 10_000
const MAX_PIECES = 20_000
const MAX_CONTROLS = 1_200
const MAX_NAMED = 100
const MAX_TEXT = 128 * 1024
const MAX_SCRIPTS = 256 * 1024
const MAX_FORMS = 50
const MAX_FIELDS = 60
const MAX_HEADINGS = 10
const LONGEST_LABEL = 160
const TAG = /<[^<>]{1,500}>/g

/** Words in names, ids and classes of elements that show who is signed in, or let them act. */
const NAMES_USER =
  /user[-_]?(?:name|menu|nav|info|panel|dropdown|avatar|links?|box|bar|display|email|badge|tools|options|page|area)|(?:account|profile|member|person(?:al)?)[-_]?(?:name|menu|nav|info|panel|dropdown|avatar|links?|bar|tools|toggle|button|icon)|(?:current|logged[-_]?in|signed[-_]?in|auth|session|my|header|nav)[-_]?(?:user|account|profile|avatar|member)|logged[-_]?(?:in[-_]?)?as|logged[-_]?in|p-personal|whoami|greeting|data-user|["'\s=]user["'\s]/i

export function readParts(html: string): PageParts {
  const reader = new PartsReader()
  scanMarkup(html, reader)
  return reader.finish()
}

class PartsReader implements MarkupVisitor {
  private readonly loose: Form = { attributes: {}, fields: [], submits: [] }
  private readonly parts: PageParts = {
    title: '',
    headings: [],
    controls: [],
    forms: [],
    named: [],
    metas: [],
    roots: [],
    scripts: '',
    scriptCount: 0,
    pieces: [],
    ownText: 0,
  }
  private form: Form | undefined
  private control: { tag: string; attributes: Attributes; text: string } | undefined
  private heading: { tag: string; text: string } | undefined
  private readonly captures: {
    tag: string
    depth: number
    attributes: Attributes
    text: string
    place: number
  }[] = []
  private skipUntil = ''
  private skipDepth = 0
  private textLength = 0
  private tags = 0

  isDone(): boolean {
    return this.tags > MAX_TAGS || this.parts.pieces.length > MAX_PIECES
  }

  open(tag: string, attributes: string): void {
    this.tags++
    if (this.skipUntil !== '') {
      if (tag === this.skipUntil && !attributes.endsWith('/')) this.skipDepth++
      return
    }
    if (UNSHOWN.has(tag)) {
      // A declarative shadow root is shown.
      if (attributes.endsWith('/') || (tag === 'template' && /shadowrootmode/i.test(attributes))) return
      this.skipUntil = tag
      this.skipDepth = 1
      return
    }
    if (BLOCKS.has(tag)) this.addBreak()
    for (const capture of this.captures) if (capture.tag === tag) capture.depth++
    if (
      !VOID.has(tag) &&
      this.captures.length < 4 &&
      attributes.length > 4 &&
      NAMES_USER.test(attributes.slice(0, 500))
    )
      this.capture(tag, attributes)
    this.readTag(tag, attributes)
  }

  close(tag: string): void {
    if (this.skipUntil !== '') {
      // Lists of choices are left open at times; their form ends them.
      const isEnd =
        tag === this.skipUntil ? --this.skipDepth === 0 : tag === 'form' && this.skipUntil === 'select'
      if (!isEnd) return
      this.skipUntil = ''
      if (tag !== 'form') return
    }
    if (BLOCKS.has(tag)) this.addBreak()
    if (tag === this.control?.tag) this.endControl()
    if (tag === this.heading?.tag) this.endHeading()
    if (tag === 'form') this.endForm()
    for (let i = this.captures.length - 1; i >= 0; i--) {
      const capture = this.captures[i]!
      if (capture.tag === tag && --capture.depth === 0) this.endCapture(i)
    }
  }

  text(text: string): void {
    if (this.skipUntil !== '' || this.textLength > MAX_TEXT) return
    const length = text.trim().length
    if (length === 0) return
    const piece = text.length > 4_000 ? text.slice(0, 4_000) : text
    this.textLength += piece.length
    this.parts.pieces.push(piece)
    if (this.control) this.control.text = join(this.control.text, piece)
    else if (!this.form) this.parts.ownText += length
    if (this.heading) this.heading.text = join(this.heading.text, piece)
    for (const capture of this.captures) capture.text = join(capture.text, piece)
  }

  raw(tag: string, attributes: string, content: string): void {
    if (this.skipUntil !== '') return
    if (tag === 'title') this.parts.title ||= plainText(content)
    else if (tag === 'textarea') this.addField('textarea', readAttributes(attributes))
    else if (tag === 'noscript')
      this.parts.ownText += content.slice(0, MAX_TEXT).replace(TAG, '').trim().length
    else if (tag === 'script') {
      this.parts.scriptCount++
      const room = MAX_SCRIPTS - this.parts.scripts.length
      if (room > 0 && content.trim() !== '') this.parts.scripts += `${content.slice(0, room)}\n`
    }
  }

  finish(): PageParts {
    this.endControl()
    this.endForm()
    while (this.captures.length > 0) this.endCapture(0)
    if (this.loose.fields.length > 0) this.parts.forms.push(this.loose)
    return this.parts
  }

  private readTag(tag: string, written: string): void {
    const { parts } = this
    if (tag === 'a' || tag === 'button') {
      this.endControl()
      if (parts.controls.length < MAX_CONTROLS)
        this.control = { tag, attributes: readAttributes(written), text: '' }
    } else if (tag === 'img' || tag === 'i') {
      if (this.control && /\b(?:alt|title)\b/i.test(written)) {
        const { alt, title } = readAttributes(written)
        this.control.text = join(this.control.text, alt || title || '')
      }
    } else if (tag === 'form') {
      this.endForm()
      this.form = { attributes: readAttributes(written), fields: [], submits: [] }
    } else if (tag === 'input') this.readInput(readAttributes(written))
    else if (tag === 'select') {
      this.addField('select', readAttributes(written))
      this.skipUntil = tag
      this.skipDepth = 1
    } else if (HEADINGS.has(tag)) {
      this.endHeading()
      if (parts.headings.length < MAX_HEADINGS) this.heading = { tag, text: '' }
    } else if (tag === 'meta') {
      if (parts.metas.length < 100) parts.metas.push(readAttributes(written))
    } else if (tag === 'html' || tag === 'body') parts.roots.push(readAttributes(written))
  }

  private readInput(attributes: Attributes): void {
    const type = (attributes.type ?? 'text').trim().toLowerCase()
    if (type !== 'submit' && type !== 'button' && type !== 'image') {
      this.addField(type, attributes)
      return
    }
    const label = plainText(
      attributes.value || attributes.alt || attributes['aria-label'] || '',
      LONGEST_LABEL,
    )
    this.addSubmit(label)
    this.addControl('input', attributes, label)
  }

  private addField(type: string, attributes: Attributes): void {
    const { fields } = this.form ?? this.loose
    if (fields.length < MAX_FIELDS) fields.push({ tag: type, type, attributes })
  }

  private addSubmit(label: string): void {
    const { submits } = this.form ?? this.loose
    if (submits.length < MAX_FIELDS && label !== '') submits.push(label)
  }

  private addControl(tag: string, attributes: Attributes, label: string): void {
    const { controls } = this.parts
    if (controls.length < MAX_CONTROLS) controls.push({ tag, attributes, label, place: controls.length })
  }

  private endControl(): void {
    if (!this.control) return
    const { tag, attributes, text } = this.control
    this.control = undefined
    const label =
      plainText(text, LONGEST_LABEL) ||
      plainText(attributes['aria-label'] || attributes.title || '', LONGEST_LABEL)
    if (tag === 'button') this.addSubmit(label)
    this.addControl(tag, attributes, label)
  }

  private endHeading(): void {
    if (!this.heading) return
    const text = plainText(this.heading.text, LONGEST_LABEL)
    if (text !== '') this.parts.headings.push(text)
    this.heading = undefined
  }

  private endForm(): void {
    if (this.form && this.parts.forms.length < MAX_FORMS) this.parts.forms.push(this.form)
    this.form = undefined
  }

  private capture(tag: string, attributes: string): void {
    if (this.parts.named.length + this.captures.length >= MAX_NAMED) return
    this.captures.push({
      tag,
      depth: 1,
      attributes: readAttributes(attributes),
      text: '',
      place: this.parts.controls.length,
    })
  }

  private endCapture(at: number): void {
    const [capture] = this.captures.splice(at, 1)
    if (!capture) return
    const { attributes, text, place } = capture
    this.parts.named.push({ attributes, text: plainText(text, LONGEST_LABEL), place })
  }

  private addBreak(): void {
    const { pieces } = this.parts
    if (pieces.length > 0 && pieces[pieces.length - 1] !== '\n') pieces.push('\n')
  }
}

function join(text: string, piece: string): string {
  if (text.length > 2 * LONGEST_LABEL) return text
  return `${text} ${piece.slice(0, 2 * LONGEST_LABEL)}`
}

/** Elements that show nothing, or only drawings. */
const HEADINGS: ReadonlySet<string> = new Set(['h1', 'h2', 'h3', 'legend'])
const VOID: ReadonlySet<string> = new Set(
  'area base br col embed hr img input link meta param source track wbr html body script style form'.split(
    ' ',
  ),
)
