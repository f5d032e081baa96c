import type { CallExpression, Node } from 'typescript/unstable/ast'
import { type Type, TypeFlags } from 'typescript/unstable/sync'

/** Functions, and the call of each that is meant. */
export type Calls = ReadonlyMap<Node, CallExpression>

/** One value of an expression, and the calls of functions around it for which it has this value. */
export interface Possible {
  value: unknown
  calls: Calls
}

/** An expression depends on what only a running program knows. */
export class Unknowable extends Error {}

/** More values than this of one expression are no list that somebody has written. */
export const MOST = 2_000
/** What an expression depends on: its values, one of which `given` has at its place, by the names that the code uses. */
export interface Choice {
  values: { slots: Record<string, unknown>; calls: Calls }[]
}

/** Each choice of one value of each; calls of one function are the same in all. */
export function combine(choices: readonly Choice[]): { given: Record<string, unknown>[]; calls: Calls }[] {
  let combined = [{ given: [] as Record<string, unknown>[], calls: new Map() as Calls }]
  for (const { values } of choices) {
    combined = combined.flatMap(({ given, calls }) =>
      values
        .filter((value) => agree(calls, value.calls))
        .map((value) => ({ given: [...given, value.slots], calls: new Map([...calls, ...value.calls]) })),
    )
    if (combined.length > MOST) throw new Unknowable(`more than ${MOST} values`)
  }
  return combined
}

/** Whether no function is called from two places. */
export function agree(some: Calls, others: Calls): boolean {
  return [...others].every(([owner, call]) => (some.get(owner) ?? call) === call)
}

/** The members of a type that has only so many. */
export function membersOf(type: Type | undefined): unknown[] | undefined {
  if (!type) return undefined
  if (type.isUnionType()) {
    const members = type.getTypes().map(membersOf)
    return members.every((member) => member !== undefined) ? members.flat() : undefined
  }
  if (type.flags & TypeFlags.Undefined) return [undefined]
  if (type.flags & TypeFlags.Null) return [null]
  if (type.flags & TypeFlags.Boolean) return [true, false]
  if (type.isBooleanLiteralType() || type.isStringLiteralType() || type.isNumberLiteralType())
    return [type.value]
  return undefined
}
