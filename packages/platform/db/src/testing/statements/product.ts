import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  type CallExpression,
  isCallExpression,
  isExportSpecifier,
  isIdentifier,
  isImportSpecifier,
  isPropertyAccessExpression,
  type Node,
} from 'typescript/unstable/ast'
import { API, type Checker, type Symbol as Meant, SymbolFlags } from 'typescript/unstable/sync'

export const ROOT = join(import.meta.dirname, '../../../../../..')
/** What is the product: all that is neither a test nor for tests. */
export const PRODUCT = join(import.meta.dirname, 'product.tsconfig.json')

/** The sources of the product, as the compiler understands them. */
export interface Product {
  checker: Checker
  /** Every call of a method of pg that sends a statement. */
  queries(): CallExpression[]
  /** Where a name is used for this symbol, other than to import or export it. */
  usesOf(symbol: Meant): Node[]
  /** The symbol that a name stands for, through imports. */
  symbolOf(name: Node): Meant | undefined
  close(): void
}

export function openProduct(configFile: string): Product {
  const api = new API({ cwd: ROOT })
  const project = api.updateSnapshot({ openProjects: [configFile] }).getProjects()[0]!
  const { program, checker } = project
  const texts = new Map(project.rootFiles.map((file) => [file, readFileSync(file, 'utf8')]))

  function nodesWith(pattern: RegExp, isWanted: (node: Node) => boolean): Node[] {
    const found: Node[] = []
    const visit = (node: Node): void => {
      if (isWanted(node)) found.push(node)
      node.forEachChild(visit)
    }
    for (const [file, text] of texts) if (pattern.test(text)) visit(program.getSourceFile(file)!)
    return found
  }

  function symbolOf(name: Node): Meant | undefined {
    const symbol = checker.getSymbolAtLocation(name)
    return symbol && symbol.flags & SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol
  }

  return {
    checker,
    symbolOf,
    queries: () =>
      nodesWith(/\.query\b/, isCallExpression).filter((call): call is CallExpression => {
        const { expression } = call as CallExpression
        if (!isPropertyAccessExpression(expression) || expression.name.text !== 'query') return false
        const declared = checker.getSymbolAtLocation(expression.name)?.declarations[0]
        return declared?.path.includes('/@types/pg/') ?? false
      }),
    usesOf: (symbol) =>
      nodesWith(
        new RegExp(`\\b${symbol.name}\\b`),
        (node) => isIdentifier(node) && node.text === symbol.name,
      ).filter((node) => !isImportOrExport(node) && symbolOf(node)?.id === symbol.id),
    close: () => api.close(),
  }
}

function isImportOrExport(name: Node): boolean {
  return isImportSpecifier(name.parent) || isExportSpecifier(name.parent)
}
