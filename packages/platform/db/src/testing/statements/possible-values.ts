import {
  type BindingElement,
  type BindingPattern,
  type CallExpression,
  type Expression,
  type FunctionLikeDeclaration,
  type Identifier,
  isArrowFunction,
  isAsExpression,
  isAwaitExpression,
  isBindingElement,
  isCallExpression,
  isConditionalExpression,
  isForOfStatement,
  isFunctionDeclaration,
  isIdentifier,
  isObjectBindingPattern,
  isParameterDeclaration,
  isParenthesizedExpression,
  isPropertyAccessExpression,
  isShorthandPropertyAssignment,
  isSpreadElement,
  isVariableDeclaration,
  type Node,
  NodeFlags,
  type ParameterDeclaration,
  type SourceFile,
  SyntaxKind,
} from 'typescript/unstable/ast'
import { agree, type Choice, combine, MOST, membersOf, type Possible, Unknowable } from './choices.ts'
import type { Scopes } from './module-scope.ts'
import type { Product } from './product.ts'
import { functionAround, isCondition, isValue, partOf } from './syntax.ts'

const WALKS_A_LIST = new Set(['map', 'flatMap', 'forEach', 'filter'])

interface Plan {
  file: SourceFile
  /** In the order of `given`. */
  choices: Map<string, Choice>
}

/**
 * Every value that an expression may have when the program runs. What its module holds is asked of the module itself; variables of functions
 * are followed to where they get their values: the members of their type if it has only so many, the list that is walked, or the
 * arguments of all calls.
 */
