import { attribute, createSeeker, unescapeText } from './markup.ts'
import type { Answer } from './verdict.ts'
import type { WallTalk } from './wall-talk.ts'

/** What a verdict looks at in a page, gathered in one bounded pass. Nothing here can be made slow by a page. */
export interface PageView {
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
  /** What its words amount to, once a rule has asked. */
  heard?: WallTalk
  /** The page has a `body` or at least one tag. */
  isMarkup: boolean
}

/** A page with this much text is content, whatever scripts it carries. */
export const RICH_TEXT = 6_000
/** Most pages are rich before this; the others are read on, and what is longer still is no wall and no shell. */
const FIRST_BYTES = 96 * 1024
const MOST_BYTES = 1536 * 1024
/** What is kept of each script for the search of markers: walls put their settings at the start or at the end. */
const SCRIPT_START = 8 * 1024
const SCRIPT_END = 1024
const MAX_TAG = 1024
const MAX_SCRIPT_TEXT = 64 * 1024
const MAX_LISTED = 100

/**
 * Views an answer's page. Its structure is ASCII in every charset of the web, so bytes are read as they are, and only
 * the little text that is kept is decoded.
 */
export function viewAnswer({ body, headers }: Answer): PageView {
  const given = Buffer.from(body.buffer, body.byteOffset, body.length)
  const bytes = given[0] === 0xff && given[1] === 0xfe ? Buffer.from(given.toString('utf16le')) : given
  const decode = decoderFor(bytes, headers['content-type'] ?? '')
  const first = viewPage(bytes.toString('latin1', 0, FIRST_BYTES), decode)
  if (first.text.length >= RICH_TEXT / 2 || bytes.length <= FIRST_BYTES) return first
  const whole = viewPage(bytes.toString('latin1', 0, MOST_BYTES), decode)
  return { ...whole, isWhole: bytes.length <= MOST_BYTES }
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
export function viewPage(html: string, decode: Decode = (latin1) => latin1): PageView {
  const lower = html.toLowerCase()
  const view: PageView = {
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
    view.isMarkup = true
    const attributes = html.slice(open + 1 + tag.length, end - 1)
    markup.push(html.slice(open, Math.min(end, open + MAX_TAG)))
    if (RAW_TEXT.has(tag)) {
      const close = seek.closing(tag, end)
      const content = html.slice(end, close)
      at = seek.after('>', close)
      readRawElement(view, tag, attributes, content)
      if (tag !== 'style')
        markup.push(content.slice(0, SCRIPT_START), content.slice(SCRIPT_START).slice(-SCRIPT_END))
      continue
    }
    // A declarative shadow root is shown.
    const isShown = tag === 'template' && /shadowrootmode/i.test(attributes)
    if (SKIPPED.has(tag) && skipUntil === '' && !isShown) skipUntil = tag
    readTag(view, tag, attributes)
    const closes = lower.startsWith(`</${tag}`, skipSpace(html, end))
    if (closes) readEmptyElement(view, tag, attributes)
    if (BLOCKS.has(tag)) addBreak()
  }
  // Markers are only searched on pages with little text.
  if (textLength < RICH_TEXT) view.markup = markup.join('\n')
  view.lines = unescapeText(decode(text.join('')))
  view.text = view.lines.replace(/\s+/g, ' ').trim()
  view.title = unescapeText(decode(view.title)).trim()
  view.noscriptText = unescapeText(decode(view.noscriptText)).trim()
  return view
}

/** White space of ASCII: the bytes of other white space are parts of letters elsewhere. */
const SPACE = /[\t\n\f\r ]+/g

/** Elements whose content is not markup; a noscript is read as the text of its own markup. */
const RAW_TEXT: ReadonlySet<string> = new Set([
  'script',
  'style',
  'title',
  'textarea',
  'noscript',
  'xmp',
  'iframe',
])
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

function readRawElement(view: PageView, tag: string, attributes: string, content: string): void {
  if (tag === 'script') {
    const source = attribute(attributes, 'src')
    if (DATA_SCRIPT.test(attributes)) return
    if (source !== undefined) push(view.scriptSources, source)
    else if (view.scriptText.length < MAX_SCRIPT_TEXT) {
      view.scriptText += `${content.slice(0, MAX_SCRIPT_TEXT - view.scriptText.length)}\n`
    }
  } else if (tag === 'title') {
    if (view.title === '') view.title = content.slice(0, 500).replace(SPACE, ' ')
  } else if (tag === 'noscript') {
    if (view.noscriptText.length < RICH_TEXT)
      view.noscriptText += ` ${stripTags(content.slice(0, 2 * RICH_TEXT))}`
  } else if (tag === 'textarea') {
    if (!OF_CAPTCHA.test(attributes)) push(view.fields, 'textarea')
  } else if (tag === 'iframe') {
    push(view.iframeSources, attribute(attributes, 'src') ?? '')
  }
}

function readTag(view: PageView, tag: string, attributes: string): void {
  if (tag === 'a') view.links += /\bhref\s*=/i.test(attributes) ? 1 : 0
  else if (tag === 'img' || tag === 'picture') view.images++
  else if (tag === 'input') {
    const type = attribute(attributes, 'type')?.toLowerCase() ?? 'text'
    if (!UNFILLABLE.has(type) && !OF_CAPTCHA.test(attributes)) push(view.fields, type)
  } else if (tag === 'select') push(view.fields, 'select')
  else if (tag === 'h1' || tag === 'h2') view.headings++
  else if (tag === 'frame') push(view.iframeSources, attribute(attributes, 'src') ?? '')
  else if (tag === 'meta' && view.refresh === undefined && /refresh/i.test(attributes))
    view.refresh = readRefresh(attributes)
}

function readEmptyElement(view: PageView, tag: string, attributes: string): void {
  const id = attribute(attributes, 'id')
  if (id !== undefined) push(view.emptyElements, `#${id}`)
  else if (tag.includes('-')) push(view.emptyElements, tag)
}

function readRefresh(attributes: string): PageView['refresh'] {
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
