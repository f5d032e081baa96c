import { createSeeker, RAW_TEXT } from '@gleaner/markup/scan'
import type { BlockPageText } from './block-page-text.ts'
import { attribute, unescapeText } from './markup.ts'
import type { TargetResponse } from './verdict.ts'

/** What the rules look at in a page, gathered in one bounded pass that no page can make slow. */
export interface PageFeatures {
  /** Tags and the ends of inline scripts, one after the other: where markers are searched. Quoted code is text. */
  markup: string
  /** The page was read to its end, or is rich. */
  isWhole: boolean
  title: string
  /** Text outside of scripts, styles, noscript and templates; cut at RICH_TEXT characters. */
  text: string
  /** The same, a line for each block of the page. */
  lines: string
  noscriptText: string
  /** Inline scripts, one after the other. */
  scriptText: string
  scriptSources: string[]
  iframeSources: string[]
  /** `type` of each input, select and textarea that a person could fill in. */
  fields: string[]
  links: number
  images: number
  headings: number
  /** Elements with an id or a custom element's name that hold nothing at all, as `#id` or `name`. */
  emptyElements: string[]
  refresh: { seconds: number; url: string } | undefined
  /** How far its text reads like a block page; set once a rule needs it. */
  blockText?: BlockPageText
  /** The page has a `body` or at least one tag. */
  isMarkup: boolean
  /** Nothing can be seen on the page: it has no text, and no element that shows anything without. */
  isEmpty: boolean
}

/** A page with this much text is content, whatever scripts it carries. */
export const RICH_TEXT = 6_000
/** Most pages are rich before this; the others are read on, and what is longer still is no block page and no shell. */
const FIRST_BYTES = 96 * 1024
const MOST_BYTES = 1536 * 1024
/** What is kept of each script for the search of markers: block pages put their settings at the start or at the end. */
const SCRIPT_START = 8 * 1024
const SCRIPT_END = 1024
const MAX_TAG = 1024
const MAX_SCRIPT_TEXT = 64 * 1024
const MAX_LISTED = 100

/**
 * The features of a response's page. Its structure is ASCII in every charset of the web, so bytes are read as they are,
 * and only the little text that is kept is decoded.
 */
export function responseFeatures({ body, headers }: TargetResponse): PageFeatures {
  const given = Buffer.from(body.buffer, body.byteOffset, body.length)
  const bytes = given[0] === 0xff && given[1] === 0xfe ? Buffer.from(given.toString('utf16le')) : given
  const decode = decoderFor(bytes, headers['content-type'] ?? '')
  const first = pageFeatures(bytes.toString('latin1', 0, FIRST_BYTES), decode)
  if (first.text.length >= RICH_TEXT / 2 || bytes.length <= FIRST_BYTES) return first
  const whole = pageFeatures(bytes.toString('latin1', 0, MOST_BYTES), decode)
  const isWhole = bytes.length <= MOST_BYTES
  return { ...whole, isWhole, isEmpty: whole.isEmpty && isWhole }
}

type Decode = (latin1: string) => string

function decoderFor(bytes: Buffer, contentType: string): Decode {
  const start = bytes.toString('latin1', 0, 1024)
  const [, label = 'utf-8'] = CHARSET.exec(contentType) ?? CHARSET.exec(start) ?? []
  try {
    const decoder = new TextDecoder(label)
    return (latin1) => (/[\x80-\xff]/.test(latin1) ? decoder.decode(Buffer.from(latin1, 'latin1')) : latin1)
  } catch {
    return (latin1) => latin1
  }
}

