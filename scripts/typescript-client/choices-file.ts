import type { Json, OpenApiDocument, Operation } from '../../packages/api/openapi/src/types.ts'

/** Fields of fields are looked at so deep: `cost_controls.max_tier`. */
const DEPTH = 2

/** The words that fields of requests may hold, by operation and by the field's path with dots. */
export function choicesFile(document: OpenApiDocument): string {
  const operations = Object.values(document.paths).flatMap((path) => Object.values(path))
  const table = Object.fromEntries(
    operations
      .map((operation): [string, Json] => [operation.operationId, choicesOf(operation, document)])
      .filter(([, choices]) => Object.keys(choices).length > 0),
  )
  return `/** The words that fields of requests may hold, by operation and field, for those who offer or check them. */
export const CHOICES = ${JSON.stringify(table)} as const
`
}

function choicesOf({ parameters = [], requestBody }: Operation, document: OpenApiDocument): Json {
  const found: Json = {}
  for (const { name, in: place, schema } of parameters) if (place === 'query') visit(name, schema, DEPTH)
  visit('', requestBody?.content['application/json']?.schema ?? {}, DEPTH + 1)
  return found

  function visit(path: string, given: Json, depth: number): void {
    const schema = resolve(given, document)
    const words = wordsOf(schema)
    if (words.length > 0) found[path] = words
    if (depth === 0) return
    for (const [name, property] of Object.entries((schema.properties ?? {}) as Record<string, Json>))
      visit(path === '' ? name : `${path}.${name}`, property, depth - 1)
  }

  /** Of a list those of its entries. */
  function wordsOf(schema: Json): string[] {
    const parts = [schema.items, schema.anyOf, schema.oneOf].flat() as (Json | undefined)[]
    const own = ((schema.enum as unknown[] | undefined) ?? []).filter((word) => typeof word === 'string')
    const inner = parts.flatMap((part) => (part ? wordsOf(resolve(part, document)) : []))
    return [...new Set([...(own as string[]), ...inner])]
  }
}

function resolve(schema: Json, document: OpenApiDocument): Json {
  if (typeof schema.$ref !== 'string') return schema
  return resolve(document.components.schemas[schema.$ref.split('/').at(-1)!]!, document)
}
