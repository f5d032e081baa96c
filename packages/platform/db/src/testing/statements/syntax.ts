import {
  type Expression,
  isArrayLiteralExpression,
  isArrowFunction,
  isBindingElement,
  isConditionalExpression,
  isFunctionDeclaration,
  isFunctionExpression,
  isIdentifier,
  isMethodDeclaration,
  isObjectLiteralExpression,
  isParameterDeclaration,
  isPrefixUnaryExpression,
  isPropertyAccessExpression,
  isPropertyAssignment,
  isSpreadElement,
  isTypeNode,
  isVariableDeclaration,
  type Node,
  SyntaxKind,
} from 'typescript/unstable/ast'

/** The innermost function that a node stands in. */
export function functionAround(node: Node): Node | undefined {
  let around = node.parent
  while (around && !isFunction(around)) around = around.parent
  return around
}

function isFunction(node: Node): boolean {
  return (
    isFunctionDeclaration(node) ||
    isArrowFunction(node) ||
    isFunctionExpression(node) ||
    isMethodDeclaration(node)
  )
}

/** Whether only the truth of an expression matters where it stands. */
export function isCondition(node: Node): boolean {
  const { parent } = node
  if (isConditionalExpression(parent)) return node === parent.condition
  return isPrefixUnaryExpression(parent) && parent.operator === SyntaxKind.ExclamationToken
}

/** Whether a part of an expression is a value, not a name, a type or a mark. */
export function isValue(child: Node, parent: Node): boolean {
  if (isTypeNode(child) || !isIdentifier(child)) return !isTypeNode(child)
  if (isPropertyAccessExpression(parent) || isPropertyAssignment(parent)) return child !== parent.name
  if (isParameterDeclaration(parent) || isVariableDeclaration(parent) || isBindingElement(parent))
    return child === parent.initializer
  if (isFunctionDeclaration(parent) || isMethodDeclaration(parent)) return false
  return true
}

/** A member of an object or a list, if it is written there. */
export function partOf(value: Expression, name: string): Expression | undefined {
  if (isArrayLiteralExpression(value))
    return value.elements.some(isSpreadElement) ? undefined : value.elements[Number(name)]
  if (!isObjectLiteralExpression(value)) return undefined
  const property = value.properties.filter(isPropertyAssignment).find((one) => one.name.getText() === name)
  return property?.initializer
}
