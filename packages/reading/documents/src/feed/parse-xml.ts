import { decodeXML } from 'entities'

/** Deepest nesting that is read; the parser's objects are walked by recursion. */
const MAX_DEPTH = 256

/** XML as plain objects: attributes as `@name`, text beside them as `#text`. Undefined for what does not parse. */
export async function parseXml(text: string): Promise<Record<string, unknown> | undefined> {
  if (depthOf(text) > MAX_DEPTH) return undefined
  const { XMLParser } = await import('fast-xml-parser')
  const parser = new XMLParser({
    ignoreAttributes: false,
    attributeNamePrefix: '@',
    parseTagValue: false,
    parseAttributeValue: false,
    trimValues: true,
    // Entities of a document's own making can grow without bound; the five of XML and numbers are decoded here.
    processEntities: false,
    tagValueProcessor: (_, value) => decodeXML(value),
    attributeValueProcessor: (_, value) => decodeXML(value),
  })
  try {
    const parsed: unknown = parser.parse(withoutDoctype(text))
    const roots = Object.keys(parsed as object).filter((name) => !name.startsWith('?'))
    return roots.length > 0 ? (parsed as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}

/** Without the first document type declaration, and the entities that it declares between brackets. */
function withoutDoctype(text: string): string {
  const start = text.search(/<!DOCTYPE/i)
  if (start < 0) return text
  const bracket = text.indexOf('[', start)
  const end = text.indexOf('>', start)
  const hasSubset = bracket >= 0 && bracket < end
  const close = hasSubset ? text.indexOf('>', text.indexOf(']', bracket)) : end
  return close < 0 || (hasSubset && !text.includes(']', bracket))
    ? text
    : text.slice(0, start) + text.slice(close + 1)
}

/** The deepest nesting of tags, roughly: comments and CDATA may count, which errs on the safe side. */
function depthOf(text: string): number {
  let depth = 0
  let deepest = 0
  for (const [tag] of text.matchAll(/<\/?[A-Za-z_][^<>]*>/g)) {
    if (tag.startsWith('</')) depth--
    else if (!tag.endsWith('/>')) deepest = Math.max(deepest, ++depth)
  }
  return deepest
}
