import { relative } from 'node:path'
import pg from 'pg'
import {
  type CallExpression,
  isAwaitExpression,
  isExpressionStatement,
  isFunctionDeclaration,
  isObjectBindingPattern,
  isParenthesizedExpression,
  isPropertyAccessExpression,
  isVariableDeclaration,
  type Node,
  type TypeNode,
} from 'typescript/unstable/ast'
import { type Type, TypeFlags } from 'typescript/unstable/sync'
import type { Pool } from '../../pool.ts'
import { type Possible, Unknowable } from './choices.ts'
import { type Column, describeStatement } from './describe.ts'
import { readKinds } from './kinds.ts'
import { openScopes } from './module-scope.ts'
import { possibleTexts } from './possible-texts.ts'
import { openProduct, type Product, ROOT } from './product.ts'
import { rowFaults } from './row-faults.ts'

export interface Findings {
  /** How many statements there are. */
  statements: number
  /** One sentence each, after the place. */
  faults: string[]
  /** Statements that only a running program knows: the file, and the expression. */
  unknown: string[]
}

/** Compares each statement of the product with the schema of a database, and the type of its rows with its columns. */
export async function findStatementFaults(pool: Pool, url: string, configFile: string): Promise<Findings> {
  const product = openProduct(configFile)
  const scopes = openScopes()
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const kindOf = await readKinds(pool)
    const faults = new Set<string>()
    const unknown: string[] = []
    const described = new Map<string, Promise<Column[]>>()
    for (const call of product.queries()) {
      const place = placeOf(call)
      try {
        for (const possible of await possibleTexts(product, scopes, call.arguments[0]!)) {
          const text = possible.value as string
          try {
            described.set(text, described.get(text) ?? describeStatement(client, text))
            const columns = await described.get(text)!
            const row = rowTypeOf(product, call, possible)
            if (row)
              for (const fault of rowFaults(product.checker, row, columns, kindOf))
                faults.add(`${place.file}:${place.line}: ${fault}`)
            else if (columns.length > 0 && readsRows(call))
              faults.add(`${place.file}:${place.line}: rows without a type`)
          } catch (error) {
            faults.add(`${place.file}:${place.line}: ${(error as Error).message} in ${text}`)
          }
        }
      } catch (error) {
        if (!(error instanceof Unknowable)) throw error
        unknown.push(`${place.file}: ${call.arguments[0]!.getText()}`)
      }
    }
    return { statements: described.size, faults: [...faults], unknown }
  } finally {
    await client.end()
    scopes.close()
    product.close()
  }
}

/** The type that the caller gives the rows: of a type parameter, what the function's own caller gives for it. */
function rowTypeOf({ checker }: Product, call: CallExpression, { calls }: Possible): Type | undefined {
  const node: TypeNode | undefined = call.typeArguments?.[0]
  const type = node && checker.getTypeFromTypeNode(node)
  if (!type || !(type.flags & TypeFlags.TypeParameter)) return type
  for (const [owner, ofOwner] of calls) {
    const at = parametersOf(owner).indexOf(type.getSymbol()?.name ?? '')
    const given = ofOwner.typeArguments?.[at]
    if (given) return checker.getTypeFromTypeNode(given)
  }
  throw new Unknowable(`${checker.typeToString(type)}, which callers choose`)
}

function parametersOf(owner: Node): string[] {
  return isFunctionDeclaration(owner) ? (owner.typeParameters ?? []).map(({ name }) => name.text) : []
}

/** Whether anything but the number of rows is taken from the result. */
function readsRows(call: CallExpression): boolean {
  let node: Node = call
  while (isAwaitExpression(node.parent) || isParenthesizedExpression(node.parent)) node = node.parent
  const { parent } = node
  if (isExpressionStatement(parent)) return false
  if (isPropertyAccessExpression(parent)) return parent.name.text !== 'rowCount'
  if (!isVariableDeclaration(parent) || !isObjectBindingPattern(parent.name)) return true
  return parent.name.elements.some(
    ({ propertyName, name }) => (propertyName ?? name)?.getText() !== 'rowCount',
  )
}

function placeOf(call: CallExpression): { file: string; line: number } {
  const { fileName, text } = call.getSourceFile()
  return {
    file: relative(ROOT, fileName),
    line: text.slice(0, call.getStart()).split('\n').length,
  }
}
