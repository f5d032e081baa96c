import type { Checker, Symbol as Property, Type } from 'typescript/unstable/sync'
import { SymbolFlags, TypeFlags } from 'typescript/unstable/sync'
import type { Column } from './describe.ts'

/** What the pool makes of a column's values: a type of JavaScript, `[]` for a list of it, or `any` for what JSON holds. */
export type KindOfColumn = (type: string) => string | undefined

/** Where a row's type promises what the columns of its statement do not hold, as one sentence each. */
export function rowFaults(
  checker: Checker,
  row: Type,
  columns: readonly Column[],
  kindOf: KindOfColumn,
): string[] {
  const named = new Map(columns.map((column) => [column.name, column]))
  return checker.getPropertiesOfType(row).flatMap((property) => {
    const column = named.get(property.name)
    if (!column) return isOptional(property) ? [] : [`${property.name} is no column`]
    const kind = kindOf(column.type)
    const type = checker.getTypeOfSymbol(property)!
    if (kind && fits(checker, type, kind)) return []
    return [
      `${property.name} is typed ${checker.typeToString(type)}, and its column is ${column.type} (${kind ?? 'of no known kind'})`,
    ]
  })
}

function isOptional(property: Property): boolean {
  return (property.flags & SymbolFlags.Optional) !== 0
}

/** Whether a type holds nothing but values of this kind, and null. */
function fits(checker: Checker, type: Type, kind: string): boolean {
  if (type.isUnionType()) return type.getTypes().every((member) => fits(checker, member, kind))
  if (kind === 'any' || type.flags & (TypeFlags.Null | TypeFlags.Undefined | TypeFlags.Unknown)) return true
  if (kind.endsWith('[]')) {
    const member = checker.isArrayLikeType(type) ? checker.getTypeArguments(type as never)[0] : undefined
    return member !== undefined && fits(checker, member, kind.slice(0, -2))
  }
  const flags = FLAGS[kind as keyof typeof FLAGS]
  if (flags !== undefined)
    return (type.flags & flags) !== 0 || isOfMembers(type, (one) => fits(checker, one, kind))
  const name = type.getSymbol()?.name
  return name === kind || name === WIDER[kind]
}

/** What a kind is as well. */
const WIDER: Record<string, string> = { Buffer: 'Uint8Array' }

const FLAGS = {
  string: TypeFlags.StringLike,
  number: TypeFlags.NumberLike,
  bigint: TypeFlags.BigIntLike,
  boolean: TypeFlags.BooleanLike,
}

/** `string & { brand }`: a string all the same. */
function isOfMembers(type: Type, isOne: (member: Type) => boolean): boolean {
  return type.isIntersectionType() && type.getTypes().some(isOne)
}