export async function possibleValues(
  product: Product,
  scopes: Scopes,
  expression: Expression,
): Promise<Possible[]> {
  const { checker } = product
  const under = new Set<Node>()

  return await partsOf(expression, [])

  async function partsOf(node: Expression, path: readonly string[]): Promise<Possible[]> {
    const plan: Plan = { file: node.getSourceFile(), choices: new Map() }
    const code = await codeOfPart(plan, node, path)
    const scope = await scopes.of(plan.file.fileName)
    return combine([...plan.choices.values()]).map(({ given, calls }) => ({
      value: scope(code, given),
      calls,
    }))
  }

  async function codeOf(plan: Plan, node: Node, top: Node): Promise<string> {
    try {
      return await exactCodeOf(plan, node, top)
    } catch (error) {
      if (!(error instanceof Unknowable)) throw error
      const values =
        membersOf(checker.getTypeAtLocation(node)) ?? (isCondition(node) ? [true, false] : undefined)
      if (!values) throw error
      return choose(plan, `${functionAround(node)?.pos} ${node.getText()}`, values)
    }
  }

  async function exactCodeOf(plan: Plan, node: Node, top: Node): Promise<string> {
    if (isAwaitExpression(node) || node.kind === SyntaxKind.ThisKeyword) throw new Unknowable(node.getText())
    if (isIdentifier(node)) return await codeOfName(plan, node, top, [])
    if (isPropertyAccessExpression(node) && isIdentifier(node.expression) && !node.questionDotToken)
      if (localOf(node.expression, top)) return await codeOfName(plan, node.expression, top, [node.name.text])
    const children: Node[] = []
    node.forEachChild((child) => {
      if (isValue(child, node)) children.push(child)
    })
    const text = plan.file.text
    let [code, at] = ['', node.getStart()]
    for (const child of children) {
      const part = await codeOf(plan, child, top)
      const isShort = isShorthandPropertyAssignment(node) && part !== child.getText()
      code += text.slice(at, child.getStart()) + (isShort ? `${child.getText()}: ${part}` : part)
      at = child.getEnd()
    }
    return code + text.slice(at, node.getEnd())
  }

  /** Where a name is declared, if that is in a function around the expression. */
  function localOf(name: Identifier, top: Node): Node | undefined {
    const symbol = isShorthandPropertyAssignment(name.parent)
      ? checker.getShorthandAssignmentValueSymbol(name.parent)
      : checker.getSymbolAtLocation(name)
    const declaration = symbol?.valueDeclaration?.resolve()
    if (!declaration || declaration.getSourceFile() !== top.getSourceFile()) return undefined
    if (declaration.pos >= top.pos && declaration.end <= top.end) return undefined
    return functionAround(declaration) && declaration
  }

  async function codeOfName(
    plan: Plan,
    name: Identifier,
    top: Node,
    path: readonly string[],
  ): Promise<string> {
    const declaration = localOf(name, top)
    if (!declaration) return name.text
    if (under.has(declaration)) throw new Unknowable(`${name.text}, which depends on itself`)
    under.add(declaration)
    try {
      return await codeOfLocal(plan, declaration, path)
    } finally {
      under.delete(declaration)
    }
  }

  async function codeOfLocal(plan: Plan, declaration: Node, path: readonly string[]): Promise<string> {
    if (isBindingElement(declaration)) return await codeOfElement(plan, declaration, path)
    if (isParameterDeclaration(declaration)) return await codeOfParameter(plan, declaration, path)
    if (isFunctionDeclaration(declaration)) return `(${await codeOf(plan, declaration, declaration)})`
    if (!isVariableDeclaration(declaration)) throw new Unknowable(declaration.getText())
    const list = declaration.parent
    if (!(list.flags & NodeFlags.Const)) throw new Unknowable(`${declaration.getText()}, which may change`)
    if (isForOfStatement(list.parent))
      return at(await codeOfWalked(plan, list.parent.expression, declaration), path)
    if (!declaration.initializer) throw new Unknowable(declaration.getText())
    return await codeOfPart(plan, declaration.initializer, path)
  }

  /** The code of `value.a.b`, without a look at what else a written value holds. */
  async function codeOfPart(plan: Plan, value: Expression, path: readonly string[]): Promise<string> {
    if (isParenthesizedExpression(value) || isAsExpression(value))
      return await codeOfPart(plan, value.expression, path)
    if (path.length > 0 && isConditionalExpression(value)) {
      const [yes, no] = [
        await codeOfPart(plan, value.whenTrue, path),
        await codeOfPart(plan, value.whenFalse, path),
      ]
      return `(${await codeOf(plan, value.condition, value.condition)} ? ${yes} : ${no})`
    }
    const part = path.length > 0 ? partOf(value, path[0]!) : undefined
    if (part) return await codeOfPart(plan, part, path.slice(1))
    return at(`(${await codeOf(plan, value, value)})`, path)
  }

  /** `{ a: [b] }` of a variable or a parameter: its `a[0]`. */
  async function codeOfElement(
    plan: Plan,
    element: BindingElement,
    rest: readonly string[],
  ): Promise<string> {
    const path = [...rest]
    let node: Node = element
    while (isBindingElement(node)) {
      const { parent } = node
      if (node.dotDotDotToken) throw new Unknowable(node.getText())
      const { elements } = parent as BindingPattern
      path.unshift(
        isObjectBindingPattern(parent)
          ? (node.propertyName ?? node.name)!.getText()
          : `${elements.indexOf(node)}`,
      )
      node = parent.parent
    }
    const code = await codeOfLocal(plan, node, path)
    if (!element.initializer) return code
    const otherwise = await codeOf(plan, element.initializer, element.initializer)
    return `((value) => value === undefined ? (${otherwise}) : value)(${code})`
  }

  async function codeOfParameter(
    plan: Plan,
    parameter: ParameterDeclaration,
    path: readonly string[],
  ): Promise<string> {
    const owner = parameter.parent as FunctionLikeDeclaration
    const index = owner.parameters.indexOf(parameter)
    if (parameter.dotDotDotToken) throw new Unknowable(parameter.getText())
    const walk = owner.parent
    if (isCallExpression(walk) && index === 0 && isPropertyAccessExpression(walk.expression))
      if (WALKS_A_LIST.has(walk.expression.name.text))
        return at(await codeOfWalked(plan, walk.expression.expression, parameter), path)
    const calls = callsOf(owner)
    try {
      return at(await codeOfArgument(plan, owner, calls, parameter, []), path)
    } catch (error) {
      if (!(error instanceof Unknowable) || path.length === 0) throw error
      return await codeOfArgument(plan, owner, calls, parameter, path)
    }
  }

  /** What stands for a part of an argument of the function that all these call. */
  async function codeOfArgument(
    plan: Plan,
    owner: FunctionLikeDeclaration,
    calls: readonly CallExpression[],
    parameter: ParameterDeclaration,
    path: readonly string[],
  ): Promise<string> {
    const key = `calls ${owner.pos}`
    const index = owner.parameters.indexOf(parameter)
    const slot = [index, ...path].join('.')
    const known = plan.choices.get(key) ?? {
      values: calls.map((call) => ({ slots: {}, calls: new Map([[owner as Node, call]]) })),
    }
    const values: Choice['values'] = []
    for (const value of known.values)
      if (slot in value.slots) values.push(value)
      else {
        const argument = argumentOf(value.calls.get(owner)!, index) ?? parameter.initializer
        const possible = argument ? await partsOf(argument, path) : [{ value: undefined, calls: new Map() }]
        for (const { value: of, calls } of possible)
          if (agree(value.calls, calls))
            values.push({ slots: { ...value.slots, [slot]: of }, calls: new Map([...calls, ...value.calls]) })
      }
    if (values.length > MOST) throw new Unknowable(`more than ${MOST} values`)
    plan.choices.set(key, { values })
    return `given[${[...plan.choices.keys()].indexOf(key)}][${JSON.stringify(slot)}]`
  }

  /** What stands for each member of a list in turn. */
  async function codeOfWalked(plan: Plan, list: Expression, by: Node): Promise<string> {
    const values = (await partsOf(list, [])).flatMap(({ value }) => [...(value as Iterable<unknown>)])
    return choose(plan, `member ${by.pos}`, values)
  }

  function choose(plan: Plan, key: string, values: readonly unknown[]): string {
    if (!plan.choices.has(key))
      plan.choices.set(key, { values: values.map((value) => ({ slots: { value }, calls: new Map() })) })
    return `given[${[...plan.choices.keys()].indexOf(key)}].value`
  }

  function callsOf(owner: Node): CallExpression[] {
    const named = isFunctionDeclaration(owner)
      ? owner.name
      : isArrowFunction(owner) && isVariableDeclaration(owner.parent)
        ? owner.parent.name
        : undefined
    const symbol = named && product.symbolOf(named)
    if (!symbol) throw new Unknowable(`what calls ${owner.getText().split('\n')[0]}`)
    const uses = product.usesOf(symbol).filter((use) => use !== named && use.pos !== named.pos)
    const calls = uses.map(({ parent }) => (isPropertyAccessExpression(parent) ? parent.parent : parent))
    if (calls.length === 0 || !calls.every(isCallExpression))
      throw new Unknowable(`${symbol.name}, which is handed on`)
    return calls as CallExpression[]
  }
}

function argumentOf({ arguments: given }: CallExpression, index: number): Expression | undefined {
  if (given.slice(0, index + 1).some(isSpreadElement)) throw new Unknowable('arguments that are a list')
  return given[index]
}

/** The code of what lies at the end of a path. */
function at(code: string, path: readonly string[]): string {
  return path.reduce((whole, name) => `${whole}?.[${JSON.stringify(name)}]`, code)
}
