const MOST = 10

/** The language tags of an `Accept-Language` header (RFC 9110, 12.5.4) by their weight, the best first, in canonical form; what is wrong with it where it is none. */
export function languageTags(header: string): string[] | string {
  const parts = header.split(',').map((part, index) => ({ ...readPart(part), index }))
  const tags = parts
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight || a.index - b.index)
    .flatMap(({ tag }) => tag ?? [])
  if (parts.some(({ tag }) => tag === undefined) || tags.length === 0)
    return 'must be a list of languages such as "fr-CH, fr;q=0.9, en;q=0.8"'
  return tags.length > MOST ? `must have at most ${MOST} languages` : [...new Set(tags)]
}

function readPart(part: string): { tag: string | undefined; weight: number } {
  const [, written, weight = '1'] =
    /^\s*([a-z]{2,3}(?:-[a-z0-9]{2,8})*)\s*(?:;\s*q=\s*([01](?:\.\d{0,3})?)\s*)?$/i.exec(part) ?? []
  return { tag: written && canonical(written), weight: Math.min(1, Number(weight)) }
}

function canonical(tag: string): string | undefined {
  try {
    return Intl.getCanonicalLocales(tag)[0]
  } catch {
    return undefined
  }
}
