import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { Json, OpenApiDocument, Operation } from '../../packages/api/openapi/src/types.ts'
import { ROOT } from '../reference/root.ts'

/** What is used of it: declarations in, declarations out. */
interface OpenapiTypescript {
  default(document: object): Promise<Declaration[]>
  astToString(nodes: Declaration[]): string
}

interface Declaration {
  name?: { text?: string }
}

/** The types of the document's schemas and operations, by openapi-typescript. */
export async function schemaFile(document: OpenApiDocument): Promise<string> {
  const { default: openapiTypescript, astToString } = loadOpenapiTypescript()
  const nodes = await openapiTypescript(openObjects(withoutNoise(document)) as Json)
  // The same again by their paths.
  return astToString(nodes.filter((node) => node.name?.text !== 'paths'))
}

/** A tool of the client's package, not of these scripts. */
function loadOpenapiTypescript(): OpenapiTypescript {
  return createRequire(join(ROOT, 'clients/typescript/package.json'))('openapi-typescript')
}

/** What no method's type needs: errors, headers, examples, other forms of a body. */
function withoutNoise(document: OpenApiDocument): Json {
  const paths = Object.entries(document.paths).map(([path, item]) => [
    path,
    Object.fromEntries(Object.entries(item).map(([method, operation]) => [method, trim(operation)])),
  ])
  const { schemas } = document.components
  return structuredClone({ ...document, paths: Object.fromEntries(paths), components: { schemas } })
}

/** An object of which nothing is said holds anything; openapi-typescript takes it for one that holds nothing. */
function openObjects(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(openObjects)
  if (typeof value !== 'object' || value === null) return value
  const copy = Object.fromEntries(Object.entries(value).map(([key, part]) => [key, openObjects(part)]))
  const isOpen = copy.type === 'object' && !('properties' in copy) && !('additionalProperties' in copy)
  return isOpen ? { ...copy, additionalProperties: true } : copy
}

function trim({ requestBody, responses, parameters = [], ...operation }: Operation): Json {
  const json = requestBody?.content['application/json']
  const successes = Object.entries(responses).filter(([status]) => status.startsWith('2'))
  return {
    operationId: operation.operationId,
    summary: operation.summary,
    parameters: parameters.filter((parameter) => parameter.in !== 'header'),
    ...(json && {
      requestBody: {
        required: requestBody?.required,
        content: { 'application/json': { schema: json.schema } },
      },
    }),
    responses: Object.fromEntries(
      successes.map(([status, { description, content }]) => [status, { description, content }]),
    ),
  }
}
