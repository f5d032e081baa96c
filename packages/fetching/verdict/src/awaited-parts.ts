/** Longest line that only says that something is being loaded, in characters. */
const LONGEST_LINE = 60

/** Whether a text that stands alone says that content is on its way. Its bytes are read one by one: ASCII only. */
export function isLoadingLine(text: string): boolean {
  return text.length <= LONGEST_LINE && LOADING_LINE.test(text)
}

/** The word alone, or a few more that trail off: "Loading docks" is a heading. */
const LOADING_LINE =
  /^ ?(?:please wait\b.{0,50}|(?:loading|fetching|getting|retrieving|laden|chargement|cargando|carregando|caricamento)(?:[^.&\xe2]{0,40} ?(?:\.{2,3}|&hellip;|&#8230;|&#x2026;|\xe2\x80\xa6))?) ?$/i

/** Whether a text is what a script puts a value in place of. Sources: the documentation of Vue, AngularJS, Handlebars and Jinja. */
export function isPattern(text: string): boolean {
  return text.startsWith('{{') && text.endsWith('}}')
}

/** How many patterns stand in a text, with words around them or without. */
export function countPatterns(text: string): number {
  if (!text.includes('{{')) return 0
  return text.match(/\{\{[^{}]{1,200}\}\}/g)?.length ?? 0
}

/** Whether a framework that works in the browser has its mark on an element. Sources: the documentation of Vue, AngularJS, Alpine and Knockout. */
export function isBound(attributes: string): boolean {
  return BINDING.test(attributes)
}

const BINDING =
  /(?:^|\s)(?:v-(?:bind|cloak|else|for|html|if|model|on|show|text)|(?:data-)?ng-(?:app|bind|class|click|cloak|controller|hide|if|init|model|repeat|show)|x-(?:data|text|show|if|for|bind)|data-bind|[:@](?:class|click|disabled|href|input|key|src|style|submit|value))(?:[.:][\w.:-]*)?(?:\s*=|\s|$)/i

/** Whether a framework writes the element's text, whatever stands there until then. */
export function isWritten(attributes: string): boolean {
  return WRITTEN.test(attributes)
}

const WRITTEN = /(?:^|\s)(?:(?:[vx]-text|(?:data-)?ng-bind)\s*=|data-bind\s*=\s*["'][^"']{0,100}\btext\s*:)/i

/** Whether a text has words: a value that is to be written is none, or a nought. */
export function hasWords(text: string): boolean {
  return /[a-z\x80-\xff]{2}|[1-9]/i.test(text)
}

/** Whether an element has its content brought as soon as the page is open, or is the pattern of a list's rows. */
export function asksForItsContent(tag: string, attributes: string): boolean {
  if (tag === 'astro-island') return /\sclient\s*=\s*["']?only\b/i.test(attributes)
  if (tag === 'turbo-frame') return /\ssrc\s*=\s*["']?[^\s"']/i.test(attributes)
  if (!SIGNS.test(attributes)) return false
  return ROWS.test(attributes) || (/hx-get\s*=/i.test(attributes) && AT_ONCE.test(attributes))
}

const SIGNS = /hx-get|-for\b|ng-repeat|foreach/i
/** Sources: the documentation of Vue, Alpine, AngularJS and Knockout; and of htmx. */
const ROWS =
  /(?:^|\s)(?:[vx]-for|(?:data-)?ng-repeat)\s*=|data-bind\s*=\s*(?:"[^"]{0,200}\bforeach\b|'[^']{0,200}\bforeach\b)/i
const AT_ONCE = /hx-trigger\s*=\s*(?:"[^"]{0,200}|'[^']{0,200})\b(?:load|revealed|intersect)\b/i

/** What a script may find the element by, or what it is. */
export function nameOf(tag: string, id: string | undefined, attributes: string): string | undefined {
  if (id !== undefined) return `#${id}`
  if (tag.includes('-')) return tag
  return attributes.includes('data-') && DATA_ADDRESS.test(attributes) ? '[data]' : undefined
}

/** Addresses of pictures are those of backgrounds. */
const DATA_ADDRESS =
  /\sdata-[\w-]{1,60}\s*=\s*["']?(?:\/|https?:)(?![^\s"']{0,500}\.(?:jpe?g|png|webp|gif|svg|avif|mp4))/i

/** Whether an element is put into a named slot of the custom element around it. */
export function isSlotted(attributes: string): boolean {
  return SLOTTED.test(attributes)
}

const SLOTTED = /(?:^|\s)slot\s*=/i

/** Whether a custom element's shadow content comes with the page. */
export function isDeclaredRoot(tag: string, attributes: string): boolean {
  return tag === 'template' && /shadowrootmode/i.test(attributes)
}
