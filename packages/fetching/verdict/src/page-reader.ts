import { BLOCKS, decodeReferences, type MarkupVisitor } from '@gleaner/markup/scan'
import { AwaitedReader, nothingAwaited } from './awaited-reader.ts'
import { HiddenElements } from './hidden-elements.ts'
import { attribute } from './markup.ts'
import { readRefresh } from './meta-refresh.ts'
import { OpenElements } from './open-elements.ts'
import { type PageFeatures, RICH_TEXT } from './page-features.ts'
import { DATA_SCRIPT } from './scripts.ts'

/** From one character a byte to text. */
export type Decode = (latin1: string) => string

/** What is kept of each script for the search of markers: block pages put their settings at the start or at the end. */
const SCRIPT_START = 8 * 1024
const SCRIPT_END = 1024
const MAX_TAG = 1024
const MAX_SCRIPT_TEXT = 64 * 1024
const MAX_LISTED = 100

/** Gathers what the rules look at while a page is read. */
export class PageReader implements MarkupVisitor {
  private readonly features: PageFeatures = {
    markup: '',
    isWhole: true,
    title: '',
    text: '',
    lines: '',
    noscriptText: '',
    scriptText: '',
    scriptSources: [],
    inlineScripts: [],
    fields: [],
    links: 0,
    images: 0,
    headings: 0,
    shown: { text: '', links: 0, images: 0, headings: 0, fields: 0, iframes: 0, length: 0, isFramed: false },
    emptyElements: [],
    awaited: nothingAwaited(),
    refresh: undefined,
    isMarkup: false,
    isEmpty: true,
  }
  private readonly pieces: string[] = []
  private readonly shownPieces: string[] = []
  private readonly markup: string[] = []
  private readonly hidden = new HiddenElements()
  private readonly around = new OpenElements(this.hidden, (name, images) => this.addEmpty(name, images))
  private readonly awaited = new AwaitedReader(this.features.awaited, this.around)
  private readonly decode: Decode
  private length = 0
  /** Grows with each thing that a reader sees. */
  private seen = 0
  private inSkipLink = false

  constructor(decode: Decode) {
    this.decode = decode
  }

  isDone(): boolean {
    return this.length >= RICH_TEXT
  }

  open(tag: string, attributes: string): void {
    const { features } = this
    features.isMarkup = true
    if (!SKELETON.has(tag)) features.isEmpty = false
    this.markup.push(`<${tag}${attributes.slice(0, MAX_TAG)}>`)
    this.awaited.open(tag, attributes, this.seen)
    if (isPart(tag)) this.around.enter(tag, attributes, this.seen, features.images)
    else if (tag === 'a') this.inSkipLink = SKIP_LINK.test(attributes)
    this.readTag(tag, attributes)
    if (BLOCKS.has(tag)) this.addBreak()
  }

  close(tag: string): void {
    if (isPart(tag)) this.around.leaveTo(tag, this.seen)
    else if (tag === 'a') this.inSkipLink = false
    else this.awaited.close(tag, this.seen)
    if (BLOCKS.has(tag)) this.addBreak()
  }

  text(text: string): void {
    if (this.around.isUnshown || this.length >= RICH_TEXT) return
    const words = text.replace(SPACE, ' ')
    this.pieces.push(words)
    this.length += words.length
    if (this.around.isHidden || words === ' ') return
    this.seen++
    this.features.shown.length += words.trim().length
    if (this.around.isFramed) this.features.shown.isFramed = true
    if (this.around.isFramed || this.inSkipLink) return
    this.shownPieces.push(words)
    this.awaited.text(words)
  }

  raw(tag: string, attributes: string, content: string): void {
    const { features } = this
    features.isMarkup = true
    if (!SKELETON.has(tag)) features.isEmpty = false
    this.markup.push(`<${tag}${attributes.slice(0, MAX_TAG)}>`)
    if (tag !== 'style')
      this.markup.push(content.slice(0, SCRIPT_START), content.slice(SCRIPT_START).slice(-SCRIPT_END))
    if (tag === 'script') this.readScript(attributes, content)
    else if (tag === 'style') this.hidden.addStyle(content)
    else if (tag === 'title') {
      if (features.title === '') features.title = content.slice(0, 500).replace(SPACE, ' ')
    } else if (tag === 'noscript') {
      if (features.noscriptText.length < RICH_TEXT)
        features.noscriptText += ` ${stripTags(content.slice(0, 2 * RICH_TEXT))}`
    } else if (tag === 'textarea') this.addField('textarea', attributes)
    else if (tag === 'iframe' && this.isShown(tag, attributes) && !isTiny(attributes)) {
      features.shown.iframes++
      this.seen++
    }
  }

