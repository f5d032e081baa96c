import { RE2JS } from 're2js'
import { isSchema, lookUp, type Schema } from './resolve-ref.ts'

export interface SchemaIssue {
  /** Where in the schema, as a dotted path; empty for its root. */
  path: string
  message: string
}

const MOST_PATTERNS = 100
const PATTERN_CHARS = 1_000
/** Levels of the schema with its references followed; the contract bounds them as written. */
const MAX_LEVELS = 64
/** Keywords whose values are data, not schemas. */
const DATA_KEYWORDS = new Set([
  'const',
  'default',
  'enum',
  'example',
  'examples',
  'required',
  'title',
  'description',
  '$comment',
  '$ref',
])
/** Keywords whose value maps names to schemas: a property may be called `pattern`. */
const MAPS = new Set(['properties', '$defs', 'definitions', 'patternProperties', 'dependentSchemas'])
/** Keywords whose value is one schema, or several. */
const SCHEMAS = new Set(['items', 'additionalProperties', 'not', 'allOf', 'anyOf', 'oneOf', 'prefixItems'])
const TYPES = new Set(['string', 'number', 'integer', 'boolean', 'object', 'array', 'null'])

interface Check {
  root: Schema
  issues: SchemaIssue[]
  patterns: number
  /** Schemas whose whole content was checked. */
  done: Set<Schema>
}

/**
 * What makes a caller's extraction schema unusable: remote, dangling or circular references, patterns that the linear-time
 * engine cannot run, unknown types, and what stands where a schema belongs. Never throws; empty when all is well. At most twenty issues.
 */
export function checkExtractionSchema(schema: Schema): SchemaIssue[] {
  const check: Check = { root: schema, issues: [], patterns: 0, done: new Set() }
  visit(check, schema, '', new Set(), false)
  if (check.patterns > MOST_PATTERNS)
    check.issues.push({ path: '', message: `has more than ${MOST_PATTERNS} patterns` })
  return check.issues.slice(0, 20)
}

/** Depth first, references followed; `above` holds the schemas that are being looked into, and bounds the recursion. */
function visit(check: Check, value: unknown, path: string, above: Set<unknown>, isMap: boolean): void {
  if (typeof value !== 'object' || value === null || check.issues.length >= 20) return
  if (above.size > MAX_LEVELS) {
    check.issues.push({
      path,
      message: `is nested deeper than ${MAX_LEVELS} levels with its references followed`,
    })
    return
  }
  if (isSchema(value) && check.done.has(value)) return
  above.add(value)
  if (isSchema(value) && !isMap) checkKeywords(check, value, path, above)
  for (const [key, child] of Object.entries(value)) {
    if (!isMap && DATA_KEYWORDS.has(key)) continue
    visit(check, child, path ? `${path}.${key}` : key, above, !isMap && MAPS.has(key))
  }
  above.delete(value)
  if (isSchema(value)) check.done.add(value)
}

function checkKeywords(check: Check, schema: Schema, path: string, above: Set<unknown>): void {
  const at = (key: string) => (path ? `${path}.${key}` : key)
  const issue = (key: string, message: string) => check.issues.push({ path: at(key), message })
  if (schema.type !== undefined) {
    const unknown = [schema.type].flat().find((name) => typeof name !== 'string' || !TYPES.has(name))
    if (unknown !== undefined)
      issue('type', `${JSON.stringify(unknown).slice(0, 100)} is no JSON Schema type`)
  }
  for (const [key, entry] of Object.entries(schema)) checkShape(key, entry, issue)
  const patterns = [
    schema.pattern,
    ...(isSchema(schema.patternProperties) ? Object.keys(schema.patternProperties) : []),
  ]
  for (const pattern of patterns.filter((entry) => entry !== undefined)) {
    check.patterns += 1
    const fault = check.patterns > MOST_PATTERNS ? undefined : patternFault(pattern)
    if (fault) issue(pattern === schema.pattern ? 'pattern' : 'patternProperties', fault)
  }
  if (schema.$ref !== undefined) followRef(check, schema.$ref, at('$ref'), above)
}

/** JSON Schema knows two kinds of schema: an object, and `true` or `false`. */
function checkShape(key: string, value: unknown, issue: (key: string, message: string) => void): void {
  if (MAPS.has(key)) {
    if (!isSchema(value)) issue(key, 'must be an object of names and their schemas')
    else
      for (const [name, entry] of Object.entries(value))
        if (!isSchema(entry) && typeof entry !== 'boolean')
          issue(`${key}.${name}`, 'must be a schema: an object, true or false')
  } else if (SCHEMAS.has(key)) {
    const isEach = [value].flat().every((entry) => isSchema(entry) || typeof entry === 'boolean')
    if (!isEach) issue(key, 'must be a schema: an object, true or false')
  }
}

function followRef(check: Check, ref: unknown, path: string, above: Set<unknown>): void {
  const issue = (message: string) => check.issues.push({ path, message })
  if (typeof ref !== 'string') {
    issue('must be a string')
    return
  }
  const shown = JSON.stringify(ref.slice(0, 100))
  if (!ref.startsWith('#')) {
    issue(`the remote reference ${shown} is not followed; only "#/..." is`)
    return
  }
  const target = lookUp(ref, check.root)
  if (!isSchema(target) && target !== true) issue(`${shown} names no schema`)
  else if (above.has(target))
    issue(`${shown} refers to a schema that contains it; recursive schemas are not supported`)
  else visit(check, target, path, above, false)
}

function patternFault(pattern: unknown): string | undefined {
  if (typeof pattern !== 'string') return 'must be a string'
  if (pattern.length > PATTERN_CHARS) return `is longer than ${PATTERN_CHARS} characters`
  try {
    RE2JS.compile(RE2JS.translateRegExp(pattern))
    return undefined
  } catch {
    return 'is a pattern that cannot be matched in linear time (no look-around, no back references)'
  }
}