const CHARSET = /charset\s*=\s*(?:["']\s*)?([\w.:-]{2,40})/i

/** Reads the page's markup (one character a byte) once, from start to end. */
export function pageFeatures(html: string, decode: Decode = (latin1) => latin1): PageFeatures {
  const lower = html.toLowerCase()
  const features: PageFeatures = {
    markup: '',
    isWhole: true,
    title: '',
    text: '',
    lines: '',
    noscriptText: '',
    scriptText: '',
    scriptSources: [],
    iframeSources: [],
    fields: [],
    links: 0,
    images: 0,
    headings: 0,
    emptyElements: [],
    refresh: undefined,
    isMarkup: false,
    isEmpty: true,
  }
  const seek = createSeeker(html, lower)
  const text: string[] = []
  const markup: string[] = []
  let textLength = 0
  let skipUntil = ''
  let at = 0

  const addText = (piece: string) => {
    if (skipUntil === '' && textLength < RICH_TEXT) {
      const words = piece.replace(SPACE, ' ')
      if (words === '') return
      text.push(words)
      textLength += words.length
    }
  }

  const addBreak = () => {
    if (skipUntil !== '' || textLength >= RICH_TEXT) return
    text.push('\n')
    textLength++
  }

  while (at < html.length && textLength < RICH_TEXT) {
    const open = html.indexOf('<', at)
    if (open < 0) {
      addText(html.slice(at))
      break
    }
    if (open > at) addText(html.slice(at, open))
    if (lower.startsWith('<!--', open)) {
      const end = html.indexOf('-->', open + 4)
      at = end < 0 ? html.length : end + 3
      continue
    }
    const next = lower.charCodeAt(open + 1)
    const isClosing = next === 0x2f
    if (!isClosing && !(next >= 0x61 && next <= 0x7a)) {
      if (next === 0x21 || next === 0x3f) at = seek.after('>', open)
      else {
        addText('<')
        at = open + 1
      }
      continue
    }
    const end = seek.tagEnd(open)
    const tag =
      lower.slice(open + (isClosing ? 2 : 1), Math.min(end - 1, open + 60)).match(/^[a-z][^\s/>]*/)?.[0] ?? ''
    at = end
    if (isClosing) {
      if (tag === skipUntil) skipUntil = ''
      if (BLOCKS.has(tag)) addBreak()
      continue
    }
    features.isMarkup = true
    if (!SKELETON.has(tag)) features.isEmpty = false
    const attributes = html.slice(open + 1 + tag.length, end - 1)
    markup.push(html.slice(open, Math.min(end, open + MAX_TAG)))
    if (RAW_TEXT.has(tag)) {
      const close = seek.closing(tag, end)
      const content = html.slice(end, close)
      at = seek.after('>', close)
      readRawElement(features, tag, attributes, content)
      if (tag !== 'style')
        markup.push(content.slice(0, SCRIPT_START), content.slice(SCRIPT_START).slice(-SCRIPT_END))
      continue
    }
    // A declarative shadow root is shown.
    const isShown = tag === 'template' && /shadowrootmode/i.test(attributes)
    if (SKIPPED.has(tag) && skipUntil === '' && !isShown) skipUntil = tag
    readTag(features, tag, attributes)
    const closes = lower.startsWith(`</${tag}`, skipSpace(html, end))
    if (closes) readEmptyElement(features, tag, attributes)
    if (BLOCKS.has(tag)) addBreak()
  }
  // Markers are only searched on pages with little text.
  if (textLength < RICH_TEXT) features.markup = markup.join('\n')
  features.lines = unescapeText(decode(text.join('')))
  features.text = features.lines.replace(/\s+/g, ' ').trim()
  features.title = unescapeText(decode(features.title)).trim()
  features.noscriptText = unescapeText(decode(features.noscriptText)).trim()
  if (features.text !== '' || features.title !== '' || features.refresh) features.isEmpty = false
  return features
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

/** White space of ASCII: the bytes of other white space are parts of letters elsewhere. */
const SPACE = /[\t\n\f\r ]+/g

/** Elements that show nothing, or only drawings. */
const SKIPPED: ReadonlySet<string> = new Set(['template', 'svg', 'math', 'object', 'datalist'])
const BLOCKS: ReadonlySet<string> = new Set(
  'address article aside blockquote br dd div dl dt footer form h1 h2 h3 h4 h5 h6 header hr li main nav ol p pre section table td th tr ul'.split(
    ' ',
  ),
)
const UNFILLABLE: ReadonlySet<string> = new Set(['hidden', 'submit', 'button', 'image', 'reset'])

/** Fields that captchas add once they are drawn: their boxes to tick, and where they keep their answers. */
const OF_CAPTCHA =
  /\b(id|name)\s*=\s*["']?(altcha|mcaptcha__|cap-token|frc-captcha|g-recaptcha-response|h-captcha-response|cf-turnstile-response)/i

/** Scripts that hold data, which nothing runs. */
const DATA_SCRIPT =
  /type\s*=\s*(?:["']\s*)?(application\/(ld\+)?json|text\/(template|x-|html|ng-template)|speculationrules|importmap)/i

function readRawElement(features: PageFeatures, tag: string, attributes: string, content: string): void {
  if (tag === 'script') {
    const source = attribute(attributes, 'src')
    if (DATA_SCRIPT.test(attributes)) return
    if (source !== undefined) push(features.scriptSources, source)
    else if (features.scriptText.length < MAX_SCRIPT_TEXT) {
      features.scriptText += `${content.slice(0, MAX_SCRIPT_TEXT - features.scriptText.length)}\n`
    }
  } else if (tag === 'title') {
    if (features.title === '') features.title = content.slice(0, 500).replace(SPACE, ' ')
  } else if (tag === 'noscript') {
    if (features.noscriptText.length < RICH_TEXT)
      features.noscriptText += ` ${stripTags(content.slice(0, 2 * RICH_TEXT))}`
  } else if (tag === 'textarea') {
    if (!OF_CAPTCHA.test(attributes)) push(features.fields, 'textarea')
  } else if (tag === 'iframe') {
    push(features.iframeSources, attribute(attributes, 'src') ?? '')
  }
}

function readTag(features: PageFeatures, tag: string, attributes: string): void {
  if (tag === 'a') features.links += /\bhref\s*=/i.test(attributes) ? 1 : 0
  else if (tag === 'img' || tag === 'picture') features.images++
  else if (tag === 'input') {
    const type = attribute(attributes, 'type')?.toLowerCase() ?? 'text'
    if (!UNFILLABLE.has(type) && !OF_CAPTCHA.test(attributes)) push(features.fields, type)
  } else if (tag === 'select') push(features.fields, 'select')
  else if (tag === 'h1' || tag === 'h2') features.headings++
  else if (tag === 'frame') push(features.iframeSources, attribute(attributes, 'src') ?? '')
  else if (tag === 'meta' && features.refresh === undefined && /refresh/i.test(attributes))
    features.refresh = readRefresh(attributes)
}

function readEmptyElement(features: PageFeatures, tag: string, attributes: string): void {
  const id = attribute(attributes, 'id')
  if (id !== undefined) push(features.emptyElements, `#${id}`)
  else if (tag.includes('-')) push(features.emptyElements, tag)
}

function readRefresh(attributes: string): PageFeatures['refresh'] {
  if (attribute(attributes, 'http-equiv')?.toLowerCase() !== 'refresh') return undefined
  const [, seconds, url] =
    /^(\d{1,5})(?:\.\d*)?\s*(?:[;,](.*))?$/is.exec((attribute(attributes, 'content') ?? '').trim()) ?? []
  if (seconds === undefined) return undefined
  return { seconds: Number(seconds), url: unescapeText(bareAddress(url ?? '')) }
}

/** `url='/next'` gives `/next`. */
function bareAddress(written: string): string {
  const address = written.trim().replace(/^url\s*=/i, '')
  return address.trim().replace(/^["']|["']$/g, '')
}

function push(list: string[], value: string): void {
  if (list.length < MAX_LISTED) list.push(value)
}

function stripTags(markup: string): string {
  return unescapeText(markup.replace(/<[^<>]{0,500}>/g, ' '))
    .replace(/\s+/g, ' ')
    .trim()
}

function skipSpace(html: string, from: number): number {
  let at = from
  while (at < html.length && html.charCodeAt(at) <= 0x20) at++
  return at
}
