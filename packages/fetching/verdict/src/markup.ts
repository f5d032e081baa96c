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
