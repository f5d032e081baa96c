import { nextTurn } from '@gleaner/runtime/fair-turns'
import { isObject } from '@gleaner/runtime/is-object'
import { RE2JS } from 're2js'
import { patternCost } from './pattern-cost.ts'
import { lookUp, type Schema } from './resolve-ref.ts'
import { expandShorthand } from './shorthand.ts'

export interface SchemaIssue {
  /** Where in the schema, as a dotted path; empty for its root. */
  path: string
  message: string
}

const MOST_PATTERNS = 100
const PATTERN_CHARS = 1_000
/** Steps (see pattern-cost.ts) of one pattern, and of all in a schema: 10 and 20 ms of compiling. */
const PATTERN_STEPS = 5_000
const ALL_PATTERNS_STEPS = 10_000
/** Compiled in one go before the event loop turns: 2 ms. */
const STEPS_A_TURN = 1_000
const MOST_ISSUES = 20
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

interface SchemaPattern {
  /** The first place that it stands at. */
  path: string
  /** In the notation of the linear-time engine. */
  translated: string
  steps: number
}

/** Steps that the patterns of several schemas may come to together; what each takes is taken off. */
export interface PatternBudget {
  steps: number
}

interface Check {
  root: Schema
  issues: SchemaIssue[]
  /** Patterns in the order of the schema; each text once. */
  patterns: Map<string, SchemaPattern>
  /** How many there are, the same text counted each time. */
  patternCount: number
  /** What references name: looking an anchor up takes a walk through all definitions. */
  targets: Map<string, unknown>
  /** Schemas whose whole content was checked. */
  done: Set<Schema>
}

/**
 * What makes a caller's extraction schema unusable: remote, dangling or circular references, patterns that the linear-time
 * engine cannot run or that are too large for it, unknown types, and what stands where a schema belongs. Never throws;
 * empty when all is well. At most twenty issues. Patterns are compiled last, once all else is in order and their size is
 * known, and the event loop turns in between. `budget`: what is left for the patterns of this schema and of others that are checked with it.
 */
export async function checkExtractionSchema(
  written: Schema,
  budget: PatternBudget = { steps: ALL_PATTERNS_STEPS },
): Promise<SchemaIssue[]> {
  const schema = expandShorthand(written)
  const check: Check = {
    root: schema,
    issues: [],
    patterns: new Map(),
    patternCount: 0,
    targets: new Map(),
    done: new Set(),
  }
  visit(check, schema, '', new Set(), false)
  checkPatternSizes(check, budget)
  if (check.issues.length === 0) await compilePatterns(check)
  return check.issues.slice(0, MOST_ISSUES)
}

function checkPatternSizes({ issues, patterns, patternCount }: Check, budget: PatternBudget): void {
  if (patternCount > MOST_PATTERNS)
    issues.push({ path: '', message: `has more than ${MOST_PATTERNS} patterns` })
  let total = 0
  for (const { path, steps } of patterns.values()) {
    total += steps
    if (steps > PATTERN_STEPS)
      issues.push({ path, message: tooLarge('this pattern comes', steps, PATTERN_STEPS) })
    else if (total > ALL_PATTERNS_STEPS) {
      issues.push({ path, message: tooLarge("the schema's patterns come", total, ALL_PATTERNS_STEPS) })
      return
    }
  }
  if (total > budget.steps)
    issues.push({
      path: '',
      message: 'has patterns that are too large together with those of the schemas before it',
    })
  budget.steps -= total
}

function tooLarge(which: string, steps: number, most: number): string {
  const figure = steps >= 1e6 ? 'more than a million' : steps.toLocaleString('en')
  return `is too large: with repetitions such as {1000} written out, ${which} to ${figure} steps of at most ${most.toLocaleString('en')}`
}

