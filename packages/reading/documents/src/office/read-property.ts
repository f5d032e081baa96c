import { findFirst, type ParentNode, textContent } from '@gleaner/markup'

/** A property of a document by its name in the file's flat XML (`dc:title`); undefined when missing or blank. */
export function readProperty(properties: ParentNode, name: string): string | undefined {
  const found = findFirst(properties, name)
  return found && (textContent(found).trim() || undefined)
}
