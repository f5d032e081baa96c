import type { ParentNode } from '../../dom/node.ts'
import { findFirst } from '../../dom/query.ts'
import { textContent } from '../../dom/text.ts'

/** A property of a document by its name in the file's flat XML (`dc:title`); undefined when missing or blank. */
export function readProperty(properties: ParentNode, name: string): string | undefined {
  const found = findFirst(properties, name)
  return found && (textContent(found).trim() || undefined)
}
