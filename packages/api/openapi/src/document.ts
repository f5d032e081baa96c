import { API_ROOT, ENDPOINTS, type Endpoint } from '@gleaner/contracts'
import { AREAS, byArea } from './areas.ts'
import { documentedPath } from './documented-path.ts'
import { errorExamples } from './errors.ts'
import { headerComponents } from './headers.ts'
import { operationOf } from './operation.ts'
import { errorResponses } from './responses.ts'
import { createSchemas } from './schemas.ts'
import { SECURITY_SCHEMES } from './security.ts'
import { DESCRIPTION } from './text.ts'
import type { OpenApiDocument, Operation } from './types.ts'
import { webhooksOf } from './webhooks.ts'

export { documentedPath } from './documented-path.ts'
export type { Json, OpenApiDocument, Operation, Parameter } from './types.ts'

export interface DocumentOptions {
  /** Where the API is reached from outside, without the API's root. */
  publicUrl: string
  endpoints?: Record<string, Endpoint>
  /** Closes the objects of replies, so that an undeclared field is a fault. Published, they are open: fields may be added. */
  closed?: boolean
}

/** The OpenAPI 3.1 document of the API, made of the endpoints' declarations. */
export function createDocument({
  publicUrl,
  endpoints = ENDPOINTS,
  closed = false,
}: DocumentOptions): OpenApiDocument {
  const schemas = createSchemas(endpoints, { closed })
  const paths: Record<string, Record<string, Operation>> = {}
  for (const [name, endpoint] of Object.entries(endpoints).sort(byArea)) {
    const path = documentedPath(endpoint)
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operationOf(name, endpoint, schemas) }
  }
  const used = new Set(
    Object.values(paths).flatMap((path) => Object.values(path).flatMap(({ tags }) => tags)),
  )
  return {
    openapi: '3.1.1',
    info: { title: 'Gleaner', version: 'v1', summary: 'Web scraping over HTTP.', description: DESCRIPTION },
    servers: [{ url: `${publicUrl.replace(/\/$/, '')}${API_ROOT}` }],
    tags: AREAS.filter(({ name }) => used.has(name)).map(({ name, about }) => ({ name, description: about })),
    paths,
    webhooks: webhooksOf(schemas),
    components: {
      schemas: schemas.components,
      responses: errorResponses(endpoints, schemas),
      securitySchemes: SECURITY_SCHEMES,
      headers: headerComponents(),
      examples: errorExamples(),
    },
  }
}
