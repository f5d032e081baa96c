/** The value of an attribute in a tag's inside; attribute text is bounded by the tag. */
export function attribute(attributes: string, name: string): string | undefined {
  const found = ATTRIBUTES[name]!.exec(attributes)
  return found ? (found[1] ?? found[2] ?? found[3]) : undefined
}

const ATTRIBUTES: Record<string, RegExp> = Object.fromEntries(
  ['src', 'id', 'class', 'type', 'content', 'http-equiv'].map((name) => [
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
