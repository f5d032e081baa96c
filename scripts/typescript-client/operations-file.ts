import type { Method } from './operations.ts'

/** What the client has to know of each operation when it runs. */
export function operationsFile(methods: Method[]): string {
  const rows = methods.map(({ operation, facts }) => `${operation}: ${JSON.stringify(facts)},`)
  return `import type { OperationFacts } from '../operation-facts.ts'
import type { Operation } from '../types.ts'

export const OPERATIONS: Readonly<Record<Operation, OperationFacts>> = {
${rows.join('\n')}
}
`
}
