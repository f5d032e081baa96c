import { decodeHTML } from 'entities'

const ENTITY = /&(?:#\d{1,6}|#x[\da-f]{1,6}|[a-z][a-z\d]{1,30});/i
/** Half of the shops escape the text of their JSON-LD for HTML, some of them twice. */
const MOST_ESCAPES = 2
/** Elements that people write texts with; anything else in angle brackets may be the text itself. */
const NAMES =
  'a|abbr|b|big|blockquote|br|center|cite|code|div|em|font|h[1-6]|hr|i|iframe|img|ins|li|mark|ol|p|pre|s|section|small|span|strong|sub|sup|table|tbody|td|th|thead|tr|u|ul'
const TAG = new RegExp(`</?(${NAMES})(?:\\s[^<>]{0,2000})?/?>`, 'gi')
const BLOCK = /^(?:blockquote|br|center|div|h[1-6]|hr|li|ol|p|pre|section|table|tr|ul)$/i

/** The text of a declared value as a reader would see it: entities decoded, and no tags; what stands in blocks of its own is in lines. */
export function plainText(value: string): string {
  let text = value
  for (let times = 0; times < MOST_ESCAPES && text.includes('&') && ENTITY.test(text); times++)
    text = decodeHTML(text)
  if (!text.includes('<')) return text.trim()
  const bare = text.replace(TAG, (_, name: string) => (BLOCK.test(name) ? '\n' : ''))
  return bare === text
    ? text.trim()
    : bare
        .replace(/[ \t\u00a0]+/g, ' ')
        .replace(/ ?\n[\n ]*/g, '\n')
        .trim()
}
