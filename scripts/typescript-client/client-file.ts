import { className, fileOf, methodText, typeImports } from './group-file.ts'
import type { Method } from './operations.ts'

/** The client without what is added to it by hand: its groups, and what is called on itself. */
export function clientFile(groups: Map<string, Method[]>, byHand: ReadonlySet<string>): string {
  const names = [...groups.keys()].filter((group) => group !== '')
  const imports = names.map((group) => {
    const name = className(group)
    return byHand.has(group)
      ? `import { ${name} } from '../groups/${fileOf(group)}.ts'`
      : `import { ${name}Api as ${name} } from './groups/${fileOf(group)}.ts'`
  })
  const body = (groups.get('') ?? []).map(methodText).join('\n\n')
  return `import { Group } from '../group.ts'
import type { Transport } from '../transport/transport.ts'
${typeImports(body, '../types.ts')}
${imports.join('\n')}

export class ClientApi extends Group {
${names.map((group) => `readonly ${group}: ${className(group)}`).join('\n')}

constructor(transport: Transport) {
  super(transport)
${names.map((group) => `  this.${group} = new ${className(group)}(transport)`).join('\n')}
}

${body}
}
`
}
