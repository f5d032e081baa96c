import { nearestName } from '@gleaner/contracts'
import { z } from 'zod'
import { shapesOf, unwrap } from './schema-shape.ts'

/** Looking for what was meant takes some 0.1 ms, and a request may have a thousand fields that nobody knows. */
const MOST_SUGGESTIONS = 20

/**
 * What is said of fields that nobody knows, which stand `at` a place: for the first ones the path of the known field that the name most
 * likely stands for.
 */
export function describeUnknownFields(
  schema: z.ZodType,
  at: readonly PropertyKey[],
  names: readonly string[],
): string[] {
  return names.map((name, index) =>
    describeUnknownField(schema, at, index < MOST_SUGGESTIONS ? name : undefined),
  )
}

function describeUnknownField(
  schema: z.ZodType,
  at: readonly PropertyKey[],
  name: string | undefined,
): string {
  const near = name !== undefined && nearestField(knownPaths(schema), at, name)
  return `is not a field of this request; ${near ? `did you mean "${near}"?` : 'check its spelling or leave it out'}`
}

/** Names that differ by more of their letters than this are others. */
const MOST_DIFFERENT = 0.4

/** Fields beside the unknown one go before others whose name is as near. */
function nearestField(
  paths: readonly string[],
  at: readonly PropertyKey[],
  name: string,
): string | undefined {
  const wanted = snakeCase(name)
  const beside = `${at.filter((part) => typeof part === 'string').join('.')}.`.replace(/^\.$/, '')
  const isBeside = (path: string) => path.startsWith(beside) && !path.slice(beside.length).includes('.')
  const sorted = [...paths.filter(isBeside), ...paths.filter((path) => !isBeside(path))]
  const names = sorted.map(lastName)
  const nearest = names.includes(wanted) ? wanted : nearestName(wanted, names, MOST_DIFFERENT)
  return nearest === undefined ? undefined : sorted[names.indexOf(nearest)]
}

function lastName(path: string): string {
  return path.slice(path.lastIndexOf('.') + 1)
}

function snakeCase(name: string): string {
  return name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replaceAll('-', '_')
    .toLowerCase()
}

const pathsOf = new WeakMap<z.ZodType, string[]>()

function knownPaths(schema: z.ZodType): string[] {
  const paths = pathsOf.get(schema) ?? fieldPaths(schema)
  pathsOf.set(schema, paths)
  return paths
}

/** The paths of all fields of a request that are not other names of one. */
function fieldPaths(schema: z.ZodType, before = ''): string[] {
  return shapesOf(schema).flatMap((shape) =>
    Object.entries(shape).flatMap(([name, field]) => {
      if (z.globalRegistry.get(field)?.deprecated) return []
      const path = `${before}${name}`
      const inner = unwrap(field)
      return [path, ...(inner instanceof z.ZodObject ? fieldPaths(inner, `${path}.`) : [])]
    }),
  )
}
