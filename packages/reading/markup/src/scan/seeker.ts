/**
 * Searches that stay linear over the whole page: what was not found once is not searched for again. `lower` is `html`
 * with its ASCII letters in lower case (`lowerAscii`), so that places in both are the same.
 */
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

/** Lower case without a change of length, which some letters beyond ASCII would bring. */
export function lowerAscii(text: string): string {
  const lower = text.toLowerCase()
  return lower.length === text.length ? lower : text.replace(/[A-Z]+/g, (run) => run.toLowerCase())
}

/** A quote opens a value only behind `=`: stray quotes in tags must not swallow the page. */
function isValueStart(html: string, quote: number): boolean {
  let at = quote - 1
  while (html.charCodeAt(at) <= 0x20) at--
  return html.charCodeAt(at) === 0x3d
}
