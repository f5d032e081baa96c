import { GleanerError, SchemaError } from '../errors.ts'
import type { AnySchema, DataOf } from './data-of.ts'
import type { SchemaIssue, StandardSchema } from './standard-schema.ts'

const TARGET = 'draft-2020-12'

/** The JSON Schema that the API is sent. */
export function jsonSchemaOf(schema: AnySchema): Record<string, unknown> {
  if (!isStandard(schema)) return schema
  const { jsonSchema, vendor } = schema['~standard']
  if (jsonSchema) return jsonSchema.input({ target: TARGET })
  const { toJSONSchema, toJsonSchema } = schema as {
    toJSONSchema?: () => Record<string, unknown>
    toJsonSchema?: () => Record<string, unknown>
  }
  const made = toJSONSchema?.call(schema) ?? toJsonSchema?.call(schema)
  if (made) return made
  throw new GleanerError(
    `This schema of ${vendor} gives no JSON Schema; use a newer version of ${vendor}, or pass a JSON Schema.`,
  )
}

/** The data as the schema reads it; a JSON Schema reads nothing. `result` is what the error carries. */
export async function validated<S extends AnySchema>(
  schema: S,
  data: unknown,
  result: { job_id?: string },
): Promise<DataOf<S>> {
  if (!isStandard(schema)) return data as DataOf<S>
  const read = await schema['~standard'].validate(data)
  if (!read.issues) return read.value as DataOf<S>
  throw new SchemaError(read.issues.map(issueOf), result)
}

function isStandard(schema: AnySchema): schema is StandardSchema {
  return '~standard' in schema
}

function issueOf({ path = [], message }: SchemaIssue) {
  const names = path.map((part) => String(typeof part === 'object' ? part.key : part))
  return { path: names.join('.'), message }
}
