import { IMPORTS, methodText } from './groups.ts'
import { HEADER } from './header.ts'
import type { PythonMethod } from './operations.ts'
import { VERBS, verbText } from './verbs.ts'
import { pascalCase, snakeCase } from './words.ts'

/** The client without what is added to it by hand: its groups, and what is called on itself. */
export function clientFile(groups: ReadonlyMap<string, PythonMethod[]>, byHand: ReadonlySet<string>): string {
  const methods = [...groups.values()].flat()
  const names = [...groups.keys()].filter((group) => group !== '')
  const imports = names.map((group) => {
    const [file, name] = [snakeCase(group), `Async${pascalCase(group)}`]
    return byHand.has(group)
      ? `from gleaner._async.groups.${file} import ${name}`
      : `from gleaner.generated._async.${file} import ${name}Api as ${name}`
  })
  return `${HEADER('The groups of calls.')}
from __future__ import annotations

${IMPORTS}from gleaner._async.transport import AsyncTransport
from gleaner._async.verbs import AsyncVerbs
from gleaner.typed_data import AnyModel, Extracted, Scraped
${imports.join('\n')}

class AsyncClientApi(AsyncVerbs):
    def __init__(self, transport: AsyncTransport) -> None:
        super().__init__(transport)
${names.map((group) => `        self.${snakeCase(group)} = Async${pascalCase(group)}(transport)`).join('\n')}

${Object.keys(VERBS)
  .map((verb) => verbText(verb, methods))
  .join('\n')}
${(groups.get('') ?? []).map(methodText).join('\n')}`
}