async function compilePatterns({ issues, patterns }: Check): Promise<void> {
  let steps = 0
  for (const pattern of patterns.values()) {
    const fault = compileFault(pattern.translated)
    if (fault) issues.push({ path: pattern.path, message: fault })
    steps += pattern.steps
    if (steps < STEPS_A_TURN) continue
    steps = 0
    await nextTurn()
  }
}

/** Depth first, references followed; `above` holds the schemas that are being looked into, and bounds the recursion. */
function visit(check: Check, value: unknown, path: string, above: Set<unknown>, isMap: boolean): void {
  if (typeof value !== 'object' || value === null || check.issues.length >= MOST_ISSUES) return
  if (above.size > MAX_LEVELS) {
    check.issues.push({
      path,
      message: `is nested deeper than ${MAX_LEVELS} levels with its references followed`,
    })
    return
  }
  if (isObject(value) && check.done.has(value)) return
  above.add(value)
  if (isObject(value) && !isMap) checkKeywords(check, value, path, above)
  for (const [key, child] of Object.entries(value)) {
    if (!isMap && DATA_KEYWORDS.has(key)) continue
    visit(check, child, path ? `${path}.${key}` : key, above, !isMap && MAPS.has(key))
  }
  above.delete(value)
  if (isObject(value)) check.done.add(value)
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
    ...(isObject(schema.patternProperties) ? Object.keys(schema.patternProperties) : []),
  ]
  for (const pattern of patterns.filter((entry) => entry !== undefined)) {
    const key = pattern === schema.pattern ? 'pattern' : 'patternProperties'
    const fault = notePattern(check, pattern, at(key))
    if (fault) issue(key, fault)
  }
  if (schema.$ref !== undefined) followRef(check, schema.$ref, at('$ref'), above)
}

/** JSON Schema knows two kinds of schema: an object, and `true` or `false`. */
function checkShape(key: string, value: unknown, issue: (key: string, message: string) => void): void {
  if (MAPS.has(key)) {
    if (!isObject(value)) issue(key, 'must be an object of names and their schemas')
    else
      for (const [name, entry] of Object.entries(value))
        if (!isObject(entry) && typeof entry !== 'boolean') issue(`${key}.${name}`, NO_SCHEMA)
  } else if (SCHEMAS.has(key)) {
    const isEach = [value].flat().every((entry) => isObject(entry) || typeof entry === 'boolean')
    if (!isEach) issue(key, NO_SCHEMA)
  }
}

const NO_SCHEMA =
  'must be a schema, such as {"type": "string"}, or the name of a type: "string", "number", "integer", "boolean", "date", "url", "object", "array", "string[]"'

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
  const target = targetOf(check, ref)
  if (!isObject(target) && target !== true) issue(`${shown} names no schema`)
  else if (above.has(target))
    issue(`${shown} refers to a schema that contains it; recursive schemas are not supported`)
  else visit(check, target, path, above, false)
}

function targetOf({ targets, root }: Check, ref: string): unknown {
  if (!targets.has(ref)) targets.set(ref, lookUp(ref, root))
  return targets.get(ref)
}

/** Keeps a pattern for compiling; says what is wrong with it before that. */
function notePattern(check: Check, pattern: unknown, path: string): string | undefined {
  if (typeof pattern !== 'string') return 'must be a string'
  if (pattern.length > PATTERN_CHARS) return `is longer than ${PATTERN_CHARS} characters`
  check.patternCount += 1
  if (check.patternCount > MOST_PATTERNS || check.patterns.has(pattern)) return undefined
  try {
    const translated = RE2JS.translateRegExp(pattern)
    const { program, reading } = patternCost(translated)
    check.patterns.set(pattern, { path, translated, steps: program + reading })
    return undefined
  } catch {
    return NOT_LINEAR
  }
}

const NOT_LINEAR = 'is a pattern that cannot be matched in linear time (no look-around, no back references)'

function compileFault(translated: string): string | undefined {
  try {
    RE2JS.compile(translated)
    return undefined
  } catch {
    return NOT_LINEAR
  }
}
