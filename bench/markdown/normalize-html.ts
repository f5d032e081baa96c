import { ELEMENT, type ParentNode, parseFragment, TEXT } from '@gleaner/markup'

/** Attributes that are part of what Markdown says. */
const ATTRIBUTES = ['href', 'src', 'alt', 'title', 'start', 'class']
/** Inline elements that Markdown can say. Others stand for their content. */
const INLINES = new Set(['a', 'em', 'strong', 'code', 'img', 'del'])
/** Elements that every browser shows as it shows another, by the standard's own style sheet. */
const SHOWN_ALIKE: Readonly<Record<string, string>> = { b: 'strong', i: 'em', s: 'del', strike: 'del' }
/** Elements that show nothing at all when nothing is in them but white space. */
const NOTHING_WHEN_EMPTY = new Set(['a', 'em', 'strong', 'del', 'p'])
const BLOCKS = new Set([
  'p',
  'ul',
  'ol',
  'li',
  'blockquote',
  'pre',
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'hr',
  'br',
  'div',
  'table',
  'tr',
  'td',
  'th',
  'thead',
  'tbody',
])

/** The structure of a piece of HTML, written so that two pieces of the same structure give the same string. */
export function normalizeHtml(html: string): string {
  return write(parseFragment(html), false)
    .replace(/\s*\n\s*/g, '\n')
    .replace(/ {2,}/g, ' ')
    .trim()
}

function write(parent: ParentNode, inPre: boolean): string {
  let out = ''
  for (const child of parent.children) {
    if (child.type === TEXT) out += inPre ? JSON.stringify(child.value) : child.value.replace(/\s+/g, ' ')
    if (child.type !== ELEMENT) continue
    const tag = SHOWN_ALIKE[child.tag] ?? child.tag
    const inner = write(child, inPre || tag === 'pre')
    const isShown = inner.trim() !== '' || !NOTHING_WHEN_EMPTY.has(tag)
    if (!isShown || (!INLINES.has(tag) && !BLOCKS.has(tag))) {
      out += inner
      continue
    }
    const attributes = ATTRIBUTES.filter((name) => child.attrs[name]).map(
      (name) => ` ${name}=${JSON.stringify(address(name, child.attrs[name]!))}`,
    )
    const edge = BLOCKS.has(tag) ? '\n' : ''
    out += `${edge}<${tag}${attributes.join('')}>${edge}${edge ? inner.trim() : inner}${edge}</${tag}>${edge}`
  }
  return out.replace(/ *\n */g, '\n')
}

function address(name: string, value: string): string {
  return name === 'href' || name === 'src' ? decodeSafely(value) : value.replace(/\s+/g, ' ').trim()
}

function decodeSafely(value: string): string {
  try {
    return decodeURIComponent(value)
  } catch {
    return value
  }
}
