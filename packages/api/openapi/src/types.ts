/** A JSON Schema, or any other object of an OpenAPI document. */
export type Json = { [key: string]: unknown }

/** The parts of an OpenAPI 3.1 document that are read again by its tests and the fuzzer. */
export interface OpenApiDocument extends Json {
  openapi: '3.1.1'
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Json>; responses: Record<string, Json> } & Json
}

export interface Operation extends Json {
  operationId: string
  summary: string
  tags: string[]
  security: Record<string, string[]>[]
  parameters?: Parameter[]
  requestBody?: { required: boolean; content: Record<string, Json & { schema: Json }> }
  responses: Record<string, Json>
}

export interface Parameter extends Json {
  name: string
  in: 'path' | 'query' | 'header'
  required?: boolean
  schema: Json
}
