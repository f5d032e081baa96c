import { ELEMENT, type ParentNode, TEXT } from '@gleaner/extract/dom/node'
import { parseFragment } from '@gleaner/extract/dom/parse'

/** Attributes that are part of what Markdown says. */
const ATTRIBUTES = ['href', 'src', 'alt', 'title', 'start', 'class']
/** Inline elements that Markdown can say. Others stand for their content. */
const INLINES = new Set(['a', 'em', 'strong', 'code', 'img', 'del'])
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
    if (!INLINES.has(child.tag) && !BLOCKS.has(child.tag)) {
      out += write(child, inPre)
      continue
    }
    const attributes = ATTRIBUTES.filter((name) => child.attrs[name]).map(
      (name) => ` ${name}=${JSON.stringify(address(name, child.attrs[name]!))}`,
    )
    const edge = BLOCKS.has(child.tag) ? '\n' : ''
    const inner = write(child, inPre || child.tag === 'pre')
    out += `${edge}<${child.tag}${attributes.join('')}>${edge}${edge ? inner.trim() : inner}${edge}</${child.tag}>${edge}`
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
