/** The value of an attribute in a tag's inside; attribute text is bounded by the tag. */
export function attribute(attributes: string, name: string): string | undefined {
  const found = ATTRIBUTES[name]!.exec(attributes)
  return found ? (found[1] ?? found[2] ?? found[3]) : undefined
}

const ATTRIBUTES: Record<string, RegExp> = Object.fromEntries(
  ['src', 'id', 'type', 'content', 'http-equiv'].map((name) => [
    name,
    new RegExp(
      `(?:^|[\\s"'/])${name}\\s*=\\s*(?:"([^"]{0,4000})"|'([^']{0,4000})'|([^\\s"'>]{1,4000}))`,
      'i',
    ),
  ]),
)

const ENTITIES: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  rsquo: '’',
  hellip: '…',
}

/** The character references that occur on block pages: the common names, and all of ASCII by number. */
export function unescapeText(text: string): string {
  return text.replace(/&(#?\w{2,6});/g, (whole, name: string) => {
    const code = Number(name.startsWith('#x') ? `0x${name.slice(2)}` : name.slice(1))
    const isAscii = name.startsWith('#') && code >= 0x20 && code < 0x7f
    return isAscii ? String.fromCharCode(code) : (ENTITIES[name.toLowerCase()] ?? whole)
  })
}

/** Searches that stay linear over the whole page: what was not found once is not searched for again. */
export function createSeeker(html: string, lower: string) {
  const missing = new Set<string>()

  function find(needle: string, from: number): number {
    if (missing.has(needle)) return -1
    const found = lower.indexOf(needle, from)
    if (found < 0) missing.add(needle)
    return found
  }

  return {
    after(needle: string, from: number): number {
      const found = find(needle, from)
      return found < 0 ? html.length : found + needle.length
    },
    closing(tag: string, from: number): number {
      const found = find(`</${tag}`, from)
      return found < 0 ? html.length : found
    },
    /** The place after a tag's `>`, quoted values skipped. */
    tagEnd(open: number): number {
      let at = open + 1
      for (;;) {
        const char = html.charCodeAt(at)
        if (Number.isNaN(char)) return html.length
        if (char === 0x3e) return at + 1
        if ((char === 0x22 || char === 0x27) && isValueStart(html, at)) {
          const close = find(char === 0x22 ? '"' : "'", at + 1)
          if (close < 0) return this.after('>', at)
          at = close
        }
        at++
      }
    },
  }
}

/** A quote opens a value only behind `=`: stray quotes in tags must not swallow the page. */
function isValueStart(html: string, quote: number): boolean {
  let at = quote - 1
  while (html.charCodeAt(at) <= 0x20) at--
  return html.charCodeAt(at) === 0x3d
}