  finish(): PageFeatures {
    const { features, decode } = this
    this.around.leaveAll(this.seen)
    // The longest text first: a page that names no encoding is told by it.
    const bytes = this.pieces.join('')
    const decoded = decode(bytes)
    features.lines = decodeReferences(decoded)
    features.shown.length *= decoded.length / (bytes.length || 1)
    // Markers are only searched on pages with little text, and what is shown matters on no others.
    if (this.length < RICH_TEXT) {
      features.markup = this.markup.join('\n')
      features.shown.text = this.shownText()
    }
    features.text = features.lines.replace(WHITE_SPACE, ' ').trim()
    features.title = decodeReferences(decode(features.title)).trim()
    features.noscriptText = decodeReferences(decode(features.noscriptText)).trim()
    if (features.text !== '' || features.title !== '' || features.refresh) features.isEmpty = false
    return features
  }

  private shownText(): string {
    const written = decodeReferences(this.decode(this.shownPieces.join(' ')))
    return written.replace(PLACEHOLDER, ' ').replace(WHITE_SPACE, ' ').trim()
  }

  private addEmpty(name: string, images: number): void {
    push(this.features.emptyElements, name)
    if (images === this.features.images) this.features.awaited.blankParts++
  }

  private addBreak(): void {
    if (this.around.isUnshown || this.length >= RICH_TEXT) return
    this.pieces.push('\n')
    this.length++
  }

  private isShown(tag: string, attributes: string): boolean {
    return this.around.isOwn && (isPart(tag) || !this.hidden.hides(tag, undefined, attributes))
  }

  private readTag(tag: string, attributes: string): void {
    const { features } = this
    const { shown } = features
    if (tag === 'a') {
      if (!/\bhref\s*=/i.test(attributes)) return
      features.links++
      if (!this.inSkipLink && this.isShown(tag, attributes)) shown.links++
    } else if (tag === 'img' || tag === 'picture') {
      features.images++
      if (this.isShown(tag, attributes)) shown.images++
    } else if (tag === 'input') {
      const type = attribute(attributes, 'type')?.toLowerCase() ?? 'text'
      if (!UNFILLABLE.has(type)) this.addField(type, attributes)
    } else if (tag === 'select') this.addField('select', attributes)
    else if (tag === 'h1' || tag === 'h2') {
      features.headings++
      if (this.isShown(tag, attributes)) shown.headings++
    } else if (tag === 'frame' || tag === 'embed' || tag === 'video') {
      shown.iframes++
      this.seen++
    } else if (tag === 'meta' && features.refresh === undefined && /refresh/i.test(attributes))
      features.refresh = readRefresh(attributes)
  }

  private addField(type: string, attributes: string): void {
    if (OF_CAPTCHA.test(attributes)) return
    push(this.features.fields, type)
    if (!this.isShown('input', attributes)) return
    this.features.shown.fields++
    this.seen++
  }

  private readScript(attributes: string, content: string): void {
    const { features } = this
    if (DATA_SCRIPT.test(attributes)) return
    const source = attribute(attributes, 'src')
    if (source !== undefined) {
      push(features.scriptSources, source)
      return
    }
    if (features.scriptText.length < MAX_SCRIPT_TEXT)
      features.scriptText += `${content.slice(0, MAX_SCRIPT_TEXT - features.scriptText.length)}\n`
    if (features.inlineScripts.length < MAX_LISTED)
      features.inlineScripts.push(content.slice(0, SCRIPT_START))
  }
}

/** Elements that show nothing unless they hold text. */
const SKELETON: ReadonlySet<string> = new Set([
  'html',
  'head',
  'body',
  'title',
  'meta',
  'link',
  'base',
  'style',
])

/** Elements that hold parts of a page. Those within a line or a list are not followed: that would cost more than all the rest. */
const PARTS: ReadonlySet<string> = new Set(
  'html body header nav main footer aside article section div center form dialog template svg math object datalist'.split(
    ' ',
  ),
)
const isPart = (tag: string) => PARTS.has(tag) || tag.includes('-')

/** White space of ASCII that is not a single space: the bytes of other white space are parts of letters elsewhere. */
const SPACE = /[\t\n\f\r ]{2,}|[\t\n\f\r]/g

/** The same of all white space. */
const WHITE_SPACE = /\s{2,}|[^\S ]/g

/** Where a script will write a value: text of a template that stands in the page. */
const PLACEHOLDER = /\{\{[^{}]{0,200}\}\}/g

/** A link within the page. */
const SKIP_LINK = /\bhref\s*=\s*["']?#/i

const UNFILLABLE: ReadonlySet<string> = new Set(['hidden', 'submit', 'button', 'image', 'reset'])

/** Fields that captchas add once they are drawn: their boxes to tick, and where they keep their answers. */
const OF_CAPTCHA =
  /\b(id|name)\s*=\s*["']?(altcha|mcaptcha__|cap-token|frc-captcha|g-recaptcha-response|h-captcha-response|cf-turnstile-response)/i

/** Frames of a pixel, of scripts that count visitors. */
function isTiny(attributes: string): boolean {
  return /\b(?:width|height)\s*[=:]\s*["']?[01](?:px)?\b/i.test(attributes)
}

function push(list: string[], value: string): void {
  if (list.length < MAX_LISTED) list.push(value)
}

function stripTags(markup: string): string {
  return decodeReferences(markup.replace(/<[^<>]{0,500}>/g, ' '))
    .replace(/\s+/g, ' ')
    .trim()
}
