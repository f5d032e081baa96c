import type { Json, OpenApiDocument } from '../../packages/api/openapi/src/types.ts'
import { refsOf } from './components.ts'
import { type Naming, typeOf, type Way } from './types.ts'
import { literal } from './words.ts'

/** A class or another name for a type, ready to be written. */
export interface Declaration {
  name: string
  schema: Json
}

/**
 * The declarations of components and of the objects within them: those that stand within others before them, and names of types behind the classes
 * that they name.
 */
export function declare(
  document: OpenApiDocument,
  components: readonly string[],
  way: Way,
  writeClass: (declaration: Declaration, naming: Naming) => string,
): string {
  const classes: string[] = []
  const written = new Set<string>(components)
  const naming: Naming = {
    way,
    refer: (component) => component,
    hoist(name, schema) {
      if (written.has(name)) throw new Error(`Two types of Python would be called ${name}.`)
      written.add(name)
      const text = writeClass({ name, schema }, naming)
      classes.push(text)
      return name
    },
  }
  const schemaOf = (name: string) => document.components.schemas[name]!
  const isClass = (name: string) =>
    schemaOf(name).type === 'object' && schemaOf(name).properties !== undefined
  for (const name of components.filter(isClass)) {
    const text = writeClass({ name, schema: schemaOf(name) }, naming)
    classes.push(text)
  }
  const aliases = inOrder(
    components.filter((name) => !isClass(name)),
    (name) => refsOf(schemaOf(name)),
  ).map((name) => `${name} = ${typeOf(schemaOf(name), name, naming)}`)
  const names = [...written].sort().map((name) => `    ${literal(name)},\n`)
  return `${[...classes, aliases.join('\n')].join('\n\n')}\n\n__all__ = [\n${names.join('')}]\n`
}

/** Each behind those that it needs. */
function inOrder(names: readonly string[], needs: (name: string) => string[]): string[] {
  const ordered: string[] = []
  const visit = (name: string) => {
    if (ordered.includes(name) || !names.includes(name)) return
    for (const needed of needs(name)) if (needed !== name) visit(needed)
    ordered.push(name)
  }
  for (const name of names) visit(name)
  return ordered
}
