import type { Json, OpenApiDocument } from '../../packages/api/openapi/src/types.ts'
import { componentOf } from './types.ts'

/** The components that replies, events and webhooks hold, and those that requests do; some are both. */
export function usedComponents(document: OpenApiDocument): { replied: string[]; requested: string[] } {
  const operations = Object.values(document.paths).flatMap((path) => Object.values(path))
  const events = Object.values(document.webhooks as Record<string, { post: Json }>).map(
    ({ post }) => post.requestBody,
  )
  const refused = Object.values(document.components.responses)
  return {
    replied: reachable(document, [operations.map(({ responses }) => responses), events, refused]),
    requested: reachable(
      document,
      operations.map(({ requestBody }) => requestBody),
    ),
  }
}

function reachable(document: OpenApiDocument, from: unknown): string[] {
  const found = new Set<string>()
  const pending = refsOf(from)
  for (let name = pending.pop(); name !== undefined; name = pending.pop()) {
    if (found.has(name)) continue
    found.add(name)
    pending.push(...refsOf(document.components.schemas[name]))
  }
  return [...found].sort()
}

export function refsOf(value: unknown): string[] {
  const refs = JSON.stringify(value ?? null).matchAll(/"\$ref":"(#\/components\/schemas\/[^"]+)"/g)
  return [...refs].map(([, ref]) => componentOf(ref!))
}
