import {
  type Expression,
  isArrowFunction,
  isAsExpression,
  isBlock,
  isCallExpression,
  isConditionalExpression,
  isFunctionDeclaration,
  isIdentifier,
  isObjectLiteralExpression,
  isParenthesizedExpression,
  isReturnStatement,
  isShorthandPropertyAssignment,
  isSpreadAssignment,
  isVariableDeclaration,
  type Node,
  type ShorthandPropertyAssignment,
} from 'typescript/unstable/ast'
import { type Possible, Unknowable } from './choices.ts'
import type { Scopes } from './module-scope.ts'
import { possibleValues } from './possible-values.ts'
import type { Product } from './product.ts'
import { partOf } from './syntax.ts'

/** Every text of a statement that `query` may be given as its first argument: the text itself, or an object with it. */
export async function possibleTexts(
  product: Product,
  scopes: Scopes,
  argument: Expression,
): Promise<Possible[]> {
  return await textsOf(argument)

  async function textsOf(node: Expression): Promise<Possible[]> {
    if (isParenthesizedExpression(node) || isAsExpression(node)) return await textsOf(node.expression)
    if (isConditionalExpression(node))
      return [...(await textsOf(node.whenTrue)), ...(await textsOf(node.whenFalse))]
    if (isObjectLiteralExpression(node)) {
      const written =
        partOf(node, 'text') ?? node.properties.filter(isShorthandPropertyAssignment).find(isText)?.name
      if (written) return await textsOf(written as Expression)
      const spread = node.properties.find(isSpreadAssignment)
      if (spread) return await textsOf(spread.expression)
    }
    try {
      return (await possibleValues(product, scopes, node)).map(({ value, calls }) => ({
        value: textOf(value),
        calls,
      }))
    } catch (error) {
      const sources = error instanceof Unknowable ? sourcesOf(node) : []
      if (sources.length === 0) throw error
      const texts: Possible[] = []
      for (const source of sources) texts.push(...(await textsOf(source)))
      return texts
    }
  }

  /** The expressions of which one gives a variable or a call of a function its value. */
  function sourcesOf(node: Expression): Expression[] {
    const name = isCallExpression(node) ? node.expression : node
    if (!isIdentifier(name)) return []
    const declaration = product.symbolOf(name)?.valueDeclaration?.resolve()
    if (!declaration) return []
    if (isCallExpression(node)) return returnedBy(declaration)
    return isVariableDeclaration(declaration) && declaration.initializer ? [declaration.initializer] : []
  }
}

function isText({ name }: ShorthandPropertyAssignment): boolean {
  return name.getText() === 'text'
}

function returnedBy(declaration: Node): Expression[] {
  const owner = isVariableDeclaration(declaration) ? declaration.initializer : declaration
  if (!owner || !(isFunctionDeclaration(owner) || isArrowFunction(owner)) || !owner.body) return []
  if (!isBlock(owner.body)) return [owner.body as Expression]
  const returned: Expression[] = []
  const visit = (node: Node): void => {
    if (isFunctionDeclaration(node) || isArrowFunction(node)) return
    if (isReturnStatement(node) && node.expression) returned.push(node.expression)
    node.forEachChild(visit)
  }
  owner.body.forEachChild(visit)
  return returned
}

function textOf(value: unknown): string {
  const text = typeof value === 'object' && value !== null && 'text' in value ? value.text : value
  if (typeof text !== 'string') throw new Unknowable(`a statement that is ${typeof text}`)
  return text
}
